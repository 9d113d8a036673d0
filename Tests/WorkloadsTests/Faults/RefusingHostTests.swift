import Engines
import TestSupport
import Testing

@testable import Transport
@testable import Workloads

@Suite("A host that refuses every connection")
final class RefusingHostTests: FaultBenchTests {
  private static let entries = 400
  /// The maximum number of entries in progress.
  private static let ahead = 16

  @Test(
    "It is given up once for all entries, and no later entry is tried, each for the same reason",
    .timeLimit(.minutes(5)), arguments: EngineName.allCases,
    [FaultedWorkload.photos, .download].flatMap { workload in [0, 1, 3].map { (workload, retries: $0) } })
  func givenUp(name: EngineName, settings: (FaultedWorkload, retries: Int)) async throws {
    let (workload, retries) = settings
    // No server listens on this port.
    let entries = (1...Self.entries).map { ("\($0)", "http://127.0.0.1:1/\($0).png") }
    let policy = RetryPolicy(retries: retries, first: .milliseconds(1), longest: .seconds(600))
    let transfers = TransportSettings.with { $0.retry = policy }
    let run = try bench.make(
      workload, name, bench.list(workload, entries), transfers, into: out
    ) { $0.ahead = Self.ahead }
    await run.finished()
    #expect(run.error == nil)
    #expect(run.tally.failed == Self.entries && run.tally.settled == Self.entries)

    let reasons = run.failures.map(\.reason)
    let refused = reasons.filter { $0.hasPrefix("could not connect (") }
    let attempts = retries == 0 ? 4 : retries + 2
    // Only the last probe is refused. Without retries, so are all attempts before it, and the transfers that
    // were in flight then.
    let most = retries == 0 ? attempts - 1 + Self.ahead : 1
    #expect((1...most).contains(refused.count), "\(refused.count)")
    let givenUp = reasons.filter {
      $0.hasPrefix(
        "not tried: 127.0.0.1:1 was given up after \(attempts) attempts in a row: could not connect (")
    }
    #expect(givenUp.count == Self.entries - refused.count, "\(Set(reasons))")
  }
}
