import Engine
import Foundation

/// The size and style of a live display, with functions that create its lines.
struct Screen {
  /// The maximum width of a line, in columns.
  let width: Int
  /// The number of rows of the terminal.
  let height: Int
  let style: Style

  func line(_ text: String, _ paint: (String) -> String) -> Line { Line(cut(text, to: width), paint) }

  /// Returns the row of a photo or file, with its state.
  func row(_ mark: Mark, _ name: String, _ note: String, indent: String = "") -> Line {
    let paint = mark.paint(style)
    let front = Line("\(indent)\(mark.sign) \(fitted(name, to: min(36, width / 2)))", paint)
    let gap = 2
    return Line(joining: [front, Line(cut(note, to: width - front.columns - gap), paint)], gap: gap)
  }

  /// Returns a progress bar, followed by facts.
  /// - Parameter share: The completed share, from 0 to 1. If it is nil because the total is unknown, a short segment
  ///   moves along the bar.
  func bar(_ share: Double?, _ facts: String) -> Line {
    let room = max(10, min(40, width - columns(facts)))
    var start = 0
    var full = Int((min(max(share ?? 0, 0), 1) * Double(room)).rounded(.down))
    if share == nil {
      full = 3
      start = Int(ProcessInfo.processInfo.systemUptime * 10) % (room - full + 1)
    }
    let bar =
      String(repeating: "░", count: start) + String(repeating: "█", count: full)
      + String(repeating: "░", count: room - start - full)
    return line(bar + facts, style.cyan)
  }

  /// Returns the state of each queue, on as many lines as needed.
  func lines(of queues: [JobQueue]) -> [Line] {
    let cells = queues.map { queue in
      let counts = queue.counts
      let suspended = queue.isSuspended ? " suspended" : ""
      let waiting = counts.waiting > 0 ? "\(counts.waiting) waiting, " : ""
      return
        "\(queue.name): \(waiting)\(counts.ready) ready, \(counts.running)/\(queue.width) running\(suspended)"
    }
    return folded(cells, "   ", to: width).map { line($0, style.dim) }
  }
}

/// A line of a live display, and its width in columns.
struct Line {
  private let parts: [(column: Int, text: String)]
  let columns: Int

  init(_ text: String, _ paint: (String) -> String) {
    parts = [(0, paint(text))]
    columns = pipeline.columns(text)
  }

  init(blank columns: Int) { (parts, self.columns) = ([], max(0, columns)) }

  /// Joins lines side by side.
  /// - Parameter gap: The number of columns between two lines.
  init(joining lines: [Line], gap: Int = 0) {
    var parts: [(Int, String)] = []
    var used = 0
    for line in lines {
      parts += line.parts.map { (used + $0.column, $0.text) }
      used += line.columns + gap
    }
    (self.parts, columns) = (parts, max(0, used - gap))
  }

  /// The text to write into an empty row. Each part after the first moves the cursor to its column and erases the
  /// rest of the row, because the terminal may have drawn the previous part wider or narrower than expected.
  var text: String {
    parts.map { $0.column == 0 ? $0.text : "\u{1B}[\($0.column + 1)G\u{1B}[K\($0.text)" }.joined()
  }
}

/// Colours and text styles, if the terminal supports them.
struct Style: Sendable {
  let usesColor: Bool

  func bold(_ text: String) -> String { wrap(text, "1") }
  func dim(_ text: String) -> String { wrap(text, "2") }
  func red(_ text: String) -> String { wrap(text, "31") }
  func green(_ text: String) -> String { wrap(text, "32") }
  func yellow(_ text: String) -> String { wrap(text, "33") }
  func cyan(_ text: String) -> String { wrap(text, "36") }

  private func wrap(_ text: String, _ code: String) -> String {
    usesColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
