import Foundation
import LessonKit
import Lessons
import Timelines

/// A lesson on a terminal: the question, the behaviour of the versions, their code, and the explanation.
struct LessonPage {
  private let lesson: Lesson
  private let style: Style
  private let width: Int

  /// Creates the page of a lesson.
  /// - Parameter width: The width of the terminal, in columns.
  init(_ lesson: Lesson, style: Style, width: Int) {
    (self.lesson, self.style, self.width) = (lesson, style, max(20, width))
  }

  /// The number and title of the lesson.
  var heading: String { style.bold("\(lesson)") + "\n\n" }

  /// A description of the situation and the question, with numbered answers.
  var question: String {
    let answers = lesson.content.answers.enumerated().map { number, answer in
      prose("\(number + 1). \(answer.text)")
    }
    return prose(lesson.content.question) + (answers.isEmpty ? "" : "\n" + answers.joined())
  }

  /// Returns the correct answer, and whether the reader's answer was wrong. The result is empty for a lesson without
  /// answers.
  /// - Parameter number: The reader's answer, from 1, or nil if there is none.
  func verdict(_ number: Int?) -> String {
    let answers = lesson.content.answers
    guard let right = answers.firstIndex(where: \.isRight) else { return "" }
    let words =
      switch number {
      case nil: "**The answer is \(right + 1):**"
      case right + 1: "**Right:**"
      case let number?: "**\(number) is wrong. It is \(right + 1):**"
      }
    return prose("\(words) \(answers[right].text)")
  }

  /// The reason for the right answer, the difference between the versions, and the lesson in brief. Parts that the
  /// lesson doesn't have are left out.
  var claim: String {
    let text = lesson.content
    let differences = Lesson.Version.apis.map { version in
      lesson.difference(version).map { "**\(version.rawValue):** \($0)" }
    }
    let claims = [text["Because"]?.paragraphs[0]] + differences + [text["In short"]?.paragraphs[0]]
    return claims.compactMap(\.self).map(prose).joined()
  }

  /// The other paragraphs, without the question, a legend of the marks in them, and what to read next.
  var explanation: [String] {
    let rest = lesson.content.parts.filter { !["Predict", "Because", "In short"].contains($0.title) }
      .flatMap { ($0.isFolded ? ["**\($0.title)**"] : []) + $0.paragraphs }
    let trap = "`pipeline lesson \(lesson.number) --trap` shows a trap go wrong."
    let next =
      lessons.first { $0.number > lesson.number }.map { "Next: `pipeline lesson \($0.number)`: \($0.title)" }
      ?? "This was the last lesson: `pipeline lesson` lists all of them."
    return apart(rest.map(prose) + [style.dim(Evidence.legend) + "\n", prose(trap), prose(next)])
  }

  /// The code of the trap, under its title.
  var trapCode: String {
    let lines = lesson.plain(.trap).lines.dropLast().map(\.text)
    let column = max(40, lines.map { columns($0) }.max() ?? 0)
    return beside([(Lesson.Version.trap.rawValue, lines, [])], column)
  }

  /// Draws a run of the trap, and points at the moment at which it goes wrong. The explanation and the cure follow.
  func trapOutcome(_ stories: [(Lesson.Version, Story)]) -> [String] {
    guard let story = stories.first?.1 else { return [] }
    let trap = lesson.trap
    let timeline = Timeline.thinned([story.timeline])[0]
    let moment = trap.moment(in: timeline)
    let chart = LaneChart(style: style, width: width, timelines: [timeline])
    let drawn =
      chart.legend([timeline]) + "\n" + chart.drawn(timeline)
      + (moment.map { chart.pointer(to: $0, in: timeline) } ?? "")
    let heading = moment == nil ? "It went well this time, but not always" : "Here it goes wrong"
    let mistake = prose("**\(heading), “\(trap.event)”:** \(trap.mistake)")
    return [drawn, "\n" + mistake, "\n" + prose("**The cure:** \(trap.cure)")]
  }

  private func apart(_ parts: [String]) -> [String] { parts.prefix(1) + parts.dropFirst().map { "\n" + $0 } }

  private func prose(_ text: String) -> String { pipeline.prose(text, to: min(width, 100), style) }

  /// The code of the versions, with as many side by side as fit without wrapping a line. Each element is one row of
  /// versions. Lines that the lesson's difference names are bold.
  var code: [String] { code(isMarked: true) { lesson.plain($0).lines.map(\.text) } }

  /// The code before the answer: nothing is bold, comments are left out, since they often tell the answer, and only the
  /// first line is left of declarations that the difference doesn't name.
  var briefCode: [String] {
    code(isMarked: false) { version in
      let differing = lesson.differingCode(version)
      let folded = FoldedCode(lesson.plain(version).lines) { head, lines in
        !head.contains("func \(version)(") && !lines.contains { differing.contains(where: $0.has) }
      }
      return folded.parts.flatMap { part in
        switch part {
        case .open(let lines): lines.compactMap { Self.withoutComment($0.text) }
        case .folded(let head, let rest): ["\(head.text)  // +\(rest.count) lines"]
        }
      }
    }
  }

