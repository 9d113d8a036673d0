import Lessons
import Timelines

/// The front page: where to start, the decision's questions, all lessons with their verdicts, and the comparisons.
struct FrontPage {
  let decision: String
  let lessons: [PlayedLesson]
  let comparisons: [ComparisonPage]
  /// The platform on which the lessons were recorded: “Linux, 2 cores”.
  let platform: String
  let links: Links

  func html() -> String {
    Frame(
      links: links, title: "",
      description:
        "Grand Central Dispatch, Operation or Swift concurrency: code that runs, timelines and figures.",
      path: "index.html"
    ).html(
      """
      \(lead)
      \(questions)
      <p>Or look it up: <a href="\(Links.decision)#how-do-i-">How do I …? Each need, with the code for it</a>.</p>
      \(list)
      \(results)
      """)
  }

  /// The lesson that most readers predict wrongly. `LessonPicture` draws it.
  private static let first = 11

  /// One sentence, one button, and the picture of the first lesson, which is revealed once from left to right.
  private var lead: Markup {
    let first = lessons.first { $0.lesson.number == Self.first }?.lesson.folder ?? ""
    return """
      <div class="hero"><div><h1>GCD or Operation?</h1>
      <p class="claim">\(lessons.count) short lessons for Swift developers: see the same work in GCD, Operation and \
      Swift concurrency, predict where they part, and know which one to take.</p>
      <p><a class="button" href="\(Links.lesson(first))">Start: what happens when a closure returns?</a></p></div>
      <figure><img class="plays" src="pictures/lesson-\(Self.first).svg" style="width: 100%; height: 404px" \
      alt="Three transfers, to run one at a time. They part where GCD starts the third one, because the closure of the second has returned. \
      Operation and Swift concurrency still wait for its end.">\
      <figcaption>\(links.recorded(on: platform))</figcaption></figure></div>
      """
  }

  /// The questions of the decision's first table, whose columns are number, question, if yes, and if no. They are nested
  /// so that each answer either opens the next question or ends. No script is needed.
  private var questions: Markup {
    let rows = (Markdown(decision).tables.first ?? []).dropFirst().filter { $0.count == 4 }
    func answer(_ text: String) -> Markup { #"<p class="answer">\#(links.inline(text))</p>"# }
    let questions = rows.enumerated().reversed().reduce(nil as Markup?) { following, question in
      let (number, row) = question
      return """
        <div class="question"><p><small>\(number + 1) of \(rows.count)</small> \(links.inline(row[1]))</p>
        <details name="question-\(number)"><summary>Yes</summary>\(answer(row[2]))</details>
        <details name="question-\(number)"><summary>No</summary>\(following ?? answer(row[3]))</details></div>
        """
    }
    return """
      <section aria-labelledby="questions"><h2 id="questions">Which one? Seven questions</h2>
      \(questions)</section>
      """
  }

  private var list: Markup {
    func item(_ played: PlayedLesson) -> Markup {
      """
      <li><span class="number">\(played.lesson.number)</span>\
      <p><a href="\(Links.lesson(played.lesson.folder))">\(played.row.title)</a> \
      <small>\(played.minutes) min</small><br>\(links.inline(played.row.verdict))</p></li>
      """
    }
    let lists = lessons.map(\.row.group).unique.map { name -> Markup in
      let items = lessons.filter { $0.row.group == name }.map(item)
      return #"<h3>\#(name)</h3><ol class="lessons">\#(items.joined(separator: "\n"))</ol>"#
    }
    // The script marks the lessons that have been played in this browser.
    return """
      <section aria-labelledby="lessons"><h2 id="lessons">Lessons</h2>
      <p>Each lesson shows one idea in all three, side by side. Below each title is the verdict, for new code and for \
      callers that can't be async. Marks link statements to their evidence: \(Evidence.legend).</p>
      \(lists.joined(separator: "\n"))<script>try { const played = JSON.parse(localStorage.played ?? "[]");
      for (const one of document.querySelectorAll(".lessons a")) one.classList.toggle("played", played.includes(one.getAttribute("href")));
      } catch {}</script></section>
      """
  }

  private var results: Markup {
    let items = comparisons.map { page -> Markup in
      """
      <li><a href="\(Links.comparison(page.workload))">\(page.title)</a>\
      <p>\(links.inline(page.recorded.verdict))</p></li>
      """
    }
    return """
      <section aria-labelledby="comparisons"><h2 id="comparisons">Comparisons</h2>
      <p>The same work through every engine, recorded with the machine, the command and every run.</p>
      <ul class="comparisons">\(items.joined(separator: "\n"))</ul></section>
      """
  }
}
