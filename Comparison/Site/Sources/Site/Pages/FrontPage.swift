import LessonKit
import Timelines

/// The front page: the decision, all lessons with their verdicts, the comparisons.
struct FrontPage {
  let decision: String
  let lessons: [PlayedLesson]
  let table: VerdictTable
  let comparisons: [ComparisonPage]
  let repository: String?

  private var links: Links { Links(repository: repository, depth: 0, folder: "Comparison") }

  func html() -> String {
    Frame(
      links: links, title: "",
      description:
        "Grand Central Dispatch, Operation or Swift concurrency: code that runs, timelines and figures."
    ).html([lead, questions, list, results].joined(separator: "\n"))
  }

  private func inline(_ text: String) -> String { Inline(link: links.callAsFunction).html(text) }

  private var lead: String {
    let blocks = Markdown(decision).blocks
    let first = blocks.compactMap { if case .paragraph(let text) = $0 { text } else { nil } }.first ?? ""
    let text = first.hasPrefix("**") && first.hasSuffix("**") ? String(first.dropFirst(2).dropLast(2)) : first
    return """
      <div class="hero"><div><h1>GCD or Operation?</h1>
      <p class="claim">\(inline(text))</p>
      <p><a class="more" href="\(Links.decision)#how-do-i-">How do I …? Each need, with the code for it</a><br>
      <a class="more" href="\(Links.decision)">The whole decision</a></p></div>
      <figure><img src="pictures/poster.jpg" width="1280" height="800" alt="Two hundred photos that float in space, \
      drawn from back to front">
      <figcaption>A poster of 200 photos, made by the program: <code>pipeline poster</code></figcaption></figure></div>
      """
  }

  /// The section of the decision's page with the six questions.
  private var questions: String {
    let blocks = Markdown(decision).blocks
    let start = blocks.firstIndex { if case .heading(2, _) = $0 { true } else { false } }
    guard let start else { return "" }
    let section = blocks[start...].prefix { block in
      if case .heading = block { block == blocks[start] } else { true }
    }
    return "<section class=\"questions\">\(Markdown(section).html(link: links.callAsFunction))</section>"
  }

  private var list: String {
    let items = lessons.map { played -> String in
      let (lesson, drawing) = (played.lesson, played.drawing)
      let row = table[lesson.text.folder]
      let pictures = drawing.columns.map { "<div>\(drawing.miniature($0))</div>" }.joined()
      return
        "<li><span class=\"number\">\(lesson.number)</span><div><a href=\"\(Links.lesson(lesson.text.folder))\">"
        + "\(escaped(lesson.title))</a><p>\(inline(row?.verdict ?? ""))</p></div>"
        + "<div class=\"minis\">\(pictures)</div></li>"
    }
    return """
      <section aria-labelledby="lessons"><h2 id="lessons">Lessons</h2>
      <p>Each lesson shows one idea in all three, side by side, with a recorded run. Below each title \
      is the verdict between GCD and Operation alone. Each statement says how it is known.</p>
      <p class="heads" aria-hidden="true">\(heads)</p>
      <ol class="lessons">\(items.joined(separator: "\n"))</ol></section>
      """
  }

  private var heads: String {
    Lesson.Version.allCases.map { "<span class=\"\($0.color.rawValue)\">\($0.rawValue)</span>" }.joined()
  }

  private var results: String {
    let items = comparisons.map { page in
      "<li><a href=\"\(Links.comparison(page.workload))\">\(escaped(page.title))</a><p>\(inline(page.verdict))</p></li>"
    }
    return """
      <section aria-labelledby="comparisons"><h2 id="comparisons">Comparisons</h2>
      <p>The same work through every engine, recorded with the machine, the command and every run.</p>
      <ul class="results">\(items.joined(separator: "\n"))</ul></section>
      """
  }
}
