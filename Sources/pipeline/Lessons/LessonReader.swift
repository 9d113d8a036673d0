import Foundation

/// Shows a lesson part by part on a terminal, or writes all of it to a file or pipe.
struct LessonReader {
  private let terminal: Terminal
  /// Whether a reader is present and wants to be asked questions.
  let asks: Bool

  /// Creates a reader for a terminal, file or pipe.
  /// - Parameter asks: Whether to wait for answers, if a reader is present.
  init(_ terminal: Terminal, asks: Bool) {
    self.terminal = terminal
    self.asks = asks && terminal.isInteractive && isatty(0) != 0
  }

  /// The reader's response to a question.
  enum Answer: Equatable {
    /// The reader pressed Enter without typing an answer, or there is no reader to ask.
    case next
    /// The reader chose an answer, counted from 1.
    case number(Int)
    /// The reader asked to see the code first.
    case code
    /// The reader asked to end the lesson.
    case end

    var number: Int? { if case .number(let number) = self { number } else { nil } }
  }

  /// Repeats the prompt until the reader presses Enter alone, types one of the numbers, or types `c` or `q`.
  /// - Parameter count: The number of answers to choose from.
  func answer(to prompt: String, count: Int = 0) -> Answer {
    guard asks else { return .next }
    while true {
      terminal.write(prompt)
      guard let line = readLine() else {
        terminal.write("\n")
        return .end
      }
      guard let answer = Self.answer(line, count: count) else {
        let numbers = count > 0 ? "a number from 1 to \(count), " : ""
        let typed = cut(line.trimmingCharacters(in: .whitespaces), to: 20)
        terminal.say("“\(typed)” is none of these: \(numbers)c for the code, Enter alone, or q to end.\n")
        continue
      }
      terminal.write("\n")
      return answer
    }
  }

  /// Waits for Enter, and then erases the prompt, so that no gap is left between the parts.
  /// - Parameter quitting: The effect of `q`.
  /// - Returns: False if the reader types `q`.
  func continues(with part: String, quitting: String = "to end") -> Bool {
    guard asks else { return true }
    while true {
      terminal.write("Enter for \(part), q \(quitting): ")
      let line = readLine()
      // The echo of Enter has moved the cursor to the next row.
      terminal.write((line == nil ? "" : "\u{1B}[A") + "\r\u{1B}[K")
      switch line.map({ Self.answer($0, count: 0) }) ?? .end {
      case .next: return true
      case .end: return false
      default: continue
      }
    }
  }

  /// Parses a typed line. Returns nil if it isn't a valid answer.
  static func answer(_ line: String, count: Int) -> Answer? {
    let word = line.trimmingCharacters(in: .whitespaces).lowercased()
    if word.isEmpty { return .next }
    if ["q", "quit"].contains(word) { return .end }
    if ["c", "code"].contains(word) { return .code }
    // Answers are listed as “2.”, so a trailing period is accepted.
    let digits = word.hasSuffix(".") ? word.dropLast() : word[...]
    guard let number = Int(digits), number >= 1, number <= count else { return nil }
    return .number(number)
  }

  /// Writes the parts, and waits before each one that would scroll an unread part out of the window.
  /// - Parameters:
  ///   - parts: Whole lines. A part that is taller than the window is split.
  ///   - quitting: The effect of `q`.
  /// - Returns: False if the reader types `q`.
  func show(_ parts: [String], quitting: String = "to end") -> Bool {
    guard asks else {
      terminal.write(parts.joined())
      return true
    }
    let room = max(2, terminal.size.rows - 1)
    var used = 0
    for part in parts.flatMap({ pieces(of: $0, height: room) }) {
      let height = part.count { $0 == "\n" }
      if used > 0, used + height > room {
        // Blank lines don't need their own screen.
        if part.allSatisfy(\.isNewline) { continue }
        if !continues(with: "more", quitting: quitting) { return false }
        used = 0
      }
      terminal.write(part)
      used += height
    }
    return true
  }

  private func pieces(of part: String, height: Int) -> [String] {
    let lines = part.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return stride(from: 0, to: lines.count, by: height).map { first in
      lines.dropFirst(first).prefix(height).map { $0 + "\n" }.joined()
    }
  }
}
