import Foundation
import Measurement

/// The page of a recorded comparison.
struct ComparisonPage {
  let workload: String
  /// What the program wrote of it, as Markdown.
  let recorded: String
  /// Every run; nil of jobs, whose charts show them.
  let record: Record<Comparison>?
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
    return ComparisonVerdict(record.measurement).sentence
  }

  private var links: Links { Links(repository: repository, depth: 1, folder: "") }

  func html() -> String {
    let dots = record.map { DotCharts($0.measurement).html } ?? ""
    let body = Markdown(recorded).html(lowered: 1, link: links.callAsFunction)
    return Frame(links: links, title: title, description: verdict).html(
      """
      <p class="over">Comparison</p>
      <h1>\(escaped(title))</h1>
      <p class="claim">\(Inline(link: links.callAsFunction).html(verdict))</p>
      <section class="recorded" aria-labelledby="record"><h2 id="record">The record</h2>
      \(body)
      </section>
      \(dots)
      <section aria-labelledby="raw"><h2 id="raw">The raw record</h2>
      <p>With the command, the machine, the versions and every run: <a href="../results/\(workload).json">\(workload).json</a>.</p></section>
      """)
  }
}

/// What a comparison says about the second of its engines, in a sentence.
private struct ComparisonVerdict {
  private let comparison: Comparison

  init(_ comparison: Comparison) { self.comparison = comparison }

  var sentence: String {
    guard comparison.engines.count > 1 else { return "" }
    let (first, second) = (comparison.engines[0], comparison.engines[1])
    let judged = comparison.rows.compactMap { row in row.cells[1]?.ratio.map { (row.figure, $0) } }
    let different = judged.filter { $0.1.verdict == .less || $0.1.verdict == .more }
    let wall = judged.first { $0.0 == .wall }?.1
    let time =
      wall.map { ratio -> String in
        switch ratio.verdict {
        case .noDifference: "\(second) and \(first) take the same time"
        case .less where abs(ratio.ratio - 1) < 0.005, .more where abs(ratio.ratio - 1) < 0.005:
          "\(second) and \(first) take the same time, to within half a percent"
        // To two places, as the table has it.
        case .less, .more: String(format: "%@ takes %.2f times as long as %@", second, ratio.ratio, first)
        case .unknown: "there are too few runs to say which of \(first) and \(second) is faster"
        }
      } ?? ""
    let names = different.map(\.0).filter { $0 != .wall }.map(\.title)
    let others =
      names.isEmpty
      ? "no other of \(judged.count) figures shows a difference"
      : "of \(judged.count) figures, \(names.count) more show a difference (\(names.joined(separator: "; ")))"
    let text = "\(time); \(others)."
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}
