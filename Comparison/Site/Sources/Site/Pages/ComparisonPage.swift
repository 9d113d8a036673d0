import Measurement

/// The page of a recorded comparison: its report, with links back and to the underlying records.
struct ComparisonPage {
  let workload: String
  let runs: Runs
  /// The timelines of the watched runs.
  let scenes: [Scene]
  /// Whether a page replays a recorded run.
  let isReplayed: Bool
  let repository: String?

  enum Runs {
    case photos(Record<Comparison>)
    case jobs(Record<JobComparison>)
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

  /// The result in a few sentences.
  var verdict: String {
    switch runs {
    case .photos(let record): record.measurement.verdict
    case .jobs(let record): record.measurement.sentence
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
    var report =
      switch runs {
      case .photos(let record): record.report
      case .jobs(let record): record.report
      }
    // The goals are about the project's own engines.
    report.goals = []
    report.scenes = scenes
    report.title = title
    report.head =
      links.about(escaped(title), verdict, Links.comparison(workload)) + links.icon
      + "<style>nav[aria-label=Site] { display: flex; flex-wrap: wrap; gap: 0 1.75rem; }"
      + " nav[aria-label=Site] .home { margin-right: auto; }</style>"
    report.timelines = workload
    report.home = .init("GCD or Operation?", to: "../index.html")
    if isReplayed {
      report.files.append(.init("A recorded scroll on both engines", to: "../\(Links.recording)/index.html"))
    }
    report.files.append(
      .init("Every run, with the command, the machine and the versions", to: "../results/\(workload).json"))
    if !scenes.isEmpty {
      report.files.append(.init("The runs that were watched", to: "../\(Links.timelines(workload))"))
    }
    return report
  }
}
