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

  @Test("A word that is longer than the line stays whole, and colours take no column")
  func whole() {
    #expect(
      wrapped("see http://example.com/a/long/path now", to: 12)
        == "see\n  http://example.com/a/long/path\n  now")
    #expect(wrapped("\u{1B}[31m1234567890\u{1B}[0m", to: 10) == "\u{1B}[31m1234567890\u{1B}[0m")
  }
}
