import Foundation

/// Shows a lesson on a terminal, part by part as the reader answers, or writes all of it to a file or a pipe.
struct LessonReader {
  private let terminal: Terminal
  private let asks: Bool

  /// - Parameter asks: whether to wait for answers, if there is someone to answer.
  init(_ terminal: Terminal, asks: Bool) {
    self.terminal = terminal
    self.asks = asks && terminal.isInteractive && isatty(0) != 0
  }

  /// Blocks until a line has been typed; returns an empty answer at once if there is no one to ask.
  /// - Returns: nil where the reader ends the lesson.
  func answer(to words: String) -> String? {
    guard asks else { return "" }
    terminal.write(words)
    let line = readLine()?.trimmingCharacters(in: .whitespaces)
    terminal.write("\n")
    return line == "q" ? nil : line
  }

  /// Writes parts, and waits before each that would push an unread one out of the window.
  /// - Parameter parts: whole lines; a part that is higher than the window is cut.
  /// - Returns: false where the reader ends the lesson.
  func show(_ parts: [String]) -> Bool {
    guard asks else {
      terminal.write(parts.joined())
      return true
    }
    let room = max(2, terminal.size.rows - 1)
    var used = 0
    for part in parts.flatMap({ cut($0, to: room) }) {
      let height = part.count { $0 == "\n" }
      if used > 0, used + height > room {
        // Blank lines need no screen of their own.
        if part.allSatisfy(\.isNewline) { continue }
        if answer(to: "Enter for more, q to end: ") == nil { return false }
        used = 0
      }
      terminal.write(part)
      used += height
    }
    return true
  }

  private func cut(_ part: String, to height: Int) -> [String] {
    let lines = part.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return stride(from: 0, to: lines.count, by: height).map { first in
      lines.dropFirst(first).prefix(height).map { $0 + "\n" }.joined()
    }
  }
}
