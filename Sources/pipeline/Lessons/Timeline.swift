import Foundation
import LessonKit

/// A story drawn: a row for each thing that a thread did, with time from left to right.
struct Timeline {
  private let style: Style
  private let width: Int
  private let length: Duration
  private let label: Int
  private let thread: Int
  private let chart: Int

  /// - Parameters:
  ///   - width: of the terminal, in columns.
  ///   - length: of the axis.
  ///   - labels: of all stories that share the axis.
  init(style: Style, width: Int, length: Duration, labels: [(thread: String, text: String)]) {
    self.style = style
    self.width = min(width, 110)
    self.length = max(length, .microseconds(1))
    thread = labels.map { columns($0.thread) }.max() ?? 0
    let room = max(2, self.width - thread - 8)
    label = min(labels.map { columns($0.text) }.max() ?? 0, room / 2)
    chart = room - label
  }

  /// From the first thing that happened to the last: what the pool takes to give a thread is not part of a lesson.
  static func length(_ story: Story) -> Duration {
    (story.entries.map { $0.end ?? $0.start }.max() ?? .zero) - start(story)
  }

  private static func start(_ story: Story) -> Duration { story.entries.first?.start ?? .zero }

  static func labels(_ story: Story) -> [(thread: String, text: String)] {
    rows(story).map { ($0[0].thread, label($0)) }
  }

  func drawn(_ story: Story) -> String {
    Self.rows(story).map { drawn($0, from: Self.start(story)) }.joined() + figures(story)
  }

  /// The same thing done by the same thread again is in one row.
  private static func rows(_ story: Story) -> [[Story.Entry]] {
    var rows: [[Story.Entry]] = []
    for entry in story.entries {
      if let row = rows.firstIndex(where: { $0[0].text == entry.text && $0[0].thread == entry.thread }) {
        rows[row].append(entry)
      } else {
        rows.append([entry])
      }
    }
    return rows
  }

  private static func label(_ row: [Story.Entry]) -> String {
    row.count > 1 ? "\(row[0].text) ×\(row.count)" : row[0].text
  }

  private func drawn(_ row: [Story.Entry], from start: Duration) -> String {
    var cells = [Character](repeating: " ", count: chart)
    for entry in row {
      let first = cell(entry.start - start)
      if entry.isSpan {
        for place in first...max(first, cell((entry.end ?? start + length) - start)) { cells[place] = "━" }
      } else {
        cells[first] = "●"
      }
    }
    let bars = String(cells)
    return "  " + style.dim(fitted(row[0].thread, to: thread)) + "  " + fitted(Self.label(row), to: label)
      + " │"
      + (row[0].isSpan ? style.green(bars) : style.yellow(bars)) + "│\n"
  }

  private func cell(_ time: Duration) -> Int {
    min(chart - 1, Int(time / length * Double(chart)))
  }

  private func figures(_ story: Story) -> String {
    var parts = [secondsInWords(Self.length(story) / .seconds(1))]
    if !story.spans.isEmpty { parts.append("at most \(most(story)) at once") }
    parts += story.figures.map { "\($0.name): \($0.value)" }
    let lines = Prose(parts.joined(separator: " · "), style: style).wrapped(to: width - 2)
    return lines.split(separator: "\n").map { "  " + style.dim(String($0)) + "\n" }.joined()
  }

  /// How many bodies were under way together; of each kind, where there are several of several kinds.
  private func most(_ story: Story) -> String {
    let counts = story.spans.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    var kinds: [String] = []
    for text in story.spans where counts[text, default: 0] > 1 && !kinds.contains(text) { kinds.append(text) }
    guard kinds.count > 1 else { return counted(story.mostAtOnce(), "body", "bodies") }
    return kinds.map { "\(story.mostAtOnce($0)) “\($0)”" }.joined(separator: ", ")
  }
}
