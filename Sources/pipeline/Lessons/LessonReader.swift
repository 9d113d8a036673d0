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
    /// The reader asked for the screen before.
    case back
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
      guard let answer = Self.answer(line, count: count), answer != .back else {
        let numbers = count > 0 ? "a number from 1 to \(count), " : ""
        let typed = cut(line.trimmingCharacters(in: .whitespaces), to: 20)
        terminal.say("“\(typed)” is none of these: \(numbers)c for the code, Enter alone, or q to end.\n")
        continue
      }
      terminal.write("\n")
      return answer
    }
  }

  /// Waits for Enter, `b` or `q`, and then erases the prompt, so that no gap is left between the screens.
  private func answer(toErased prompt: String) -> Answer {
    while true {
      terminal.write(prompt)
      let line = readLine()
      // The echo of Enter has moved the cursor to the next row.
      let up = (columns(prompt + (line ?? "")) - 1) / max(1, terminal.size.columns) + (line == nil ? 0 : 1)
      terminal.write((up > 0 ? "\u{1B}[\(up)A" : "") + "\r\u{1B}[J")
      let answer = line.map { Self.answer($0, count: 0) } ?? .end
      if let answer, answer != .code { return answer }
    }
  }

  /// Parses a typed line. Returns nil if it isn't a valid answer.
  static func answer(_ line: String, count: Int) -> Answer? {
    let word = line.trimmingCharacters(in: .whitespaces).lowercased()
    if word.isEmpty { return .next }
    if ["q", "quit"].contains(word) { return .end }
    if ["b", "back"].contains(word) { return .back }
    if ["c", "code"].contains(word) { return .code }
    // Answers are listed as “2.”, so a trailing period is accepted.
    let digits = word.hasSuffix(".") ? word.dropLast() : word[...]
    guard let number = Int(digits), number >= 1, number <= count else { return nil }
    return .number(number)
  }

  /// A chapter has a name and parts, which are whole lines.
  typealias Chapter = (name: String, parts: [String])

  /// Writes chapters a screen at a time. Waits before each screen but the first, and goes back on request.
  /// - Parameter quitting: The effect of `q`.
  /// - Returns: False if the reader types `q`.
  @discardableResult
  func show(_ chapters: [Chapter], quitting: String = "to end") -> Bool {
    guard asks else {
      terminal.write(chapters.flatMap(\.parts).joined())
      return true
    }
    let screens = chapters.flatMap { chapter in
      self.screens(of: chapter.parts).enumerated().map {
        (name: $0.offset == 0 ? chapter.name : "more", text: $0.element)
      }
    }
    var place = 0
    while place < screens.count {
      terminal.write(screens[place].text)
      guard place + 1 < screens.count else { return true }
      let prompt =
        "Enter for \(screens[place + 1].name) (\(place + 1)/\(screens.count))"
        + (place > 0 ? ", b to go back" : "") + ", q \(quitting): "
      switch answer(toErased: prompt) {
      case .end: return false
      case .back: place = max(0, place - 1)
      default: place += 1
      }
    }
    return true
  }

  /// Divides parts into screens. A part is only split if it is taller than the window.
  private func screens(of parts: [String]) -> [String] {
    let room = max(2, terminal.size.rows - 1)
    var (screens, used): ([String], Int) = ([""], 0)
    for part in parts.flatMap({ pieces(of: $0, height: room) }) {
      let height = part.count { $0 == "\n" }
      if used > 0, used + height > room {
        // Blank lines don't need their own screen.
        if part.allSatisfy(\.isNewline) { continue }
        screens.append("")
        used = 0
      }
      screens[screens.count - 1] += part
      used += height
    }
    return screens
  }

  private func pieces(of part: String, height: Int) -> [String] {
    let lines = part.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return stride(from: 0, to: lines.count, by: height).map { first in
      lines.dropFirst(first).prefix(height).map { $0 + "\n" }.joined()
    }
  }
}
