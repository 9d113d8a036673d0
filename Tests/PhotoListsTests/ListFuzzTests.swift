import Base
import Foundation
import TestSupport
import Testing

@testable import PhotoLists

@Suite("Lists: whatever the bytes, reading ends with entries or an error")
struct ListFuzzTests {
  @Test("Lists with bytes changed, cut, doubled or swapped neither crash nor hang")
  func mutated() throws {
    let lists = try listsOfAllFormats()
    var generator = SplitMix(seed: 3)
    let interesting: [UInt8] = Array("{}[]\",:\\<>/&;!-u#\n\r\t 0".utf8) + [0, 0xFF, 0x80, 0xEF]
    for round in 0..<4000 {
      var bytes = lists[round % lists.count]
      for _ in 0..<Int.random(in: 1...6, using: &generator) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes[place] = interesting.randomElement(using: &generator) ?? 0
        case 2: bytes.remove(at: place)
        case 3:
          bytes.insert(
            contentsOf: bytes[place...].prefix(Int.random(in: 1...12, using: &generator)), at: place)
        default: bytes.removeSubrange(place...)
        }
      }
      let whole = outcome(of: bytes)
      #expect(whole.entries.allSatisfy { !$0.name.isEmpty })
      #expect(outcome(of: bytes, step: 3) == whole)
    }
  }
}
