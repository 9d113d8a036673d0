import Base
import Foundation

/// Escapes characters that would move the cursor, end the line or change the direction of text, for example as
/// `\\u{1B}`. Names need this because they are untrusted.
func oneLine(_ text: String) -> String { Printable.escaped(text) }

/// Wraps long lines between words. Continuation lines are indented to the column after the first double space, or
/// otherwise by `indentation` more than the line.
func wrapped(_ text: String, to width: Int, indentation: Int = 2) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false)
    .map { wrapped(line: $0, to: width, more: indentation) }
    .joined(separator: "\n")
}

private func wrapped(line: Substring, to width: Int, more: Int) -> String {
  // Colour codes take no columns. Most words have none, and parsing the expression takes longer than all the rest.
  func shown(_ text: Substring) -> Int {
    let isColored = text.unicodeScalars.contains("\u{1B}")
    return columns(isColored ? String(text).replacing(/\u{1B}\[[0-9;]*m/, with: "") : String(text))
  }
  guard shown(line) > width else { return String(line) }
  let indentation = line.prefix { $0 == " " }.count
  let column = line.dropFirst(indentation).range(of: "  ").map { gap in
    line[..<gap.lowerBound].count + line[gap.lowerBound...].prefix { $0 == " " }.count
  }
  let next = column.flatMap { $0 <= width / 3 ? $0 : nil } ?? indentation + more
  var lines = [String(repeating: " ", count: indentation)]
  var used = indentation
  for word in line.dropFirst(indentation).split(separator: " ", omittingEmptySubsequences: false) {
    let isFirst = used == indentation && lines.count == 1
    if !isFirst, used + 1 + shown(word) > width, used > next {
      lines.append(String(repeating: " ", count: next) + word)
      used = next + shown(word)
    } else {
      lines[lines.count - 1] += (isFirst ? "" : " ") + word
      used += shown(word) + (isFirst ? 0 : 1)
    }
  }
  return lines.joined(separator: "\n")
}

/// Joins the cells into lines of at most `width` columns. A cell is never split.
func folded(_ cells: [String], _ separator: String, to width: Int) -> [String] {
  var lines: [String] = []
  for cell in cells {
    if let last = lines.last, columns(last) + columns(separator) + columns(cell) <= width {
      lines[lines.count - 1] += separator + cell
    } else {
      lines.append(cell)
    }
  }
  return lines
}

/// Splits the columns of a table into blocks that fit in `width`, if possible. Each block repeats the first column.
/// - Parameter gap: The space between two columns.
func tableBlocks(of widths: [Int], behind first: Int, gap: Int, to width: Int) -> [Range<Int>] {
  var blocks: [Range<Int>] = []
  var used = Int.max
  for (column, columns) in widths.enumerated() {
    if blocks.isEmpty || used + gap + columns > width {
      blocks.append(column..<column)
      used = first
    }
    blocks[blocks.count - 1] = blocks[blocks.count - 1].lowerBound..<column + 1
    used += gap + columns
  }
  return blocks
}

/// Returns the text on one line, cut to at most `width` columns.
func cut(_ text: String, to width: Int) -> String {
  var result = ""
  var used = 0
  let clean = oneLine(text)
  let isCut = columns(clean) > width
  for character in clean {
    let next = columns(character)
    if used + next > (isCut ? max(0, width - 1) : width) { break }
    result.append(character)
    used += next
  }
  return isCut && width > 0 ? result + "…" : result
}

/// Returns the text on one line, cut or padded to exactly `width` columns.
func fitted(_ text: String, to width: Int) -> String {
  let shown = cut(text, to: width)
  return shown + String(repeating: " ", count: max(0, width - columns(shown)))
}

/// Returns a number of bytes in decimal units, such as “1.4 MB”.
func byteText(_ bytes: Int) -> String {
  let units = ["B", "kB", "MB", "GB", "TB"]
  var value = Double(bytes)
  var unit = 0
  while value >= 999.5, unit < units.count - 1 {
    value /= 1000
    unit += 1
  }
  return unit == 0 ? "\(bytes) B" : String(format: value < 9.95 ? "%.1f %@" : "%.0f %@", value, units[unit])
}

/// Returns a duration as readable text, such as “4 ms”, “1.3 s” or “2 min 5 s”.
func shortDurationText(_ seconds: Double) -> String {
  switch seconds {
  case ..<0.0995: String(format: seconds < 0.00995 ? "%.1f ms" : "%.0f ms", seconds * 1000)
  case ..<9.95: String(format: "%.1f s", seconds)
  case ..<59.5: String(format: "%.0f s", seconds)
  case ..<3570: "\(Int(seconds.rounded()) / 60) min \(Int(seconds.rounded()) % 60) s"
  default: hourText(minutes: Int(min(seconds, 1e15) / 60 + 0.5))
  }
}

/// A common unit for several durations, which makes them comparable at a glance.
enum TimeUnit {
  case milliseconds, seconds

  /// Chooses the unit for several durations.
  /// - Parameter longest: The longest duration, in seconds.
  init(fitting longest: Double) { self = longest < 0.0995 ? .milliseconds : .seconds }

  /// Returns a duration as text in this unit.
  /// - Parameter seconds: A duration that isn't longer than the one that the unit was chosen for.
  func words(_ seconds: Double) -> String {
    switch self {
    case .milliseconds: String(format: "%.1f ms", seconds * 1000)
    case .seconds: seconds < 59.5 ? String(format: "%.2f s", seconds) : shortDurationText(seconds)
    }
  }
}

private func hourText(minutes: Int) -> String { "\(minutes / 60) h \(minutes % 60) min" }

func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
  "\(count) \(count == 1 ? one : many ?? one + "s")"
}
