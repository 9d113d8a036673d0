import Testing

@testable import Measurement

@Suite struct ChangeTests {
  private func comparison(_ walls: [Double], engine: String = "gcd") -> Comparison {
    Comparison(
      workload: "photos", engines: [engine],
      runs: walls.enumerated().map { Comparison.Run(block: $0, column: 0, figures: [.wall: $1]) })
  }

  private let before = [1.0, 1.02, 0.98, 1.01, 0.99, 1.0]

  @Test(
    "A figure that doubled has changed, one that strays as before has not, and few runs or another engine say nothing"
  )
  func changed() throws {
    let doubled = comparison(before.map { 2 * $0 }).changes(since: comparison(before))
    #expect(doubled.map(\.figure) == [.wall])
    let change = try #require(doubled.first)
    #expect(change.isReal && change.ratio == 2 && change.low > 1.9 && change.high < 2.1)
    let same = comparison(before.reversed()).changes(since: comparison(before))
    #expect(same.map(\.isReal) == [false])
    #expect(comparison([1, 1, 1]).changes(since: comparison(before)).isEmpty)
    #expect(comparison(before, engine: "operation").changes(since: comparison(before)).isEmpty)
  }
}
