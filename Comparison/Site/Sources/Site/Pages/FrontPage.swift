import Lessons
import Timelines

/// The front page: the decision, all lessons with their verdicts, and the comparisons.
struct FrontPage {
  let decision: String
  let lessons: [PlayedLesson]
  let table: LessonTable
  let comparisons: [ComparisonPage]
  /// The platform on which the lessons were recorded: “Linux, 2 cores”.
  let platform: String
  let repository: String?

  private var links: Links { Links(repository: repository, depth: 0, folder: "Comparison") }

  func html() -> String {
    Frame(
      links: links, title: "",
      description:
        "Grand Central Dispatch, Operation or Swift concurrency: code that runs, timelines and figures.",
      path: "index.html", scripts: ["search.js"]
    ).html([lead, start, list, results].joined(separator: "\n"))
  }

  private func inline(_ text: String) -> String { Inline(link: links.callAsFunction).html(text) }

  private var lead: String {
    let blocks = Markdown(decision).blocks
    let first = blocks.compactMap { if case .paragraph(let text) = $0 { text } else { nil } }.first ?? ""
    let text = first.hasPrefix("**") && first.hasSuffix("**") ? String(first.dropFirst(2).dropLast(2)) : first
    return """
      <div class="hero"><div><h1>GCD or Operation?</h1>
      <p class="claim">\(inline(text))</p>
      <p><a class="more" href="\(Links.decision)#how-do-i-">How do I …? Each need, with the code \
      for it</a><br>
      <a class="more" href="\(Links.decision)">The whole decision</a><br>
      <a class="more" href="\(Links.glossary)">The words: a glossary</a></p></div>
      <div>\(parting)\(difference)</div></div>
      """
  }

  /// The number of the lesson whose versions are drawn. It is about a serial queue, and work that continues after its
  /// closure has returned.
  private static let drawnLesson = 11

  /// A figure of a lesson whose versions diverge.
  private var parting: String {
    guard let played = lessons.first(where: { $0.lesson.number == Self.drawnLesson }) else { return "" }
    return figure(
      "Three transfers, one at a time? Recorded on \(platform)", played.drawing,
      notes: played.versions.map { inline(played.lesson.difference($0.version) ?? "") },
      end: "<p><a href=\"\(Links.lesson(played.lesson.text.folder))\">The lesson</a></p>")
  }

  /// A figure of a recorded scroll, which is revealed once from left to right.
  private var difference: String {
    guard let scroll = comparisons.first(where: { $0.workload == "scroll" })?.recorded,
      let scene = scroll.scenes.first
    else { return "" }
    let hasSerial = scene.timelines.contains { $0.engine == Palette.serial.rawValue }
    let stall =
      hasSerial ? "<code>serial</code> has the main queue alone: the scroll itself has to wait." : ""
    return figure(
      "The same scroll through 10,000 photos, recorded", scene.drawing,
      notes: scene.timelines.map { escaped(Self.rounded($0.notes)) },
      end: """
        \(Self.legend)
        <p>While the list scrolls, <code>gcd</code> and <code>operation</code> suspend their queues; what has \
        left the screen is cancelled as one. \(stall) \
        <a href="\(Links.comparison("scroll"))">The comparison</a></p>
        """)
  }

  /// Returns a figure with a small picture of each column, and its note as HTML.
  private func figure(_ caption: String, _ drawing: TimelineDrawing, notes: [String], end: String) -> String {
    let columns = zip(drawing.columns, notes).map { column, note in
      "<div><b class=\"\(column.color.rawValue)\">\(escaped(column.name))</b>"
        + "<span class=\"plot\">\(drawing.miniature(column))</span><small>\(note)</small></div>\n"
    }
    return "<figure class=\"difference\"><figcaption>\(caption)</figcaption>\n\(columns.joined())"
      + "\(end)</figure>"
  }

  /// Rounds the seconds of a run, because their fractions are due to chance.
  private static func rounded(_ notes: String) -> String {
    notes.replacing(#/([0-9]+\.[0-9]+) s/#) { "\(Int((Double($0.output.1) ?? 0).rounded())) s" }
  }

  /// The legend of the small timelines.
  private static let legend =
    "<ul class=\"legend\">"
    + [
      ("waiting", 24, "waits, or never ran"), ("running", 24, Timeline.State.running.name),
      ("cancelled", 24, "\(Timeline.State.running.name), cancelled"), ("suspended", 24, "suspended"),
      ("note", 6, "a note"),
    ]
    .map { look, width, words in
      // A note is a dot: a stroke without length.
      let stroke = look == "note" ? "M3 3h0" : "M0 3h\(width)"
      return "<li><svg class=\"mini\" width=\"\(width)\" height=\"6\" aria-hidden=\"true\">"
        + "<path class=\"\(look)\" d=\"\(stroke)\"/></svg>\(words)</li>"
    }.joined() + "</ul>"

  private var start: String {
    "<div class=\"start\">\(Questions(decision: decision).html(inline))\n\(search)</div>"
  }

  /// The search box for lessons, needs and API names. Without a script, readers use the list below.
  private var search: String {
    """
    <search><form><label for="find">Find a lesson, a need, a word or an API</label>
    <input type="search" id="find" placeholder="priority, isReady, debounce" autocomplete="off" \
    autocapitalize="none" spellcheck="false" aria-describedby="told"></form>
    <p id="told" role="status"></p><ul id="found"></ul></search>
    """
  }

  private var list: String {
    func item(_ played: PlayedLesson) -> String {
      let (lesson, drawing) = (played.lesson, played.drawing)
      let row = table[lesson.text.folder]
      let pictures = drawing.columns.map { "<div>\(drawing.miniature($0))</div>" }.joined()
      return "<li><span class=\"number\">\(lesson.number)</span><div>"
        + "<a href=\"\(Links.lesson(lesson.text.folder))\">\(escaped(lesson.title))</a>"
        + "<p>\(inline(row?.verdict ?? ""))</p></div>"
        + "<div class=\"minis\">\(pictures)</div></li>"
    }
    var groups: [String] = []
    for name in lessons.map({ table[$0.lesson.text.folder]?.group ?? "" }) where !groups.contains(name) {
      groups.append(name)
    }
    let lists = groups.map { group in
      let items = lessons.filter { table[$0.lesson.text.folder]?.group ?? "" == group }.map(item)
      return "<h3>\(escaped(group))</h3><ol class=\"lessons\">\(items.joined(separator: "\n"))</ol>"
    }
    return """
      <section aria-labelledby="lessons"><h2 id="lessons">Lessons</h2>
      <p>Each lesson shows one idea in all three, side by side, with a run recorded on \(platform). Below each title \
      is the verdict, for new code and for callers that can't be async. Marks link statements to their evidence: \(Evidence.legend).</p>
      \(Self.legend)
      <p class="heads" aria-hidden="true">\(heads)</p>
      \(lists.joined(separator: "\n"))</section>
      """
  }

  private var heads: String {
    Lesson.Version.apis.map { "<span class=\"\($0.color.rawValue)\">\($0.rawValue)</span>" }.joined()
  }

  private var results: String {
    let items = comparisons.map { page in
      "<li><a href=\"\(Links.comparison(page.workload))\">\(escaped(page.title))</a>"
        + "<p>\(inline(page.verdict))</p></li>"
    }
    return """
      <section aria-labelledby="comparisons"><h2 id="comparisons">Comparisons</h2>
      <p>The same work through every engine, recorded with the machine, the command and every run.</p>
      <ul class="results">\(items.joined(separator: "\n"))</ul></section>
      """
  }
}
