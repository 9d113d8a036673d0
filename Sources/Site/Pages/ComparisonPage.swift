import Foundation
import Measurement

/// The page of a recorded comparison.
struct ComparisonPage {
  let workload: String
  /// What the program wrote of it, as Markdown.
  let recorded: String
  let runs: Runs
  /// Of a scroll that a page replays; nil where none was recorded.
  let trace: ScrollTrace?
  let repository: String?

  /// Every run.
  enum Runs {
    case photos(Comparison)
    case jobs(JobComparison)
  }

  var title: String {
    switch workload {
    case "jobs": "Empty and busy jobs"
    case "photos": "Photos: the main job"
    case "scroll": "Scrolling through a table of photos"
    case "thumbnails": "Thumbnails of a grouped list"
    case "poster": "A layered poster"
    default: workload
    }
  }

  /// The result in one sentence.
  var verdict: String {
    switch runs {
    case .photos(let comparison): comparison.sentence
    case .jobs(let comparison): comparison.sentence
    }
  }

  private var dots: String {
    switch runs {
    case .photos(let comparison): DotCharts(comparison).html
    case .jobs(let comparison): DotCharts(comparison).html
    }
  }

  /// Without the goals that the project sets itself, and why some are missed: they compare nothing.
  private var blocks: [Markdown.Block] {
    var blocks = Markdown(recorded).blocks
    let goals = blocks.firstIndex { block in
      if case .table(let rows) = block { rows.first?.first == "goal" } else { false }
    }
    if let goals {
      blocks.remove(at: goals)
      if goals < blocks.count, case .list = blocks[goals] { blocks.remove(at: goals) }
    }
    return blocks
  }

  fileprivate var links: Links { Links(repository: repository, depth: 1, folder: "") }

  func html() -> String {
    let body = Markdown(blocks).html(lowered: 1, link: links.callAsFunction)
    return Frame(links: links, title: title, description: verdict).html(
      """
      <p class="over">Comparison</p>
      <h1>\(escaped(title))</h1>
      <p class="claim">\(Inline(link: links.callAsFunction).html(verdict))</p>
      \(recording)<section class="recorded" aria-labelledby="record"><h2 id="record">The record</h2>
      \(body)
      </section>
      \(dots)
      <section aria-labelledby="raw"><h2 id="raw">The raw record</h2>
      <p>With the command, the machine, the versions and every run: <a href="../results/\(workload).json">\(workload).json</a>.</p></section>
      """)
  }
}

extension ComparisonPage {
  fileprivate var recording: String {
    guard let trace else { return "" }
    let drawing = trace.drawing
    let drawn = drawing.columns.map { column in
      "<figure class=\"\(column.color.rawValue)\"><figcaption>\(escaped(column.name))</figcaption>\n<div class=\"plot\">"
        + drawing.element(column, id: column.color.rawValue) + "</div></figure>"
    }
    return """
      <p><a class="more" href="\(links.up(Links.recording))/index.html">Watch a recorded scroll on both engines</a></p>
      <section aria-labelledby="slots"><h2 id="slots">One scroll, slot by slot</h2>
      <p>The recorded scroll: eight downloads and two filters at a time, and the queues suspended while the list moves.</p>
      <div class="timelines">\(drawn.joined(separator: "\n"))</div>
      \(drawing.legend)</section>

      """
  }
}
