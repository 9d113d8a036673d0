import Measurement
import Timelines

/// The page of a recorded comparison: its report, with links to the underlying records.
struct ComparisonPage {
  let workload: String
  let recorded: Report
  let repository: String?

  private static let titles = [
    "jobs": "Empty and busy jobs", "photos": "Photos: the main job",
    "scroll": "Scrolling through a table of photos", "thumbnails": "Thumbnails of a grouped list",
    "poster": "A layered poster",
  ]
  var title: String { Self.titles[workload] ?? workload }

  /// The page and its timelines, by path.
  var files: [String: String] {
    var report = recorded
    report.title = title
    let replay: Markup =
      #"<li><a href="../\#(Links.recording)/index.html">A recorded scroll on both engines</a></li>"#
    let path = Links.comparison(workload)
    let page = Frame(
      links: Links(repository: repository, depth: 1), title: title, description: report.verdict, path: path,
      scripts: ["report.js"]
    ).html(
      """
      \(report.article(timelines: workload))
      <section><h2>With it</h2><ul>\(workload == "scroll" ? replay : nil)\
      <li><a href="../results/\(workload).json">Every run, with the command, the machine and the versions</a></li>\
      <li><a href="../results/\(workload)-timelines.json">The runs that were watched</a></li></ul></section>
      """)
    return report.timelineFiles(workload).reduce(into: [path: page]) {
      $0["comparisons/" + $1.key] = $1.value
    }
  }
}
