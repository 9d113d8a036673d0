import Engine
import Engines
import Foundation
import PhotoLists
import TestSupport
import Testing

@testable import Transport
@testable import Workloads

@Suite("A host that refuses every connection")
struct RefusingHostTests {
  enum Kind: CaseIterable { case photos, download }

  private static let entries = 400
  /// Entries in progress at a time.
  private static let ahead = 16
  private let folder: Folder

  init() throws {
    folder = try Folder()
    // Nobody listens there.
    let urls = (1...Self.entries).map { "http://127.0.0.1:1/\($0).png" }
    try Data(urls.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: folder.path + "/list.txt"))
  }

  @Test(
    "It is given up once an entry has used up its attempts, and no later entry is tried, each for the same reason",
    .timeLimit(.minutes(5)), arguments: Kind.allCases, EngineName.allCases)
  func givenUp(kind: Kind, name: EngineName) async throws {
    for retries in [0, 1, 3] { try await expectGivenUp(kind, name, retries: retries) }
  }

  private func expectGivenUp(_ kind: Kind, _ name: EngineName, retries: Int) async throws {
    let run = try makeRun(kind, name.makeEngine(reporting: .serial("reports")), retries: retries)
    await run.finished()
    #expect(run.error == nil)
    #expect(run.tally.failed == Self.entries && run.tally.settled == Self.entries)

    let reasons = run.failures.map(\.reason)
    let refused = reasons.filter { $0.hasPrefix("could not connect (") }
    // The one that used up its attempts, and those in flight at that moment.
    #expect((1...Self.ahead).contains(refused.count), "\(refused.count)")
    let counts = reasons.compactMap(refusals)
    #expect(counts.count == Self.entries - refused.count, "\(Set(reasons))")
    let attempts = try #require(counts.max())
    #expect(attempts <= Self.ahead * (1 + retries), "\(attempts) attempts")
  }

  /// The number in “not tried: HOST refused 7 connections in a row”; nil for another reason.
  private func refusals(_ reason: String) -> Int? {
    let (start, end) = ("not tried: 127.0.0.1:1 refused ", " connections in a row")
    guard reason.hasPrefix(start), reason.hasSuffix(end) else { return nil }
    return Int(reason.dropFirst(start.count).dropLast(end.count))
  }

  private func makeRun(_ kind: Kind, _ engine: any JobEngine, retries: Int) throws -> WorkloadRun {
    var configuration = TransportConfiguration.patient
    configuration.retry = RetryPolicy(retries: retries, first: .milliseconds(1), longest: .seconds(600))
    let (transport, output) = (Transport(configuration), try OutputFolder(folder.path + "/out"))
    let list = ListSource.file(folder.path + "/list.txt")
    switch kind {
    case .photos:
      return PhotoRun(
        engine: engine, transport: transport, list: list, output: output,
        options: .with { $0.ahead = Self.ahead })
    case .download:
      return DownloadRun(
        engine: engine, transport: transport, list: list, output: output,
        options: .with { $0.ahead = Self.ahead })
    }
  }
}
