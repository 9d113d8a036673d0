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

  /// As many beside each other as the width has room for; one above the other where two would be too narrow to read.
  private var code: String {
    let sources = Lesson.Version.allCases.map { version in
      Source(
        title: version.rawValue,
        lines: lesson.source(version).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
          .map(String.init))
    }
    let longest = sources.flatMap(\.lines).map { columns($0) }.max() ?? 0
    for count in [sources.count, 2] {
      let column = min(longest, (width - 3 * (count - 1)) / count)
      let folded = sources.map { source in
        Source(title: source.title, lines: source.lines.flatMap { SwiftCode.folded($0, to: column) })
      }
      guard column >= min(longest, Self.narrow), folded.flatMap(\.lines).allSatisfy({ columns($0) <= column })
      else { continue }
      return stride(from: 0, to: folded.count, by: count).map { first in
        beside(folded[first..<min(first + count, folded.count)], column)
      }.joined(separator: "\n")
    }
    return sources.map { beside([$0], min(width, longest)) }.joined(separator: "\n")
  }

  private struct Source {
    let title: String
    let lines: [String]
  }

  /// - Parameter column: how wide each is, in characters.
  private func beside(_ sources: ArraySlice<Source>, _ column: Int) -> String {
    let heading = sources.map { rule($0.title, column) }.joined(separator: style.dim("─┬─"))
    let rows = (0..<(sources.map(\.lines.count).max() ?? 0)).map { row in
      let cells = sources.map { row < $0.lines.count ? $0.lines[row] : "" }
      return cells.enumerated().map { place, line in
        let isLast = place == cells.count - 1
        let fill = isLast ? "" : String(repeating: " ", count: max(0, column - columns(line)))
        return SwiftCode.colored(line, style) + fill
      }.joined(separator: style.dim(" │ "))
    }
    return ([heading] + rows).map { $0 + "\n" }.joined()
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
    }.joined(separator: "\n") + ratio(stories)
  }

  /// What was timed is shown as a ratio: a figure alone says more about the machine.
  private func ratio(_ stories: [(Lesson.Version, Story)]) -> String {
    let costs = stories.compactMap { version, story in story.figure("ns a job").map { (version, $0) } }
    guard costs.count > 1, let least = costs.first?.1, least > 0 else { return "" }
    let times = costs.dropFirst().map { version, cost in
      String(format: "%.1f", Double(cost) / Double(least)) + " times as much with \(version.rawValue)"
    }
    let text = "In this run a job cost \(times.joined(separator: " and ")) as with GCD."
    return "\n" + Prose(text, style: style).wrapped(to: width)
  }

  private func rule(_ title: String, _ width: Int) -> String {
    let line = String(repeating: "─", count: max(0, width - columns(title) - 4))
    return style.dim("── ") + style.bold(title) + style.dim(" " + line)
  }
}
