import LessonKit
import Lessons
import Records
import Timelines

/// The page of a lesson.
struct LessonPage {
  let played: PlayedLesson
  let row: LessonTable.Row?
  let glossary: Glossary
  /// The platform on which the lesson was recorded: “Linux, 2 cores”.
  let platform: String
  let before: Lesson?
  let after: Lesson?
  let repository: String?

  private var lesson: Lesson { played.lesson }
  private var links: Links {
    Links(repository: repository, depth: 1, folder: "Comparison/Lessons/\(lesson.text.folder)")
  }

  func html() -> String {
    // The preview of a link shows the question, because the answer would leave nothing to predict.
    Frame(
      links: links, title: "\(lesson.number). \(title)", description: plainText(lesson.content.question),
      path: Links.lesson(lesson.text.folder),
      scripts: ["copy.js", "site.js"], states: ["asking", "unanswered"]
    ).html([question, stage, verdict, words, command, neighbours].joined(separator: "\n"))
  }

  /// A short title that doesn't reveal the answer.
  private var title: String { row?.title ?? lesson.title }

  private func paragraphs(_ part: LessonText.Part?) -> String {
    (part?.text ?? []).map { "<p>\(inline($0))</p>" }.joined(separator: "\n")
  }
  private func inline(_ text: String) -> String { Inline(link: links.callAsFunction).html(text) }

  /// The lessons' own names, with their explanations, and the addresses of these explanations relative to this page.
  private var helpers: [String: Glossary.Helper] {
    glossary.helpers.mapValues { .init(meaning: $0.meaning, address: links.up($0.address)) }
  }

  // MARK: The first screen

