import Foundation
import LessonKit

/// A lesson as a terminal shows it.
struct LessonPage {
  private let lesson: Lesson
  private let style: Style
  private let width: Int

  /// - Parameter width: of the terminal, in columns.
  init(_ lesson: Lesson, style: Style, width: Int) {
    (self.lesson, self.style, self.width) = (lesson, style, max(20, width))
  }

  /// What the lesson says, and its code.
  var text: String {
    let heading = style.bold("\(lesson)")
    let explanation = Prose(lesson.explanation, style: style).wrapped(to: min(width, 100))
    return heading + "\n\n" + explanation + "\n" + code + "\n"
  }

  /// Beside each other, or one above the other where that would be too narrow to read.
  private var code: String {
    let sources = Lesson.Version.allCases.map { version in
      lesson.source(version).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
        String.init)
    }
    let longest = sources.joined().map { columns($0) }.max() ?? 0
    let column = min(longest, (width - 3) / 2)
    let folded = sources.map { $0.flatMap { SwiftCode.folded($0, to: column) } }
    let fits = folded.joined().allSatisfy { columns($0) <= column }
    guard fits, column >= min(longest, Self.narrow) else {
      return zip(Lesson.Version.allCases, sources).map { version, lines in
        rule(version.rawValue, min(width, longest)) + "\n"
          + lines.map { SwiftCode.colored($0, style) + "\n" }.joined()
      }.joined(separator: "\n")
    }
    let rows = folded.map(\.count).max() ?? 0
    let lines = folded.map { $0 + Array(repeating: "", count: rows - $0.count) }
    return Lesson.Version.allCases.map { rule($0.rawValue, column) }.joined(separator: style.dim("─┬─"))
      + "\n"
      + zip(lines[0], lines[1]).map { left, right in
        let fill = String(repeating: " ", count: max(0, column - columns(left)))
        return SwiftCode.colored(left, style) + fill + style.dim(" │ ") + SwiftCode.colored(right, style)
          + "\n"
      }.joined()
  }

  /// A column of code that is narrower, in characters, is hard to read.
  private static let narrow = 56

  /// What each version did, on one axis of time.
  func outcome(of stories: [(Lesson.Version, Story)]) -> String {
    let axis = stories.map { Timeline.length($0.1) }.max() ?? .zero
    let chart = Timeline(
      style: style, width: width, length: axis, labels: stories.flatMap { Timeline.labels($0.1) })
    return stories.map { version, story in
      rule(version.rawValue, min(width, 110)) + "\n" + chart.drawn(story)
    }.joined(separator: "\n") + ratio(stories.map(\.1))
  }

  /// What was timed is told as a ratio: a figure alone says more about the machine.
  private func ratio(_ stories: [Story]) -> String {
    let costs = stories.compactMap { $0.figure("ns a job") }
    guard costs.count == 2, costs[0] > 0 else { return "" }
    let times = String(format: "%.1f", Double(costs[1]) / Double(costs[0]))
    let text = "In this run a job cost \(times) times as much with Operation as with GCD."
    return "\n" + Prose(text, style: style).wrapped(to: width)
  }

  private func rule(_ title: String, _ width: Int) -> String {
    let line = String(repeating: "─", count: max(0, width - columns(title) - 4))
    return style.dim("── ") + style.bold(title) + style.dim(" " + line)
  }
}
