import Foundation
import SampleServer
import TestSupport
import Testing
import WebServer

/// Tests the program with resource limits and signals.
@Suite("A program among others", .serialized, .timeLimit(.minutes(15)))
final class SystemTests: CommandTests {
  override init() throws {
    try super.init()
    try list("stephen")
  }

  @Test(
    "Standard output that cannot be written is reported, and the status is 73",
    .enabled(
      if: FileManager.default.fileExists(atPath: "/dev/full"), "Linux alone has a device that is always full"),
    arguments: ["photos list.txt --json", "download list.txt", "lesson"])
  func fullOutput(line: String) async throws {
    let result = try await folder.run(line, status: 73, by: #"exec "$@" >/dev/full"#)
    #expect(
      result.error.hasSuffix("pipeline: cannot write to standard output: No space left on device\n"),
      "\(result.error)")
  }

  @Test("The reader of standard output may leave early")
  func closedOutput() async throws {
    let result = try await folder.run(
      "photos list.txt --verbose", status: nil, by: #"{ "$@"; echo "$?" >&2; } | true"#)
    #expect(result.error.hasSuffix("0\n"), "\(result.error)")
  }

  @Test("A proxy that the environment names is not asked for what is on this machine")
  func proxy() async throws {
    try await folder.run(
      "download list.txt", by: #"http_proxy=http://127.0.0.1:1 no_proxy=example.org exec "$@""#)
  }

  @Test(
    "An interrupt that is pending when the program starts ends it with 130, not by the signal",
    .enabled(if: Tool.python3.isHere, "Python is needed to block the signal"))
  func earlyInterrupt() async throws {
    let script = """
      import os, signal, sys
      signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
      os.kill(os.getpid(), signal.SIGINT)
      os.execv(sys.argv[1], sys.argv[1:])
      """
    try folder.write(script, to: "pending.py")
    server.handler = ReplyGate(opensAt: 2).handler
    try await folder.run("photos list.txt", status: 130, by: #"exec python3 pending.py "$@""#)
  }

  @Test(
    "A signal that the caller ignores stays ignored: under nohup, or in the background of a script",
    arguments: [("HUP", SIGHUP), ("INT", SIGINT)])
  func ignored(name: String, number: Int32) async throws {
    let signals = Signals()
    server.handler = { _ in
      signals.send(number)
      return nil
    }
    try await folder.run("download list.txt", by: #"trap "" \#(name); exec "$@""#, signals: signals)
  }

  @Test(
    "Where standard output is closed, no line for it gets into a file",
    arguments: ["photos", "download"], [">&-", "<&- >&-", "<&- >&- 2>&-"])
  func closed(command: String, streams: String) async throws {
    try await folder.run("\(command) list.txt --out out --verbose", by: #"exec "$@" \#(streams)"#)
    let journal = try text("out/.pipeline.jsonl").split(separator: "\n")
    #expect(!journal.isEmpty)
    #expect(journal.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
  }

  @Test("A folder removed meanwhile ends the run with one sentence", arguments: ["photos", "download"])
  func removed(command: String) async throws {
    try list(3)
    server.handler = { [path = folder.path] _ in
      try? FileManager.default.removeItem(atPath: path + "/out")
      return nil
    }
    let result = try await folder.run("\(command) list.txt --out out --downloads 1", status: 73)
    let words = result.output + result.error
    #expect(words.contains("its folder has been removed; start again"), "\(words)")
    #expect(!words.contains("Error Domain"), "\(words)")
  }

  @Test("As many downloads run at a time as asked for, from one host too", arguments: ["photos", "download"])
  func asManyAsAskedFor(command: String) async throws {
    try list(100)
    // No request gets a response before all have arrived.
    server.handler = ReplyGate(opensAt: 100).handler
    let result = try await folder.run("\(command) list.txt --downloads 100 --retries 0", status: 3)
    #expect(
      result.output.contains("100 failed") && !result.output.contains("sent nothing"), "\(result.output)")
  }

  @Test("Where few files may be open, fewer are downloaded at a time, and none fails")
  func fewFiles() async throws {
    try list(200)
    let result = try await folder.run("download list.txt --downloads 64", by: #"ulimit -n 64; exec "$@""#)
    #expect(result.output.contains("200 files saved"))
    #expect(result.error.contains("pipeline: only 8 of 64 simultaneous downloads"))
  }

  @Test("Too few open files are reported before anything begins")
  func tooFewFiles() async throws {
    let result = try await folder.run("", status: 71, by: #"ulimit -n 12; exec "$@""#)
    #expect(result.error == "pipeline: only 12 files can be open, but 64 are needed; raise ulimit -n\n")
  }

  #if os(Linux)
    @Test("Too little memory for threads is reported without a hang", arguments: [300_000, 400_000, 500_000])
    func tooLittleMemory(kilobytes: Int) async throws {
      let result = try await folder.run("", status: 71, by: "ulimit -v \(kilobytes); exec \"$@\"")
      #expect(result.error.contains("700 are needed; raise ulimit -v"), "\(result.error)")
    }

    @Test("Checking for threads takes no memory but their stacks")
    func enoughMemory() async throws {
      // The limit is enough for the stacks of all threads, 8 MB each. The rest isn't enough for a malloc arena
      // per thread.
      let threads = 2 * ProcessInfo.processInfo.activeProcessorCount + 8
      let kilobytes = 624_000 + threads * 8192
      for _ in 0..<5 {
        try await folder.run(
          "photos list.txt --dry-run", by: "ulimit -s 8192; ulimit -v \(kilobytes); exec \"$@\"")
      }
    }

    @Test(
      "A poster that the memory does not suffice for is refused with what it takes, by every engine",
      arguments: ["gcd", "operation"])
    func largePoster(engine: String) async throws {
      let result = try await folder.run(
        "poster list.txt --size 8000x8000 --engine \(engine)", status: 73,
        // The number of arenas that malloc reserves depends on how threads are scheduled.
        by: #"ulimit -v 1000000; MALLOC_ARENA_MAX=2 exec "$@""#)
      #expect(result.error.contains("8000×8000 pixels, which takes 1408 MB"), "\(result.error)")
    }

    @Test("Every thread blocks the signals that one waits for, so that none is lost however early it comes")
    func blocked() async throws {
      let status = folder.path + "/status.txt"
      server.handler = { [path = folder.path] _ in
        let pid = (try? String(contentsOfFile: path + "/pid", encoding: .utf8))?.trimmingCharacters(
          in: .newlines)
        let tasks = "/proc/\(pid ?? "")/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        let texts = threads.compactMap {
          try? String(contentsOfFile: "\(tasks)/\($0)/status", encoding: .utf8)
        }
        try? Data(texts.joined().utf8).write(to: URL(fileURLWithPath: status))
        return nil
      }
      _ = try await folder.run("download list.txt", status: nil, by: #"echo "$$" >pid; exec "$@""#)
      let masks = try String(contentsOfFile: status, encoding: .utf8).split(separator: "\n").compactMap {
        $0.hasPrefix("SigBlk:")
          ? UInt64($0.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16) : nil
      }
      let waited: UInt64 = [SIGHUP, SIGINT, SIGTERM].reduce(0) { $0 | 1 << UInt64($1 - 1) }
      #expect(masks.count > 2)
      // The thread that waits for signals unblocks them while it waits.
      #expect(masks.filter { $0 & waited != waited }.count <= 1)
    }
  #endif
}
