import Engines
import Foundation
import TestSupport
import Testing
import Transport

@testable import Workloads

@Suite("Names of more bytes than a disk takes, which is 255")
final class LongNamesTests: FaultBenchTests {
  private static let names = [
    String(repeating: "x", count: 300), String(repeating: "x", count: 300) + "y",
    String(repeating: "夏", count: 100), String(repeating: "👨‍👩‍👧‍👦", count: 20),
    "e" + String(repeating: "\u{301}", count: 400),
  ]

  @Test("In a list they are cut, and each photo has a file of its own", arguments: FaultedWorkload.folders)
  func listed(workload: FaultedWorkload) async throws {
    let list = try bench.list(workload, Self.names.map { ($0, bench.good) }, house: Self.names[0])
    let part = ListPart(name: try NameTemplate("{name}.{ext}"))
    let run = try await bench.run(workload, .gcd, list, into: out) {
      if workload == .download { $0.part = part }
    }
    #expect(run.error == nil && run.reasons.isEmpty, "\(run)")
    #expect(run.done == Self.names.count)
    #expect(run.files.count { $0.hasSuffix(".png") } == Self.names.count)
  }

  @Test("In a URL they fetch a photo, or name a file that cannot be there, and no other photo is lost")
  func inURLs() async throws {
    let folder = bench.folder.path
    let photo = try Data(contentsOf: try #require(URL(string: bench.good)))
    let server = try LoopbackServer { _ in .ok(Array(photo)) }
    defer { server.stop() }
    let long = Self.names[0] + ".png"
    let urls = ["http://127.0.0.1:\(server.port)/\(long)", "file://\(folder)/\(long)", bench.good]
    try bench.folder.write(urls.joined(separator: "\n"), to: "list.txt")
    for workload in [FaultedWorkload.photos, .download] {
      let run = try await bench.run(
        workload, .gcd, .file(folder + "/list.txt"), into: "\(folder)/\(workload)")
      #expect(run.error == nil && run.done == 2, "\(run)")
      #expect(run.reasons.count == 1 && run.reasons[0].contains("name too long"), "\(run.reasons)")
    }
  }
}
