import Measurement
import Timelines

/// The page of a recorded comparison: its report, with links back and to the underlying records.
struct ComparisonPage {
  let workload: String
  let recorded: Report
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

  /// The page and its timelines, by path.
  var files: [String: String] {
    let links = Links(repository: repository, depth: 1, folder: "")
    var report = recorded
    report.title = title
    var frame = Report.Frame()
    frame.head = Markup(
      verbatim: links.about(escaped(title), report.verdict, Links.comparison(workload)) + links.icon
        + "<style>nav[aria-label=Site] { display: flex; flex-wrap: wrap; gap: 0 1.75rem; }"
        + " nav[aria-label=Site] .home { margin-right: auto; }</style>")
    frame.navigation = Markup(verbatim: links.navigation)
    frame.timelines = workload
    let replay: Markup =
      "<li><a href=\"../\(Links.recording)/index.html\">A recorded scroll on both engines</a></li>"
    frame.footer = """
      <section><h2>With it</h2><ul>\(workload == "scroll" ? replay : nil)\
      <li><a href="../results/\(workload).json">Every run, with the command, the machine and the versions</a></li>\
      <li><a href="../results/\(workload)-timelines.json">The runs that were watched</a></li></ul></section>
      """
    return report.timelineFiles(workload).reduce(into: [Links.comparison(workload): report.html(in: frame)]) {
      $0["comparisons/" + $1.key] = $1.value
    }
  }
}