  /// Returns a line without its comment, or nil if it is only a comment.
  private static func withoutComment(_ line: String) -> String? {
    let tokens = SwiftTokens.of(line[...])
    guard tokens.contains(where: { $0.kind == .comment }) else { return line }
    let code = tokens.filter { $0.kind != .comment }.map(\.text).joined()
    guard let last = code.lastIndex(where: { $0 != " " }) else { return nil }
    return String(code[...last])
  }

  private func code(isMarked: Bool, lines: (Lesson.Version) -> [String]) -> [String] {
    let sources = Lesson.Version.apis.map { version in
      (version.rawValue, lines(version), isMarked ? lesson.differingCode(version) : []) as Source
    }
    let widths = sources.map { $0.lines.map { columns($0) }.max() ?? 0 }
    let column = widths.max() ?? 0
    let count = [3, 2].first { (count: Int) -> Bool in count * column + 3 * (count - 1) <= width } ?? 1
    return apart(
      stride(from: 0, to: sources.count, by: count).map { first in
        beside(sources[first..<min(first + count, sources.count)], column)
      })
  }

  /// The code of a version, and those pieces of it whose lines are bold.
  private typealias Source = (title: String, lines: [String], bold: [String])

  /// Returns versions side by side, below their titles.
  /// - Parameter column: The width of each version, in characters.
  private func beside(_ sources: ArraySlice<Source>, _ column: Int) -> String {
    let heading = sources.map { rule($0.title, min(column, width)) }.joined(separator: style.dim("─┬─"))
    let rows = (0..<(sources.map(\.lines.count).max() ?? 0)).map { row in
      sources.map { source in
        let line = row < source.lines.count ? source.lines[row] : ""
        let isLast = source.title == sources.last?.title
        let fill = isLast ? "" : String(repeating: " ", count: max(0, column - columns(line)))
        let isBold = source.bold.contains(where: PlainCode.Line(number: row + 1, text: line).has)
        return (isBold ? style.bold(line) : SwiftCode.colored(line, style)) + fill
      }.joined(separator: style.dim(" │ "))
    }
    return ([heading] + rows).map { $0 + "\n" }.joined()
  }

  /// Draws the behaviour of each version on a shared axis. Each element shows one version, and the first includes the
  /// legend.
  func outcomes(of stories: [(Lesson.Version, Story)]) -> [String] {
    let timelines = Timeline.thinned(stories.map(\.1.timeline))
    let chart = LaneChart(style: style, width: width, timelines: timelines)
    let unit = TimeUnit(fitting: timelines.map(\.duration).max() ?? 0)
    return zip(stories, timelines).map { story, timeline in
      let (isFirst, isLast) = (story.0 == stories.first?.0, story.0 == stories.last?.0)
      return (isFirst ? chart.legend(timelines) + "\n" : "") + rule(story.0.rawValue, min(width, 110)) + "\n"
        + chart.drawn(timeline) + figures(story.1, unit.words(timeline.duration))
        + (isLast ? ratio(stories) : "\n")
    }
  }

  private func figures(_ story: Story, _ duration: String) -> String {
    var parts = [duration]
    if !story.spans.isEmpty { parts.append("at most \(most(story)) running simultaneously") }
    parts += story.figures.map { "\($0.name): \($0.value)" }
    let lines = pipeline.prose(parts.joined(separator: " · "), to: min(width, 110) - 2, style)
    return lines.split(separator: "\n").map { "  " + style.dim(String($0)) + "\n" }.joined()
  }

  /// Returns the number of jobs that ran simultaneously, listed per kind if several kinds have more than one job.
  private func most(_ story: Story) -> String {
    let spans = story.spans.map(TimelineEvent.kind)
    let counts = spans.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    var kinds: [String] = []
    for text in spans where counts[text, default: 0] > 1 && !kinds.contains(text) { kinds.append(text) }
    guard kinds.count > 1 else { return "\(story.mostAtOnce())" }
    return kinds.map { "\(story.mostAtOnce($0)) “\($0)”" }.joined(separator: ", ")
  }

  /// Returns the costs as ratios, because absolute times say more about the machine.
  private func ratio(_ stories: [(Lesson.Version, Story)]) -> String {
    let costs = stories.compactMap { version, story in story.figure("ns a job").map { (version, $0) } }
    guard costs.count > 1, let least = costs.first?.1, least > 0 else { return "" }
    let times = costs.dropFirst().map { version, cost in
      String(format: "%.1f", Double(cost) / Double(least)) + " times as much with \(version.rawValue)"
    }
    let text = "In this run a job cost \(times.joined(separator: " and ")) as with GCD."
    return "\n" + pipeline.prose(text, to: width, style)
  }

  private func rule(_ title: String, _ width: Int) -> String {
    let line = String(repeating: "─", count: max(0, width - columns(title) - 4))
    return style.dim("── ") + style.bold(title) + style.dim(" " + line)
  }
}

/// Swift code with syntax colouring for a terminal.
enum SwiftCode {
  static func colored(_ line: String, _ style: Style) -> String {
    guard style.usesColor else { return line }
    return SwiftTokens.of(line[...]).map { kind, text in
      switch kind {
      case .comment: style.dim(String(text))
      case .string: style.green(String(text))
      case .keyword: style.cyan(String(text))
      case .plain, .word: String(text)
      }
    }.joined()
  }
}
