import Testing

@testable import pipeline

@Suite("Long lines on a terminal")
struct WrappingTests {
  @Test("Lines are broken between words, and go on behind their first column or their indentation")
  func wraps() {
    #expect(wrapped("one two three", to: 20) == "one two three")
    #expect(wrapped("pipeline: one two three four", to: 16) == "pipeline: one\n  two three four")
    #expect(
      wrapped("  cpu    one two three four five six", to: 28)
        == "  cpu    one two three four\n         five six")
    #expect(wrapped("a\n\nb\n", to: 5) == "a\n\nb\n")
  }

  @Test("Cells side by side are as many a line as fit, and none is broken")
  func folds() {
    #expect(folded(["✓ one", "✓ two", "✓ three"], "  ", to: 12) == ["✓ one  ✓ two", "✓ three"])
    #expect(folded(["longer than the line", "a"], "  ", to: 5) == ["longer than the line", "a"])
    #expect(folded([], "  ", to: 5) == [])
  }

  @Test("A table that is too wide goes on below, with its first column again")
  func tables() {
    #expect(tableBlocks(of: [10, 10, 10], behind: 8, gap: 2, to: 32) == [0..<2, 2..<3])
    #expect(tableBlocks(of: [10, 10, 10], behind: 8, gap: 2, to: .max) == [0..<3])
    #expect(tableBlocks(of: [50, 3, 3], behind: 8, gap: 2, to: 20) == [0..<1, 1..<3])
    #expect(tableBlocks(of: [], behind: 8, gap: 2, to: 20) == [])
  }

  @Test("A word that is longer than the line stays whole, and colours take no column")
  func whole() {
    #expect(
      wrapped("see http://example.com/a/long/path now", to: 12)
        == "see\n  http://example.com/a/long/path\n  now")
    #expect(wrapped("\u{1B}[31m1234567890\u{1B}[0m", to: 10) == "\u{1B}[31m1234567890\u{1B}[0m")
  }
}
