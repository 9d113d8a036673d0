import Base
import TestSupport
import Testing

@testable import PhotoLists

@Suite("Lists: whatever the bytes, reading ends with entries or an error")
struct ListFuzzTests {
  @Test("Lists with bytes changed, cut, doubled or swapped neither crash nor hang")
  func mutated() throws {
    let lists = try listsOfAllFormats()
    var mutations = Mutations(SplitMix(seed: 3))
    for round in 0..<4000 {
      let bytes = mutations.mutate(lists[round % lists.count], count: 6)
      let whole = outcome(of: bytes)
      #expect(whole.entries.allSatisfy { !$0.name.isEmpty })
      #expect(outcome(of: bytes, step: 3) == whole)
    }
  }
}
