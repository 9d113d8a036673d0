import Foundation
import Gallery
import Measurement
import Timelines

/// A static site of the lessons and the recorded comparisons: complete without JavaScript, and with links that work from a
/// file and below any path.
public struct Site {
  private let clone: Clone
  private let lessons: [PlayedLesson]
  private let repository: String?

  /// - Parameters:
  ///   - clone: of the repository.
  ///   - lessons: all of them, in order.
  ///   - repository: its address, without a slash at its end; without one, links to sources are text.
  /// - Throws: `SiteError`, where it is no clone.
  public init(clone: URL, lessons: [PlayedLesson], repository: String? = nil) throws {
    self.clone = try Clone(clone)
    self.lessons = lessons
    self.repository = repository
  }

  /// The workloads whose comparisons are recorded, in the order in which they are listed.
  private static let workloads = ["jobs", "photos", "scroll", "thumbnails", "poster"]

  /// All files of the site, by their paths.
  /// - Throws: `SiteError`, where a page, record or picture is missing or cannot be read.
  public func files() throws -> [String: Data] {
    let decision = try clone.text(Clone.decision)
    let table = VerdictTable(try clone.text(Clone.table))
    let comparisons = try Self.workloads.compactMap(comparison)
    var pages = [
      "index.html": FrontPage(
        decision: decision, lessons: lessons, table: table, comparisons: comparisons, repository: repository
      ).html(),
      Links.decision: DecisionPage(text: decision, repository: repository).html(),
      "site.css": Palette.styleSheet() + "\n" + TimelineDrawing.styleSheet + "\n"
        + String(decoding: PackageResources.site_css, as: UTF8.self),
      "site.js": String(decoding: PackageResources.site_js, as: UTF8.self),
    ]
    for (number, played) in lessons.enumerated() {
      let folder = played.lesson.text.folder
      pages[Links.lesson(folder)] = LessonPage(
        played: played, row: table[folder], before: number > 0 ? lessons[number - 1].lesson : nil,
        after: number + 1 < lessons.count ? lessons[number + 1].lesson : nil, repository: repository
      ).html()
    }
    var files = pages.mapValues { Data($0.utf8) }
    for page in comparisons {
      files[Links.comparison(page.workload)] = Data(page.html().utf8)
      files["results/\(page.workload).json"] = try clone.data("Comparison/Results/\(page.workload).json")
      files[Links.timelines(page.workload)] = clone.timelines(page.workload)
    }
    for picture in ["poster.jpg", "cost.svg", "efficiency.svg"] {
      files["pictures/\(picture)"] = try clone.data("Comparison/Pictures/\(picture)")
    }
    if let recording = clone.recording {
      for (name, bytes) in PageFiles.replay(home: "../" + Links.comparison("scroll")) {
        files["\(Links.recording)/\(name)"] = Data(bytes)
      }
      files["\(Links.recording)/\(PageFiles.recording)"] = recording
    }
    // GitHub Pages would pass some files through Jekyll.
    files[".nojekyll"] = Data()
    return files
  }

  /// Nil where nothing is recorded of it.
  private func comparison(_ workload: String) throws -> ComparisonPage? {
    guard let recorded = try clone.recorded(workload) else { return nil }
    let path = "Comparison/Results/\(workload).json"
    let data = try clone.data(path)
    do {
      let runs: ComparisonPage.Runs =
        if workload == "jobs" {
          .jobs(try JSONDecoder().decode(Record<JobComparison>.self, from: data).measurement)
        } else {
          .photos(try JSONDecoder().decode(Record<Comparison>.self, from: data).measurement)
        }
      return ComparisonPage(
        workload: workload, recorded: recorded, runs: runs, scenes: try scenes(workload),
        isReplayed: workload == "scroll" && clone.recording != nil, repository: repository)
    } catch let error as DecodingError {
      throw SiteError("\(path) is not a recorded comparison: record it again with --record (\(error))")
    }
  }

  private func scenes(_ workload: String) throws -> [Scene] {
    guard let data = clone.timelines(workload) else { return [] }
    do { return try JSONDecoder().decode(Record<[Scene]>.self, from: data).measurement } catch {
      throw SiteError(
        "Comparison/Results/\(workload)-timelines.json has no timelines: record them again with --record (\(error))"
      )
    }
  }
}

/// The page of the decision, as it stands in the repository.
private struct DecisionPage {
  let text: String
  let repository: String?

  func html() -> String {
    let links = Links(repository: repository, depth: 0, folder: "Comparison")
    return Frame(
      links: links, title: "The decision",
      description: "Which to take, need by need, with the code and what it costs."
    ).html("<article class=\"decision\">\(Markdown(text).html(link: links.callAsFunction))</article>")
  }
}
