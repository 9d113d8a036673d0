import Testing

@testable import Workloads

@Suite("Failed entries")
struct FailureListTests {
  private func entry(_ position: Int, bytes: Int = 900) -> Outcome {
    Outcome(position: position, name: "", url: String(repeating: "x", count: bytes), kind: .failed)
  }

  @Test("The first of the list are kept as far as there is room, and the rest are counted")
  func bounded() {
    var list = FailureList(mostBytes: 3500)
    for position in [5, 1, 9, 3, 2, 7, 8] { list.insert(entry(position)) }
    #expect(list.map(\.position) == [1, 2, 3])
    #expect(list.omitted == 4 && list.total == 7)
  }

  @Test("A single entry that is too large is counted")
  func large() {
    var list = FailureList(mostBytes: 3500)
    list.insert(entry(1, bytes: 64 << 10))
    list.insert(entry(2))
    #expect(list.count <= 1 && list.total == 2)
  }
}
