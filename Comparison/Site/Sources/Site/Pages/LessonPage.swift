import Foundation
import LessonKit
import Lessons
import Timelines

/// A lesson, and the stories of its versions' runs.
public struct PlayedLesson: Sendable {
  public let lesson: Lesson
  /// The runs of the version for each API, at least one. The first is drawn: the one whose order is closest to the
  /// record, if there is one. The steps are common to all runs.
  public let runs: [(Lesson.Version, [Story])]
  /// The runs of the trap.
  public let trapRuns: [Story]
  private let recorded: [RecordedSteps]

  /// Creates a lesson from runs that have already been made.
  /// - Parameters:
  ///   - runs: The runs of all versions, including the trap.
  ///   - recorded: The steps of earlier runs, which may include those of other lessons.
  public init(_ lesson: Lesson, runs: [(Lesson.Version, [Story])], recorded: [RecordedSteps] = []) {
    (self.lesson, self.recorded) = (lesson, recorded)
    let all = runs.map { version, stories in
      (version, Self.closestFirst(stories, recorded.first { $0.isOf(lesson, version) }?.blocks))
    }
    self.runs = all.filter { $0.0 != .trap }
    trapRuns = all.first { $0.0 == .trap }?.1 ?? []
  }

  /// Runs each version several times.
  /// - Parameters:
  ///   - recorded: The steps of earlier runs, which may include those of other lessons.
  ///   - hesitates: Whether threads pause for a random time, so that orders that aren't guaranteed differ between
  ///     runs.
  public init(playing lesson: Lesson, times: Int, recorded: [RecordedSteps], hesitates: Bool = false) {
    self.init(
      lesson,
      runs: Lesson.Version.allCases.map { version in
        (version, (0..<times).map { _ in lesson.run(version, hesitates: hesitates) })
      }, recorded: recorded)
  }

  private static func closestFirst(_ runs: [Story], _ recorded: [[String]]?) -> [Story] {
    guard let recorded else { return runs }
    let distances = runs.map { CommonEvents.disagreement($0.timeline, recorded) }
    guard let closest = runs.indices.min(by: { distances[$0] < distances[$1] }) else { return runs }
    var runs = runs
    runs.swapAt(0, closest)
    return runs
  }

  private func blocks(_ version: Lesson.Version) -> [[String]]? {
    recorded.first { $0.isOf(lesson, version) }?.blocks
  }

  /// The versions whose code has changed since their steps were recorded.
  public var unrecorded: [Lesson.Version] { allRuns.map(\.0).filter { blocks($0) == nil } }

  /// The steps that these runs and the recorded ones have in common.
  public var record: [RecordedSteps] {
    allRuns.map { RecordedSteps(lesson, $0.0, blocks: commonEvents($0).blocks) }
  }

  /// The runs of all versions, including the trap.
  private var allRuns: [(Lesson.Version, [Story])] { runs + [(.trap, trapRuns)] }

  private func commonEvents(_ run: (version: Lesson.Version, stories: [Story])) -> CommonEvents {
    CommonEvents(run.stories.map(\.timeline), recorded: blocks(run.version))
  }

  /// The runs that are drawn.
  var stories: [(Lesson.Version, Story)] {
    runs.compactMap { version, stories in stories.first.map { (version, $0) } }
  }

  var steps: Steps { Steps(runs.map(commonEvents), parting: lesson.parting) }

  /// The steps of the trap. They diverge where the trap goes wrong.
  var trapSteps: Steps { Steps([commonEvents((.trap, trapRuns))], parting: lesson.trap.event) }

  /// The steps that the page lists, one per line. Those of the trap come last.
  public var narration: [String] {
    let trapSteps = trapSteps
    let trap = trapSteps.steps.enumerated().map { number, step in
      let words = step.events.compactMap { $0?.sentence }.joined()
      return "\(Lesson.Version.trap.rawValue): \(words)\(number == trapSteps.parting ? " (wrong)" : "")"
    }
    return versionsNarration + trap
  }

  private var versionsNarration: [String] {
    let steps = steps
    return steps.steps.enumerated().map { number, step in
      let cells = zip(runs, step.events).compactMap { run, event in
        event.map { "\(run.0.rawValue): \($0.sentence)" }
      }
      return cells.joined(separator: "; ") + (number == steps.parting ? " (they part)" : "")
    }
  }