  /// The situation, the question and the answers. The answers are buttons from the start, so that nothing moves when
  /// the script runs. Without scripts, they look like a list.
  private var question: String {
    let content = lesson.content
    let answers = content.answers.map {
      "<li\($0.isRight ? " data-right=\"\"" : "")><button type=\"button\" aria-pressed=\"false\">"
        + "\(inline($0.text))</button></li>"
    }
    return """
      <section class="predict" aria-labelledby="title">\
      <h1 id="title"><small>\(lesson.number)</small> \(escaped(title))</h1>
      <p>\(inline(content.question)) \
      <span class="hint">Choose an answer, and step through what happens.</span></p>
      <ul class="answers">\(answers.joined())</ul></section>
      """
  }

  /// Each version's code, and below it, always in sight, its lanes and the player.
  private var stage: String {
    let columns = CodeColumn.columns(lesson, played.versions)
    let drawing = played.drawing
    let asked = (row?.asked ?? []).map(\.color)
    let versions = zip(columns, drawing.columns).map { code, column in
      let name = column.color.rawValue
      let isAsked = asked.contains(column.color) ? " data-asked=\"\"" : ""
      return """
        <article class="version \(name)" data-version="\(name)"\(isAsked)>\
        \(code.head(column.name, program: "../\(Links.program(lesson.text.folder, name))"))
        \(code.html(helpers: helpers))</article>
        """
    }
    let lanes = zip(drawing.columns, played.versions).map { column, record in
      drawing.lanes(column, id: column.color.rawValue, asked: row?.lane ?? "", end: figures(record))
    }
    // On a phone, these buttons choose the visible version. The first one is the version that the question is about.
    let tabs = drawing.columns.map { column in
      let name = column.color.rawValue
      let isFirst = column.color == asked.first
      return "<input type=\"radio\" name=\"version\" id=\"tab-\(name)\"\(isFirst ? " checked" : "")>"
        + "<label class=\"\(name)\" for=\"tab-\(name)\">\(column.name)</label>"
    }
    let jobs = columns.first?.jobs ?? []
    let tints = jobs.enumerated().map { "<li class=\"t\($0 + 1)\">\(escaped($1))</li>" }.joined()
    let key = jobs.isEmpty ? "" : "<ul class=\"tints\"><li>lines about</li>\(tints)</ul>"
    let place = "<p class=\"recorded\">\(links.recorded(on: platform))</p>"
    return """
      <section class="stage" aria-label="Code and what happened">
      <div class="versions" data-steps="steps">\(versions.joined(separator: "\n"))</div>
      \(trap.stage)
      <div class="dock"><div class="player"><fieldset class="tabs"><legend>Version</legend>\(tabs.joined())</fieldset>
      <div class="lanes" tabindex="0" role="group" aria-label="What happened">\(lanes.joined(separator: "\n"))</div>
      \(trap.lanes)
      <p id="now" aria-live="polite" tabindex="0" hidden></p><div class="controls" hidden>\
      <button type="button" id="back">Back</button>\
      <button type="button" id="step">Next</button>\
      <button type="button" id="play">Play all</button>\
      <button type="button" id="part">Where they part</button>
      <label class="scrub"><span>Position</span>\
      <input type="range" id="scrub" min="0" max="1" step="1" value="0"></label>\(views)</div></div>
      <div class="legends">\(drawing.legend)\(key)\(place)</div>
      <div class="legends alone">\(trap.drawing.legend)\(place)</div></div>
      <p id="note" popover></p></section>
      \(recorded)\(tables(drawing, columns))
      """
  }

  private var trap: TrapStage {
    let (trap, timeline) = (lesson.trap, played.trap.timeline)
    return TrapStage(
      trap: trap, column: CodeColumn(trapOf: lesson, timeline), steps: played.trapSteps, helpers: helpers,
      drawing: TimelineDrawing([
        .init(Lesson.Version.trap.rawValue, color: trap.api.color, timeline: timeline)
      ]), program: "../\(Links.program(lesson.text.folder, "\(Lesson.Version.trap)"))", inline: inline)
  }

  /// The tabs that choose between the versions and the trap.
  private var views: String {
    let tabs = [("versions", "Versions", " checked"), ("trap", "Trap", "")].map { id, name, checked in
      "<input type=\"radio\" name=\"view\" id=\"view-\(id)\"\(checked)><label for=\"view-\(id)\">\(name)</label>"
    }
    return "<fieldset class=\"views\"><legend>Show</legend>\(tabs.joined())</fieldset>"
  }

  /// A sentence about the recorded runs, below their figures.
  private var recorded: String {
    "<p class=\"runs\">One run is drawn. The steps are what all runs have in common. "
      + "Lengths vary from run to run.</p>\n"
  }

  /// Returns the steps as tables: for screen readers, for paper, and for the player.
  private func tables(_ drawing: TimelineDrawing, _ columns: [CodeColumn]) -> String {
    let table = StepTable(
      id: "steps", steps: played.steps, drawing: drawing, columns: columns, parting: differences,
      inline: inline)
    return """
      <details class="tables"><summary>Every event, as a table</summary>\
      <div class="wide" tabindex="0" role="group" aria-label="Table">\(table.html)\(trap.table)</div></details>
      """
  }

  /// The differences between the versions, as HTML: a sentence for each, below its column if the window is wide.
  private var differences: String {
    let each = Lesson.Version.apis.compactMap { version in
      lesson.difference(version).map {
        "<span class=\"side \(version.color.rawValue)\"><b>\(version.rawValue):</b> \(inline($0))</span>"
      }
    }
    return "<span class=\"sides\">\(each.joined(separator: " "))</span>"
  }

  /// Returns the figures of a version: a single number if all runs agree, otherwise the range.
  private func figures(_ record: RecordedVersion) -> String {
    guard !record.figures.isEmpty else { return "" }
    let items = record.figures.map { figure in
      let range = figure.most > figure.least ? " to \(figure.most)" : ""
      return "<div><dt>\(escaped(figure.name))</dt><dd>\(figure.least)\(range)</dd></div>"
    }
    return "<dl class=\"figures\">\(items.joined())</dl>"
  }

  // MARK: The answer and the explanation

  /// The answer, which is hidden until the lesson has been played.
  private var verdict: String {
    let text = lesson.content
    let reason = text["Because"].map { "<p class=\"because\">\(inline($0.paragraphs[0]))</p>" } ?? ""
    let claim = text["In short"].map { "<p class=\"claim\">\(inline($0.text[0]))</p>" } ?? ""
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
      \(paragraphs(text["What you see"] ?? text["What to see"]))\(table)</section>
      """
  }

  /// The explanation. The first trap and the choice are open, and the rest is collapsed.
  private var words: String {
    let shown = ["In short", "Predict", "Because", "What to see", "What you see"]
    let rest = lesson.content.parts.filter { !shown.contains($0.title) }
    let firstTrap = rest.firstIndex(where: \.isTrap)
    let parts = rest.enumerated().map { place, part in
      let isOpen = place == firstTrap || part.title == "Choose"
      let look = part.isTrap ? "trap" : "part"
      guard !isOpen, !part.title.isEmpty else {
        let heading = part.title.isEmpty ? "" : "<h2>\(inline(part.title))</h2>"
        return "<section class=\"\(look)\">\(heading)\(paragraphs(part))</section>"
      }
      return
        "<details class=\"\(look)\"><summary>\(inline(part.title))</summary>\(paragraphs(part))</details>"
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
