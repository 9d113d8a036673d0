import Foundation
import Testing

@testable import pipeline

@Suite("A live display") @MainActor
struct LiveFrameTests {
  /// A terminal's rows, as far as a frame moves in them. What is scrolled off, or cleared as tmux does it, is history.
  private struct Screen {
    private(set) var rows = [String](repeating: "", count: 24)
    private(set) var history = 0
    private(set) var row = 0

    mutating func show(_ text: String) {
      var rest = text[...]
      while let sign = rest.popFirst() {
        switch sign {
        case "\n": newline()
        case "\r": break
        case "\u{1B}":
          let end = rest.firstIndex { $0.isLetter } ?? rest.endIndex
          obey(rest[..<end].dropFirst(), rest[end])
          rest = rest[end...].dropFirst()
        default: rows[row].append(sign)
        }
      }
    }

    private mutating func newline() {
      row += 1
      guard row == rows.count else { return }
      row -= 1
      history += 1
      rows.removeFirst()
      rows.append("")
    }

    private mutating func obey(_ number: Substring, _ letter: Character) {
      switch letter {
      case "A": row = max(0, row - (Int(number) ?? 1))
      case "K": rows[row] = ""
      case "J":
        if row == 0 { history += rows.count }
        for index in row..<rows.count { rows[index] = "" }
      default: break
      }
    }
  }

  @Test(
    "Each frame takes the place of the last one, and goes into no history, be it as high as the screen",
    arguments: [[3, 3], [3, 1, 2], [1, 3], [23, 23, 23], [30, 30], [23, 2, 23]])
  func replaced(heights: [Int]) throws {
    let pipe = Pipe()
    let terminal = Terminal(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    var height = 0
    let frame = LiveFrame(terminal) { _ in (0..<height).map { Line("\(height): \($0)") { $0 } } }
    var screen = Screen()
    // What a shell has left there goes off as the first frame needs its room, and nothing after it.
    screen.show("before\n")
    var history: Int?
    for next in heights {
      height = next
      frame.draw()
      screen.show(String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self))
      let shown = min(next, 23)
      let expected = (0..<shown).map { "\(next): \($0)" }
      #expect(Array(screen.rows[..<screen.row].suffix(shown)) == expected)
      #expect(screen.rows[screen.row...].allSatisfy { $0.isEmpty })
      if next == heights.max() {
        #expect(history == nil || history == screen.history)
        history = screen.history
      }
    }
    frame.stop()
    screen.show(String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self))
    #expect(screen.rows.allSatisfy { $0.isEmpty || $0 == "before" })
    #expect(screen.history == history)
  }
}
