import Lessons
import Timelines

/// The page of a lesson.
struct LessonPage {
  let played: PlayedLesson
  let glossary: Glossary
  /// The platform on which the lesson was recorded: “Linux, 2 cores”.
  let platform: String
  let before: Lesson?
  let after: Lesson?
  let repository: String?

  var lesson: Lesson { played.lesson }
  var row: LessonRow { played.row }
  var links: Links {
    Links(repository: repository, depth: 1, folder: "Comparison/Lessons/\(lesson.folder)")
  }

  func html() -> String {
    // The preview of a link shows the question, because the answer would leave nothing to predict.
    Frame(
      links: links, title: "\(lesson.number). \(row.title)", description: plainText(lesson.content.question),
      path: Links.lesson(lesson.folder),
      scripts: ["copy.js", "site.js"], states: ["asking", "unanswered"]
    ).html([question, stage, verdict, words, command, neighbours].joined(separator: "\n"))
  }

  private func paragraphs(_ part: LessonText.Part?) -> Markup {
    (part?.text ?? []).map { "<p>\(links.inline($0))</p>" as Markup }.joined(separator: "\n")
  }

  // MARK: The first screen

  /// The situation, the question and the answers. The answers are buttons from the start, so that nothing moves when
  /// the script runs. Without scripts, they look like a list.
  private var question: Markup {
    let answers = lesson.content.answers.map { answer -> Markup in
      """
      <li\(answer.isRight ? #" data-right="""# : nil)>\
      <button type="button" aria-pressed="false">\(links.inline(answer.text))</button></li>
      """
    }
    return """
      <section class="predict" aria-labelledby="title">\
      <h1 id="title"><small>\(lesson.number)</small> \(row.title)</h1>
      <p>\(links.inline(lesson.content.question)) \
      <span class="hint">Choose an answer, and step through what happens.</span></p>
      <ul class="answers">\(answers)</ul></section>
      """
  }

  /// Each version's code, and below it, always in sight, its lanes and the player.
  private var stage: Markup {
    let versions = Stage(
      page: self, columns: CodeColumn.columns(lesson, played.versions, Array(played.steps.stops.values)),
      drawing: played.drawing, steps: played.steps, parting: differences)
    let drawing = TimelineDrawing([
      .init(played.trap.version.rawValue, color: lesson.trap.api.color, timeline: played.trap.timeline)
    ])
    let trap = Stage(
      page: self, columns: CodeColumn.columns(lesson, [played.trap]), drawing: drawing,
      steps: played.trapSteps, trap: lesson.trap, parting: links.inline(lesson.trap.mistake))
    // On a phone, these buttons choose the visible version. The first one is the version that the question is about.
    let tabs = Lesson.Version.apis.map { version -> Markup in
      """
      <input type="radio" name="version" id="tab-\(version.id)"\(version == row.asked.first ? " checked" : nil)>\
      <label class="\(version.id)" for="tab-\(version.id)">\(version.rawValue)</label>
      """
    }
    return """
      <section class="stage" aria-label="Code and what happened">
      \(versions.code)
      \(trap.code)
      <div class="dock"><div class="player"><fieldset class="tabs"><legend>Version</legend>\(tabs)</fieldset>
      \(versions.lanes)
      \(trap.lanes)
      <p id="now" aria-live="polite" tabindex="0" hidden></p><div class="controls" hidden>\
      <button type="button" id="back">Back</button>\
      <button type="button" id="step">Next</button>\
      <button type="button" id="play">Play all</button>\
      <button type="button" id="part">Where they part</button>
      <label class="scrub"><span>Position</span>\
      <input type="range" id="scrub" min="0" max="1" step="1" value="0"></label>\
      <fieldset class="views"><legend>Show</legend>\
      <input type="radio" name="view" id="view-versions" checked><label for="view-versions">Versions</label>\
      <input type="radio" name="view" id="view-trap"><label for="view-trap">Trap</label></fieldset></div></div>
      \(versions.legend)
      \(trap.legend)</div>
      <p id="note" popover></p></section>
      <p class="runs">One run is drawn. The steps are what all runs have in common. Lengths vary from run to run.</p>
      <details class="tables"><summary>Every event, as a table</summary>\
      <div class="wide" tabindex="0" role="group" aria-label="Table">\(versions.table)\(trap.table)</div></details>
      """
  }

  /// The differences between the versions: a sentence for each, below its column if the window is wide.
  private var differences: Markup {
    let each = Lesson.Version.apis.compactMap { version in
      lesson.difference(version).map { difference -> Markup in
        """
        <span class="side \(version.color.rawValue)"><b>\(version.rawValue):</b> \(links.inline(difference))</span>
        """
      }
    }
    return #"<span class="sides">\#(each.joined(separator: " "))</span>"#
  }

  // MARK: The answer and the explanation

  /// The answer, which is hidden until the lesson has been played.
  private var verdict: Markup {
    let text = lesson.content
    func paragraph(_ look: String, _ text: String?) -> Markup? {
      text.map { #"<p class="\#(look)">\#(links.inline($0))</p>"# }
    }
    let cells = zip(Lesson.Version.apis, row.cells).map { version, cell -> Markup in
      """
      <div class="\(version.id)"><dt>\(version.rawValue)</dt><dd>\(links.inline(cell))</dd></div>
      """
    }
    return """
      <section id="answer" aria-labelledby="answer-title"><h2 id="answer-title" tabindex="-1">The answer</h2>
      \(paragraph("because", text["Because"]?.paragraphs[0]))\
      \(paragraph("claim", text["In short"]?.text[0]))<p class="difference">\(differences)</p>
      \(paragraphs(text["What you see"] ?? text["What to see"]))\
      <dl class="verdict">\(cells)<div><dt>Which one?</dt><dd>\(links.inline(row.verdict))</dd></div></dl></section>
      """
  }

  /// The explanation. The first trap and the choice are open, and the rest is collapsed.
  private var words: Markup {
    let shown = ["In short", "Predict", "Because", "What to see", "What you see"]
    let rest = lesson.content.parts.filter { !shown.contains($0.title) }
    let firstTrap = rest.firstIndex(where: \.isTrap)
    let parts = rest.enumerated().map { place, part -> Markup in
      let look = part.isTrap ? "trap" : "part"
      let title = links.inline(part.title)
      guard place == firstTrap || ["Choose", ""].contains(part.title) else {
        return #"<details class="\#(look)"><summary>\#(title)</summary>\#(paragraphs(part))</details>"#
      }
      let heading: Markup? = part.title.isEmpty ? nil : "<h2>\(title)</h2>"
      return #"<section class="\#(look)">\#(heading)\#(paragraphs(part))</section>"#
    }
    return """
      <div class="words">\(parts.joined(separator: "\n"))</div>
      <p class="evidence">\(Evidence.legend)</p>
      """
  }

  private var command: Markup {
    let files = ["GCD.swift", "Operation.swift", "Tasks.swift"].compactMap { file in
      links(file).map { #"<a href="\#($0)">\#(file)</a>"# as Markup }
    }
    return """
      <section class="run" aria-labelledby="run"><h2 id="run">Run it</h2>
      <pre><code>swift run pipeline lesson \(lesson.number)</code></pre>\
      \(files.isEmpty ? nil : "<p>The files: \(files.joined(separator: ", ")).</p>")</section>
      """
  }

  private var neighbours: Markup {
    func link(_ lesson: Lesson?, _ words: String, _ look: String) -> Markup? {
      lesson.map {
        #"<a class="\#(look)" href="\#($0.folder).html"><small>\#(words)</small> \#($0.title)</a>"#
      }
    }
    return """
      <nav class="neighbours" aria-label="Lessons">\(link(before, "Before", "before"))\
      \(link(after, "Next", "after"))</nav>
      """
  }
}
