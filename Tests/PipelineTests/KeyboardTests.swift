import Testing

@testable import pipeline

@Suite("Keys")
struct KeyboardTests {
  @Test(
    "Letters and other keys are distinguished; what is not known is passed over, and costs no key after it",
    arguments: [
      ("qj", [.letter("q"), .letter("j")]),
      ("\u{1B}[A\u{1B}[Bk\u{1B}[5~\u{1B}[6~\u{1B}OH", [.up, .down, .letter("k"), .pageUp, .pageDown, .home]),
      ("\u{1B}[15~q", [.letter("q")]), ("\u{1B}[", []), ("é\u{1}q", [.letter("q")]),
    ] as [(String, [Key])])
  func keys(bytes: String, expected: [Key]) { #expect(Keyboard.keys(bytes.utf8) == expected) }
}

@Suite("A list that is scrolled")
struct ScrolledListTests {
  @Test("It keeps what is going on in sight until the user scrolls")
  func following() {
    var list = ScrolledList()
    list.show(count: 50, height: 10, following: 20)
    #expect(list.visible == 15..<25)
    list.move(by: 1)
    list.show(count: 50, height: 10, following: 40)
    #expect(list.visible == 16..<26)
  }

  @Test("It never leaves the list, however long or short that is")
  func bounds() {
    var list = ScrolledList()
    list.show(count: 0, height: 10, following: nil)
    #expect(list.visible.isEmpty)
    list.show(count: 50, height: 10, following: 49)
    #expect(list.visible == 40..<50)
    list.move(by: 100)
    #expect(list.visible == 40..<50)
    list.move(by: -1000)
    #expect(list.visible == 0..<10)
    list.show(count: 3, height: 10, following: nil)
    #expect(list.visible == 0..<3)
    #expect(!list.isCut)
  }
}