  /// The drawing of all versions on one axis. Lanes have the same order in each version, which is that of the first
  /// version that has them.
  var drawing: TimelineDrawing {
    var names: [String] = []
    for lane in stories.flatMap(\.1.timeline.lanes) where !names.contains(lane.name) {
      names.append(lane.name)
    }
    return TimelineDrawing(
      stories.map { version, story in
        let lanes = story.timeline.lanes
        let sorted = names.flatMap { name in lanes.filter { $0.name == name } }
        return .init(version.rawValue, color: version.color, timeline: Timeline(lanes: sorted))
      })
  }
}

extension Lesson.Version {
  /// The colour of the version's API. A trap is grey, except on its page, where it has the colour of its API.
  var color: Palette {
    switch self {
    case .gcd: .gcd
    case .operation: .operation
    case .tasks: .tasks
    case .trap: .serial
    }
  }
}

/// The page of a lesson.
struct LessonPage {
  let played: PlayedLesson
  let row: VerdictTable.Row?
  let glossary: Glossary
  let before: Lesson?
  let after: Lesson?
  let repository: String?

  private var lesson: Lesson { played.lesson }
  private var text: LessonText { LessonText(lesson) }
  private var links: Links {
    Links(repository: repository, depth: 1, folder: "Comparison/Lessons/\(lesson.text.folder)")
  }

  func html() -> String {
    // The preview of a link shows the question, because the answer would leave nothing to predict.
    Frame(
      links: links, title: "\(lesson.number). \(title)", description: plainText(lesson.prediction.question),
      path: Links.lesson(lesson.text.folder),
      scripts: ["copy.js", "site.js"], states: ["asking", "unanswered"]
    ).html([question, stage, verdict, words, command, neighbours].joined(separator: "\n"))
  }

  /// A short title that doesn't reveal the answer.
  private var title: String { row?.title ?? lesson.title }

  private func markdown(_ text: String) -> String { Markdown(text).html(link: links.callAsFunction) }
  private func inline(_ text: String) -> String { Inline(link: links.callAsFunction).html(text) }

  /// The lessons' own names, with their explanations, and the addresses of these explanations relative to this page.
  private var helpers: [String: Glossary.Helper] {
    glossary.helpers.mapValues { .init(meaning: $0.meaning, address: links.up($0.address)) }
  }

  // MARK: The first screen

