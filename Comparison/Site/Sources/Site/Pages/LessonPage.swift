import Foundation
import LessonKit
import Timelines

/// A lesson that was run: its versions, and what each did.
public struct PlayedLesson: Sendable {
  public let lesson: Lesson
  public let stories: [(Lesson.Version, Story)]

  public init(_ lesson: Lesson, stories: [(Lesson.Version, Story)]) {
    (self.lesson, self.stories) = (lesson, stories)
  }

  /// On one axis.
  var drawing: TimelineDrawing {
    TimelineDrawing(
      stories.map { .init($0.rawValue, color: $0.color, timeline: $1.timeline) })
  }
}

extension Lesson.Version {
  var color: Palette {
    switch self {
    case .gcd: .gcd
    case .operation: .operation
    case .tasks: .tasks
    }
  }
}

/// The page of a lesson.
struct LessonPage {
  let played: PlayedLesson
  let row: VerdictTable.Row?
  let before: Lesson?
  let after: Lesson?
  let repository: String?

  private var lesson: Lesson { played.lesson }
  private var text: LessonText { LessonText(lesson) }
  private var links: Links {
    Links(repository: repository, depth: 1, folder: "Comparison/Lessons/\(lesson.text.folder)")
  }

  /// In bytes: a page is there at once.
  private static let room = 33_000

  /// With shorter tables, where it would be too large.
  func html() -> String {
    let pages = [24, 12, 6].lazy.map(html)
    return pages.first { $0.utf8.count <= Self.room } ?? html(rows: 6)
  }

  private func html(rows: Int) -> String {
    let claim = text.claim ?? text.toSee ?? lesson.title
    return Frame(
      links: links, title: "\(lesson.number). \(lesson.title)", description: plain(claim), needsScript: true
    ).html(
      [
        heading, prediction, "<div class=\"stage\">", code, timeline(rows: rows), player, "</div>", words,
        command, neighbours,
      ].joined(separator: "\n"))
  }

  private func markdown(_ text: String) -> String { Markdown(text).html(link: links.callAsFunction) }
  private func inline(_ text: String) -> String { Inline(link: links.callAsFunction).html(text) }

  private func plain(_ text: String) -> String {
    text.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.output.1 }.replacing("*", with: "").replacing("`", with: "")
  }

  private var heading: String {
    let claim = text.claim.map { "<p class=\"claim\">\(inline($0))</p>" } ?? ""
    let cells = zip(Lesson.Version.allCases, row?.cells ?? []).map { version, cell in
      "<div class=\"\(version.color.rawValue)\"><dt>\(version.rawValue)</dt><dd>\(inline(cell))</dd></div>"
    }.joined()
    let verdict =
      row.map { row in
        "<dl class=\"verdict\">\(cells)<div><dt>GCD or Operation?</dt><dd>\(inline(row.verdict))</dd></div></dl>"
      } ?? ""
    return
      "<p class=\"over\">Lesson \(lesson.number)</p>\n<h1>\(escaped(lesson.title))</h1>\n\(claim)\n\(verdict)"
  }

  private var prediction: String {
    guard let answer = text.toSee else { return "" }
    let question = text.question ?? "What will each version do? Read the code first."
    return """
      <section class="predict" aria-labelledby="predict"><h2 id="predict">Predict</h2>
      <p>\(inline(question))</p>
      <details><summary>What to see</summary>\(markdown(answer))</details></section>
      """
  }

  private var code: String {
    let columns = CodeColumn.columns(lesson, played.stories)
    let choices = [("all", "Side by side")] + columns.map { ($0.name, $0.version.rawValue) }
    let tabs = choices.map { name, words in
      "<input type=\"radio\" name=\"version\" id=\"tab-\(name)\"\(name == "all" ? " checked" : "")>"
        + "<label class=\"\(name)\" for=\"tab-\(name)\">\(words)</label>"
    }
    let listings = columns.map { column in
      "<div class=\"column \(column.name)\"><h3>\(column.version.rawValue)</h3>\n\(column.html)</div>"
    }
    let jobs = columns.first?.jobs ?? []
    let key = jobs.enumerated().map { "<span class=\"t\($0 + 1)\">\(escaped($1))</span>" }
    let tints =
      jobs.isEmpty ? "" : "<p class=\"tints\">Lines about the same job: \(key.joined(separator: " "))</p>"
    return """
      <section aria-labelledby="code"><h2 id="code">The code</h2>
      <div class="bar">\(tints)<label class="fold"><input type="checkbox" id="fold" checked> Hide the lines that only record what happens</label></div>
      <div class="columns"><fieldset class="tabs"><legend>Version</legend>\(tabs.joined())</fieldset>
      \(listings.joined(separator: "\n"))
      </div></section>
      """
  }

  private func timeline(rows: Int) -> String {
    let drawing = played.drawing
    let drawn = zip(drawing.columns, played.stories).map { column, story in
      let figures = self.figures(story.1)
      return "<figure class=\"\(column.color.rawValue)\" data-version=\"\(column.color.rawValue)\">"
        + "<figcaption>\(column.name)</figcaption>\n<div class=\"plot\">"
        + drawing.element(column, id: column.color.rawValue) + "</div>\(figures)</figure>"
    }
    let tables = drawing.columns.map { column in
      drawing.eventTable(column, most: rows) { "#\(column.color.rawValue)-\($0)" }.replacing(
        "<table class=\"events\">",
        with: "<table class=\"events \(column.color.rawValue)\" data-version=\"\(column.color.rawValue)\">",
        maxReplacements: 1)
    }
    return """
      <section aria-labelledby="timeline"><h2 id="timeline">What happened</h2>
      <div class="timelines">\(drawn.joined(separator: "\n"))</div>
      \(drawing.legend)
      <details class="tables"><summary>All events, as tables</summary><div class="three">\(tables.joined(separator: "\n"))</div></details>
      </section>
      """
  }

  /// Stands below the code and the drawing, and at the bottom of the window while either is in sight.
  private var player: String {
    """
    <div class="player" hidden><button type="button" id="back">Back</button>
    <button type="button" id="play">Play</button><button type="button" id="step">Step</button>
    <label class="scrub"><span>Position</span><input type="range" id="scrub" min="0" max="1" step="1" value="0"></label>
    <button type="button" id="close" hidden>Close</button><p id="now" aria-live="polite"></p></div>
    """
  }

  private func figures(_ story: Story) -> String {
    guard !story.figures.isEmpty else { return "" }
    let items = story.figures.map { "<div><dt>\(escaped($0.name))</dt><dd>\($0.value)</dd></div>" }
    return "<dl class=\"figures\">\(items.joined())</dl>"
  }

  /// Traps, the choice and the platforms.
  private var words: String {
    let parts = text.rest.map { part in
      let look = part.title.hasPrefix("The trap") ? "trap" : part.title == "Choose" ? "choose" : "part"
      let heading = part.title.isEmpty ? "" : "<h2>\(inline(part.title))</h2>"
      return "<section class=\"\(look)\">\(heading)\(markdown(part.text))</section>"
    }
    return "<div class=\"words\">\(parts.joined(separator: "\n"))</div>"
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
        "<a class=\"\(look)\" href=\"\($0.text.folder).html\"><small>\(words)</small> \(escaped($0.title))</a>"
      } ?? ""
    }
    return "<nav class=\"neighbours\" aria-label=\"Lessons\">\(link(before, "Before", "before"))"
      + "\(link(after, "Next", "after"))</nav>"
  }
}
