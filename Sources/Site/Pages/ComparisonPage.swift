import Foundation
import Measurement

/// The page of a recorded comparison.
struct ComparisonPage {
  let workload: String
  /// What the program wrote of it, as Markdown.
  let recorded: String
  let runs: Runs
  /// Runs that were watched.
  let scenes: [Scene]
  /// Whether a page replays a recorded run.
  let isReplayed: Bool
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
      \(timelines)      <section aria-labelledby="raw"><h2 id="raw">The raw record</h2>
      <p>With the command, the machine, the versions and every run: <a href="../results/\(workload).json">\(workload).json</a>\(watched).</p></section>
      """)
  }
}

extension ComparisonPage {
  fileprivate var recording: String {
    guard isReplayed else { return "" }
    let page = "\(links.up(Links.recording))/index.html"
    return "<p><a class=\"more\" href=\"\(page)\">Watch a recorded scroll on both engines</a></p>\n"
  }

  fileprivate var watched: String {
    guard !scenes.isEmpty else { return "" }
    let path = Links.timelines(workload)
    return "; timelines: <a href=\"../\(path)\">\(path.dropFirst("results/".count))</a>"
  }

  fileprivate var timelines: String {
    scenes.enumerated().map { number, scene in
      let drawing = scene.drawing
      let figures = zip(drawing.columns, scene.timelines).enumerated().map { place, drawn in
        let (column, timeline) = drawn
        return
          "<figure class=\"\(column.color.rawValue)\"><figcaption>\(escaped(column.name)) <small>\(escaped(timeline.notes))</small></figcaption>\n"
          + "<div class=\"plot\">\(drawing.element(column, id: "scene-\(number)-\(place)"))</div></figure>"
      }
      return """
        <section aria-labelledby="scene-\(number)"><h2 id="scene-\(number)">\(escaped(scene.title))</h2>
        <div class="timelines whole">\(figures.joined(separator: "\n"))</div>
        \(drawing.legend)</section>

        """
    }.joined()
  }
}
