#if os(Linux)
  import Base
  import Foundation
  import SampleServer
  import TestSupport
  import Testing

  /// The environment variable `FAILED_TRANSFERS` sets the number of transfers. The default is 200.
  @Suite("Thousands of failed transfers", .serialized, .timeLimit(.minutes(15)))
  struct FailedTransfersTests {
    private static let count =
      ProcessInfo.processInfo.environment["FAILED_TRANSFERS"].flatMap { Int($0) } ?? 200

    /// The resources of a process, with memory in bytes.
    private struct Holdings {
      let descriptors: Int
      let threads: Int
      let memory: Int

      init(of process: String) throws {
        func count(_ folder: String) throws -> Int {
          try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/\(folder)").count
        }
        descriptors = try count("fd")
        threads = try count("task")
        let sizes = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
        memory = try #require(Int(sizes.split(separator: " ")[1])) * Int(getpagesize())
      }
    }

    @Test(
      "Failed transfers leave no descriptors and no threads behind, and a small record of each",
      arguments: [("photos", "gcd"), ("photos", "operation"), ("download", "gcd")])
    func holdings(command: String, engine: String) async throws {
      let (folder, server) = (try Folder(), try SampleServer())
      let ways = ["404", "500", "reset", "cut", "garbage"]
      let urls = (1...Self.count).map { "\(server.url)/monarchs/stephen.png?n=\($0)&fail=\(ways[$0 % 5])" }
      try folder.write(urls.joined(separator: "\n"), to: "list.txt")
      let seen = Locked<[Holdings]>([])
      // Measure once the run has reached its full width, and again shortly before its end.
      let moments = ["\(Self.count / 10)", "\(Self.count - 50)"]
      server.handler = { [path = folder.path] request in
        if moments.contains(request.query["n"] ?? "") {
          let process = try? String(contentsOfFile: path + "/process", encoding: .utf8)
          let holdings = try? Holdings(of: process?.trimmingCharacters(in: .newlines) ?? "")
          seen.withLock { $0 += [holdings].compactMap { $0 } }
        }
        return nil
      }
      let result = try await folder.run(
        "\(command) list.txt --engine \(engine) --downloads 4 --retries 0", status: 3,
        by: #"echo "$$" >process; exec "$@""#)
      #expect(result.output.contains("\(Self.count) failed"), "\(result.output.prefix(300))")
      try #require(seen.value.count == 2)
      let (early, late) = (seen.value[0], seen.value[1])
      let note = Comment(rawValue: "\(command), \(engine): \(early), \(late)")
      // Allows for four more connections, and for threads that happen to be running.
      #expect(late.descriptors <= early.descriptors + 4, note)
      #expect(late.threads <= early.threads + 4, note)
      // Allows for the position, name, URL and reason of each failure, and for memory that the allocator keeps.
      #expect(late.memory - early.memory < 4 << 20 + Self.count * 1_000, note)
    }
  }
#endif
