import Testing
import Transport

@Suite("Numbers of bytes from outside")
struct ByteCountTests {
  @Test("A negative number is none, and more than any file has is the most", arguments: [Int64.min, -1])
  func range(negative: Int64) {
    #expect(ByteCount(negative) == nil)
    #expect(ByteCount(0)?.count == 0)
    #expect(ByteCount(Int64.max)?.count == 1 << 53)
    #expect(ByteCount(UInt64.max)?.count == 1 << 53)
  }

  @Test("Text is digits alone", arguments: ["", "+1", "-1", " 1", "1 ", "1e3", "99999999999999999999", "٣"])
  func text(wrong: String) {
    #expect(ByteCount(digits: wrong) == nil)
    #expect(ByteCount(digits: "0012")?.count == 12)
  }
}
