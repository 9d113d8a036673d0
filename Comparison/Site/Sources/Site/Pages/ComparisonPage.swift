import Measurement
import Timelines

/// The page of a recorded comparison: its report, with links back and to the underlying records.
struct ComparisonPage {
  let workload: String
  let recorded: Report
  /// The result in a few sentences.
  let verdict: String
  /// Whether a page replays a recorded run.
  let isReplayed: Bool
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
    let report = report
    let folder = "comparisons/"
    let page = report.html().replacing(#/<nav aria-label="Site">.*?</nav>/#, with: links.navigation)
    return report.timelineFiles.reduce(into: [Links.comparison(workload): page]) {
      $0[folder + $1.key] = $1.value
    }
  }

  private var links: Links { Links(repository: repository, depth: 1, folder: "") }

  private var report: Report {
    var report = recorded
    report.title = title
    report.head =
      Markup(
        verbatim: links.about(escaped(title), verdict, Links.comparison(workload)) + links.icon
          + "<style>nav[aria-label=Site] { display: flex; flex-wrap: wrap; gap: 0 1.75rem; }"
          + " nav[aria-label=Site] .home { margin-right: auto; }</style>")
    report.timelines = workload
    report.home = .init("GCD or Operation?", to: "../index.html")
    if isReplayed {
      report.files.append(.init("A recorded scroll on both engines", to: "../\(Links.recording)/index.html"))
    }
    report.files += [
      .init("Every run, with the command, the machine and the versions", to: "../results/\(workload).json"),
      .init("The runs that were watched", to: "../results/\(workload)-timelines.json"),
    ]
    return report
  }
}
