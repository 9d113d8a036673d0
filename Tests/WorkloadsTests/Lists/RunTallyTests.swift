import Testing

@testable import Workloads

@Suite("Failed entries")
struct RunTallyTests {
  private func entry(_ position: Int, bytes: Int = 900) -> Outcome {
    Outcome(position: position, name: "", url: String(repeating: "x", count: bytes), kind: .failed)
  }

  @Test("The first of the list are kept as far as there is room, and the rest are counted")
  func bounded() {
    var tally = RunTally(mostBytes: 3500)
    for position in [5, 1, 9, 3, 2, 7, 8] { tally.count(entry(position)) }
    #expect(tally.failures.map(\.position) == [1, 2, 3])
    #expect(tally.omitted == 4 && tally.failed == 7)
  }

  @Test("A single entry that is too large is counted")
  func large() {
    var tally = RunTally(mostBytes: 3500)
    tally.count(entry(1, bytes: 64 << 10))
    tally.count(entry(2))
    #expect(tally.failures.count <= 1 && tally.failed == 2)
  }
}
