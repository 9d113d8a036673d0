import Foundation
import Measurement

/// The page of a recorded comparison.
struct ComparisonPage {
  let workload: String
  /// What the program wrote of it, as Markdown.
  let recorded: String
  /// Every run; nil of jobs, whose charts show them.
  let record: Record<Comparison>?
  /// Whether there is a page that replays one.
  let hasRecording: Bool
  let repository: String?

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
    guard let record else {
      let paragraphs = Markdown(recorded).blocks.compactMap {
        if case .paragraph(let text) = $0 { text } else { nil }
      }
      return paragraphs.first { !$0.hasPrefix("![") } ?? ""
    }
    return record.measurement.verdict
  }

  fileprivate var links: Links { Links(repository: repository, depth: 1, folder: "") }

  func html() -> String {
    let dots = record.map { DotCharts($0.measurement).html } ?? ""
    let body = Markdown(recorded).html(lowered: 1, link: links.callAsFunction)
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
    guard hasRecording else { return "" }
    return
      "<p><a class=\"more\" href=\"\(links.up(Links.recording))/index.html\">Watch a recorded scroll on both engines</a></p>\n"
  }
}