  /// The situation, the question and the answers. The answers are buttons from the start, so that nothing moves when
  /// the script runs. Without scripts, they look like a list.
  private var question: String {
    let prediction = lesson.prediction
    let answers = prediction.answers.map {
      "<li\($0.isRight ? " data-right=\"\"" : "")><button type=\"button\" aria-pressed=\"false\">"
        + "\(inline($0.text))</button></li>"
    }
    return """
      <section class="predict" aria-labelledby="title">\
      <h1 id="title"><small>\(lesson.number)</small> \(escaped(title))</h1>
      <p>\(inline(prediction.question)) \
      <span class="hint">Choose an answer, and step through what happens.</span></p>
      <ul class="answers">\(answers.joined())</ul></section>
      """
  }

  /// Each version's code with its lanes below, and the player.
  private var stage: String {
    let columns = CodeColumn.columns(lesson, played.stories)
    let drawing = played.drawing
    let tallest = drawing.columns.map(drawing.height).max() ?? 0
    let asked = lesson.prediction.versions.map(\.color)
    let versions = zip(zip(columns, drawing.columns), played.runs).map { pair, runs in
      let (code, column) = pair
      let name = column.color.rawValue
      let isAsked = asked.contains(column.color) ? " data-asked=\"\"" : ""
      return """
        <article class="version \(name)" data-version="\(name)"\(isAsked)><h2>\(column.name)\
        <a class="file" href="../\(Links.program(lesson.text.folder, name))" download>As one file</a></h2>
        \(code.html(helpers: helpers))
        <figure tabindex="0" role="group" aria-label="\(column.name): what happened">\
        <div class="plot" style="--below:\(decimal(tallest - drawing.height(column)))px">\
        \(drawing.element(column, id: name))</div></figure>\(figures(runs.1))</article>
        """
    }
    // On a phone, these buttons with small lanes choose the visible version. The first one is the version that the
    // question is about.
    let tabs = drawing.columns.map { column in
      let name = column.color.rawValue
      let isFirst = column.color == asked.first
      return "<input type=\"radio\" name=\"version\" id=\"tab-\(name)\"\(isFirst ? " checked" : "")>"
        + "<label class=\"\(name)\" for=\"tab-\(name)\">\(column.name)"
        + "<span class=\"plot\" data-version=\"\(name)\">\(drawing.miniature(column))</span></label>"
    }
    let jobs = columns.first?.jobs ?? []
    let tints = jobs.enumerated().map { "<li class=\"t\($0 + 1)\">\(escaped($1))</li>" }.joined()
    let key = jobs.isEmpty ? "" : "<ul class=\"tints\"><li>lines about</li>\(tints)</ul>"
    return """
      <section class="stage" aria-label="Code and what happened">
      <div class="versions" data-steps="steps"><fieldset class="tabs"><legend>Version</legend>\(tabs.joined())</fieldset>
      \(versions.joined(separator: "\n"))</div>
      \(trap.stage)
      <div class="player"><p id="now" aria-live="polite" hidden></p><div class="controls" hidden>\
      <button type="button" id="back">Back</button>\
      <button type="button" id="step">Next</button>\
      <button type="button" id="play">Play all</button>
      <label class="speed"><span>Speed</span> <select id="speed">\
      <option value="0.5">½ ×</option><option value="1" selected>1 ×</option><option value="2">2 ×</option>\
      </select></label>\
      <button type="button" id="part">Where they part</button>
      <label class="scrub"><span>Position</span>\
      <input type="range" id="scrub" min="0" max="1" step="1" value="0"></label>\(views)</div>\
      <div class="legends">\(drawing.legend)\(key)</div></div>
      <p id="note" popover></p></section>
      \(runs)\(tables(drawing, columns))
      """
  }

  private var trap: TrapStage {
    let (trap, story) = (lesson.trap, played.trapRuns.first ?? Story())
    return TrapStage(
      trap: trap, column: CodeColumn(trapOf: lesson, story), steps: played.trapSteps, helpers: helpers,
      drawing: TimelineDrawing([
        .init(Lesson.Version.trap.rawValue, color: trap.api.color, timeline: story.timeline)
      ]), program: "../\(Links.program(lesson.text.folder, "\(Lesson.Version.trap)"))", inline: inline)
  }

  /// The tabs that choose between the versions and the trap.
  private var views: String {
    let tabs = [("versions", "The versions", " checked"), ("trap", "The trap", "")].map { id, name, checked in
      "<input type=\"radio\" name=\"view\" id=\"view-\(id)\"\(checked)><label for=\"view-\(id)\">\(name)</label>"
    }
    return "<fieldset class=\"views\"><legend>Show</legend>\(tabs.joined())</fieldset>"
  }

  /// A sentence about which run is drawn, and which steps are listed.
  private var runs: String {
    let count = played.runs.map(\.1.count).min() ?? 1
    guard count > 1 else { return "" }
    return
      "<p class=\"runs\">One of \(count) runs is drawn. The steps are what all of them, and many earlier ones, have in common. "
      + "Lengths vary from run to run.</p>\n"
  }

  /// Returns the steps as tables: for screen readers, for paper, and for the player.
  private func tables(_ drawing: TimelineDrawing, _ columns: [CodeColumn]) -> String {
    let steps = played.steps
    let prediction = lesson.prediction
    let question = ([prediction.question] + prediction.answers.map(\.text)).joined(separator: " ")
    let asked = played.runs.indices.filter { prediction.versions.contains(played.runs[$0].0) }
    let table = StepTable(
      id: "steps", steps: steps, drawing: drawing, columns: columns, parting: differences,
      moments: steps.moments(about: question, of: Set(asked), count: StepTable.most))
    return """
      <details class="tables"><summary>Every event, as a table</summary>\
      <div class="wide" tabindex="0" role="group" aria-label="Table">\(table.html)\(trap.table)</div></details>
      """
  }

  /// How the versions differ, as HTML: a sentence for each, below its column if the window is wide.
  private var differences: String {
    let each = Lesson.Version.apis.compactMap { version in
      lesson.difference(version).map {
        "<span class=\"side \(version.color.rawValue)\"><b>\(version.rawValue):</b> \(inline($0))</span>"
      }
    }
    return "<span class=\"sides\">\(each.joined(separator: " "))</span>"
  }

  /// Returns the figures of the runs: a single number if all runs agree, otherwise the range.
  private func figures(_ runs: [Story]) -> String {
    // Times are left out, because building the site isn't a measurement.
    let counts = runs.first?.figures.filter { !$0.name.hasPrefix("ns ") } ?? []
    guard !counts.isEmpty else { return "" }
    let items = counts.map { count in
      let values = runs.compactMap { $0.figure(count.name) }
      let (least, most) = (values.min() ?? count.value, values.max() ?? count.value)
      return "<div><dt>\(escaped(count.name))</dt><dd>\(least)\(most > least ? " to \(most)" : "")</dd></div>"
    }
    return "<dl class=\"figures\">\(items.joined())</dl>"
  }

  // MARK: The answer and the explanation

  /// The answer, which is hidden until the lesson has been played.
  private var verdict: String {
    let reason = text.reason.map { "<p class=\"because\">\(inline($0))</p>" } ?? ""
    let claim = text.claim.map { "<p class=\"claim\">\(inline($0))</p>" } ?? ""
    let difference = "<p class=\"difference\">\(differences)</p>"
    let cells = zip(Lesson.Version.apis, row?.cells ?? []).map { version, cell in
      "<div class=\"\(version.color.rawValue)\"><dt>\(version.rawValue)</dt><dd>\(inline(cell))</dd></div>"
    }.joined()
    let table =
      row.map {
        "<dl class=\"verdict\">\(cells)"
          + "<div><dt>Which one?</dt><dd>\(inline($0.verdict))</dd></div></dl>"
      } ?? ""
    return """
      <section id="answer" aria-labelledby="answer-title"><h2 id="answer-title" tabindex="-1">The answer</h2>
      \(reason)\(claim)\(difference)
      \(text.toSee.map(markdown) ?? "")\(table)</section>
      """
  }

  /// The explanation. The first trap and the choice are open, and the rest is collapsed.
  private var words: String {
    let rest = text.rest
    let firstTrap = rest.firstIndex(where: \.isTrap)
    let parts = rest.enumerated().map { place, part in
      let isOpen = place == firstTrap || part.title == "Choose"
      let look = part.isTrap ? "trap" : "part"
      guard !isOpen, !part.title.isEmpty else {
        let heading = part.title.isEmpty ? "" : "<h2>\(inline(part.title))</h2>"
        return "<section class=\"\(look)\">\(heading)\(markdown(part.text))</section>"
      }
      return
        "<details class=\"\(look)\"><summary>\(inline(part.title))</summary>\(markdown(part.text))</details>"
    }
    return "<div class=\"words\">\(parts.joined(separator: "\n"))</div>\n"
      + "<p class=\"evidence\">\(Evidence.legend)</p>"
  }

  private var command: String {
    let files = ["GCD.swift", "Operation.swift", "Tasks.swift"].compactMap { file in
      links(file).map { "<a href=\"\(escaped($0))\">\(file)</a>" }
    }
    let source = files.isEmpty ? "" : "<p>The files: \(files.joined(separator: ", ")).</p>"
    return """
      <section class="run" aria-labelledby="run"><h2 id="run">Run it</h2>
      <pre><code>swift run pipeline lesson \(lesson.number)</code></pre>\(source)</section>
      """
  }

  private var neighbours: String {
    func link(_ lesson: Lesson?, _ words: String, _ look: String) -> String {
      lesson.map {
        "<a class=\"\(look)\" href=\"\($0.text.folder).html\">"
          + "<small>\(words)</small> \(escaped($0.title))</a>"
      } ?? ""
    }
    return "<nav class=\"neighbours\" aria-label=\"Lessons\">\(link(before, "Before", "before"))"
      + "\(link(after, "Next", "after"))</nav>"
  }
}
