import Base
import Engines
import Foundation
import Imaging
import TestSupport
import Testing

@testable import Workloads

#if os(Linux)
  private let isolates = true
#else
  private let isolates = false
#endif

/// Tests photos that are developed in worker processes.
@Suite("--isolate", .enabled(if: isolates, "Workers are for Linux"), .serialized)
struct IsolationTests {
  private let bench: IsolationBench

  init() throws { bench = try IsolationBench() }

  /// Returns whether the process is no longer a child of this one. Its ID may belong to another process by now.
  private func isGone(_ process: pid_t) -> Bool {
    var info = siginfo_t()
    return waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) != 0 && errno == ECHILD
  }

  /// Creates photos that are developed in different ways, and others that can't be developed.
  private func variety() throws -> [String] {
    var noise = Picture(width: 1200, height: 1500, format: .rgb)
    var random = SplitMix(seed: 3)
    let row = (0..<20_011).map { _ in UInt8.random(in: 0...255, using: &random) }
    noise.withUnsafeMutableBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: row.count) {
        let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
        rest.copyBytes(from: row.prefix(rest.count))
      }
    }
    let jpeg = try encodeJPEG(noise, quality: 95)
    return [
      // This one is developed in strips, and its file is longer than one message.
      try bench.add("rows.jpg", jpeg),
      try bench.add("alpha.png", encodePNG(Picture(width: 30, height: 20, format: .rgba))),
      try bench.add("cut.jpg", Array(jpeg.dropLast(jpeg.count / 2))),
      try bench.add("large.png", encodePNG(Picture(width: 2000, height: 1000, format: .rgb))),
      try bench.add("small.png", encodePNG(Picture(width: 1, height: 1, format: .rgb))),
    ]
  }

  @Test(
    "Workers make the same files, and fail for the same reasons", arguments: [EngineName.gcd, .operation])
  func sameFiles(engine: EngineName) async throws {
    let photos = try variety()
    var settings = PhotoSettings()
    settings.recipe.limits.maxPixels = 1_800_000
    for format in [PictureFormat.png(.fast), .jpeg(quality: 95)] {
      settings.format = format
      let (out, other) = ("here.\(format.fileExtension)", "apart.\(format.fileExtension)")
      let here = try await bench.run(photos, engine, nil, settings: settings, to: out)
      let apart = try await bench.run(photos, engine, settings: settings, to: other)
      #expect(here.tally.done == 3)
      #expect(here.failures.map(\.reason) == apart.failures.map(\.reason))
      #expect(here.failures.contains { $0.reason.contains("the limit of 1800000 pixels") })
      #expect(try bench.files(out) == bench.files(other))
    }
    let workers = Set(bench.workers.value)
    #expect(workers.count <= 2 * settings.filters)
    #expect(workers.allSatisfy(isGone))
  }

  @Test("A worker that dies costs its photo alone, which says how", arguments: [SIGSEGV, SIGKILL])
  func dead(number: Int32) async throws {
    bench.onPhoto.withLock { $0 = { count, worker in if count == 2 { kill(worker, number) } } }
    var settings = PhotoSettings()
    settings.filters = 1
    let run = try await bench.run(bench.addPhotos(4), settings: settings)
    #expect(run.failures.map(\.reason) == ["its decoder ended by signal \(number)"])
    #expect(run.tally.done == 3)
    let workers = bench.workers.value
    #expect(Set(workers[0...1]).count == 1)
    #expect(Set(workers[2...3]).count == 1)
    #expect(workers[1] != workers[2])
    #expect(try bench.files("out").count == 3)
  }

  @Test("A worker that died between two photos is given no more")
  func deadWhileIdle() throws {
    let order = WorkerOrder(recipe: Recipe(), format: .png(.fast))
    let worker = try WorkerProcess(bench.fakeWorker("exec cat <&0 >/dev/null"), order)
    #expect(worker.isUsable)
    kill(worker.id, SIGKILL)
    // Wait until the worker has died, but leave its exit status to be collected.
    var facts = siginfo_t()
    #expect(waitid(P_PID, id_t(worker.id), &facts, WEXITED | WNOWAIT) == 0)
    #expect(!worker.isUsable)
    #expect(worker.end() == .signal(SIGKILL))
  }

  @Test("A photo that takes too long is ended", arguments: EngineName.allCases)
  func endless(engine: EngineName) async throws {
    bench.onPhoto.withLock { $0 = { _, worker in kill(worker, SIGSTOP) } }
    var isolation = Isolation(program: Program.path)
    isolation.limit = 0
    let run = try await bench.run(bench.addPhotos(2), engine, isolation)
    #expect(run.failures.map(\.reason) == Array(repeating: "its decoder took more than 0 s", count: 2))
    #expect(bench.workers.value.allSatisfy(isGone))
  }

  @Test("A run that is cancelled ends its workers, whatever they are about", arguments: EngineName.allCases)
  func cancelled(engine: EngineName) async throws {
    let given = Gate()
    bench.onPhoto.withLock {
      $0 = { _, worker in
        kill(worker, SIGSTOP)
        given.open()
      }
    }
    let run = try await bench.run(bench.addPhotos(3), engine) { run in
      given.whenOpen { Thread.detachNewThread { run.cancel() } }
    }
    #expect(run.tally.cancelled == 3)
    #expect(run.failures.isEmpty)
    #expect(!bench.workers.value.isEmpty)
    #expect(bench.workers.value.allSatisfy(isGone))
    #expect(try bench.files("out").isEmpty)
  }

  @Test("Where no worker can be started, every photo says why")
  func cannotStart() async throws {
    let photos = try bench.addPhotos(1)
    let start = "its decoder cannot be started: "
    let none = try await bench.run(photos, .gcd, Isolation(program: "/nowhere/pipeline"))
    #expect(none.failures.map(\.reason) == [start + "No such file or directory"])
    let unfit = try await bench.run(photos, .gcd, bench.fakeWorker("exit \(ENOSYS)"))
    #expect(
      unfit.failures.map(\.reason) == [start + "it cannot drop its privileges: Function not implemented"])
    let killed = try await bench.run(photos, .gcd, bench.fakeWorker("kill -11 $$"))
    #expect(killed.failures.map(\.reason) == [start + "it ended by signal 11"])
  }

  @Test(
    "A worker's messages are checked before they are used",
    arguments: [
      // These messages follow a valid “ready”: pieces and a refusal that are too long, a second “ready”, a
      // refusal without an error, and an unknown kind.
      #"\001\0\0\0\0\002\0\0\020\001"#, #"\001\0\0\0\0\002\377\377\377\377"#, #"\001\0\0\0\0\001\0\0\0\0"#,
      #"\001\0\0\0\0\004\001\020\0\0"#, #"\001\0\0\0\0\004\002\0\0\0{}"#, #"\001\0\0\0\0\011\0\0\0\0"#,
      // These messages replace “ready”: a “done”, and a “ready” with bytes.
      #"\003\0\0\0\0"#, #"\001\001\0\0\0"#,
    ])
  func nonsense(message: String) async throws {
    let isolation = try bench.fakeWorker("printf '\(message)' >&0; exec cat <&0 >/dev/null")
    let run = try await bench.run(bench.addPhotos(1), .gcd, isolation)
    #expect(run.failures.map(\.reason) == ["its decoder sent an invalid reply"])
    #expect(try bench.files("out").isEmpty)
  }

  @Test("A worker cannot fill the disk: a file ends where no picture of its pixels is longer")
  func endlessFile() async throws {
    let piece = try bench.add("piece", [2, 0, 0, 16, 0] + [UInt8](repeating: 0, count: 1 << 20))
    let isolation = try bench.fakeWorker(
      #"printf '\001\0\0\0\0' >&0; while cat "\#(piece)" >&0 2>/dev/null; do :; done"#)
    var settings = PhotoSettings()
    settings.recipe.limits.maxPixels = 100
    let run = try await bench.run(bench.addPhotos(1), .gcd, isolation, settings: settings)
    #expect(run.failures.map(\.reason) == ["its decoder sent an invalid reply"])
  }

  @Test("pipeline photos --isolate writes what it writes without, and names the options that help")
  func command() async throws {
    let photos = try variety()
    for options in ["--isolate --out apart", "--out here"] {
      let result = try await Program.run(
        words("photos --max-pixels 1800000 --compression fast \(options)") + photos, in: bench.folder.path,
        status: 3)
      #expect(result.output.contains("3 photos filtered, 2 failed"), "\(result.output)")
      #expect(result.output.contains("(--max-pixels)"), "\(result.output)")
    }
    #expect(try bench.files("apart") == bench.files("here"))
  }
}
