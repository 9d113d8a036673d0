import Base
import Engine
import Engines
import Foundation
import Imaging
import TestSupport
import Transport

@testable import Workloads

/// A folder of photos, with photo runs that use workers.
final class IsolationBench: Sendable {
  let folder: Folder
  /// The workers that got a photo, in that order.
  let workers = Locked<[pid_t]>([])
  /// Called with the number of photos handed out so far, and the worker that gets the latest.
  let onPhoto = Locked<@Sendable (_ count: Int, _ worker: pid_t) -> Void>({ _, _ in })

  init() throws { folder = try Folder() }

  /// Writes a file.
  ///
  /// - Returns: The path of the file.
  func add(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = "\(folder.path)/\(name)"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Creates small photos that differ from each other.
  func addPhotos(_ count: Int) throws -> [String] {
    try (1...count).map { number in
      try add("photo \(number).png", encodePNG(Picture(width: 10, height: number, format: .rgb)))
    }
  }

  /// Returns settings that run a script instead of a worker.
  func fakeWorker(_ script: String) throws -> Isolation {
    let path = "\(folder.path)/worker \(UUID())"
    try script.write(toFile: path + ".sh", atomically: false, encoding: .utf8)
    let runner = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../Fixtures/fake-worker")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: runner.standardized.path)
    return Isolation(program: path)
  }

  func run(
    _ photos: [String], _ engine: EngineName = .gcd,
    _ isolation: Isolation? = Isolation(program: Program.path),
    settings: PhotoSettings = PhotoSettings(), to out: String = "out",
    started: (PhotoRun) -> Void = { _ in }
  ) async throws -> PhotoRun {
    var settings = settings
    settings.isolation = isolation
    settings.isolation?.willDevelop = { [workers, onPhoto] worker in
      let count = workers.withLock { workers in
        workers.append(worker)
        return workers.count
      }
      onPhoto.value(count, worker)
    }
    let run = PhotoRun(
      engine: engine.makeEngine(reporting: .serial("reports")), transport: Transport(.patient),
      list: .photos(photos), output: try OutputFolder("\(folder.path)/\(out)"), settings: settings)
    started(run)
    await withCheckedContinuation { go in
      run.onEnd = { go.resume() }
      run.engine.reportQueue.async { run.start() }
    }
    return run
  }

  func files(_ out: String) throws -> [String: Data?] {
    let names = try folder.names(out).filter { $0 != ".photos.jsonl" }
    return Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, FileManager.default.contents(atPath: "\(folder.path)/\(out)/\($0)"))
      })
  }
}
