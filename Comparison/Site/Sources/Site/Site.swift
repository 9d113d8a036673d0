import Foundation
import Lessons
import Measurement
import Records
import Timelines

/// A static site of the lessons and the recorded comparisons. It is complete without JavaScript. Its links work from
/// files and below any path.
public struct Site {
  private let clone: Clone
  private let repository: String?

  /// Creates a site, whose files are made by `files()`.
  /// - Parameters:
  ///   - clone: A clone of the repository.
  ///   - repository: The repository's address, without a trailing slash. If it is nil, links to sources are shown as
  ///     text.
  public init(_ clone: Clone, repository: String? = nil) {
    (self.clone, self.repository) = (clone, repository)
  }

  /// Returns all files of the site, by path.
  /// - Throws: `PublishingError`, if `clone` isn't a clone of the repository, if a lesson isn't recorded, or if a page,
  ///   record or picture is missing or can't be read.
  public func files() throws -> [String: Data] {
    let rows = LessonRow.all(try clone.text(Clone.table))
    let records = try RecordedLessons(clone)
    let lessons = try Lessons.lessons.map { lesson in
      let stops = try clone.text("Comparison/Lessons/\(lesson.folder)/stops.tsv")
      return try PlayedLesson(lesson, records, rows, stops: stops)
    }
    let links = Links(repository: repository)
    let texts = try TextPage.all(clone, links)
    let glossary = Glossary(text: try clone.text(Clone.glossary))
    let comparisons = try RecordedComparisons.workloads.map {
      ComparisonPage(
        workload: $0, recorded: try RecordedComparisons(clone).report($0), repository: repository)
    }
    var pages = [
      "index.html": FrontPage(
        decision: texts.first?.text ?? "", lessons: lessons, comparisons: comparisons,
        platform: records.platform, links: links
      ).html(),
      "site.css": [
        Palette.styleSheet(), TimelineDrawing.styleSheet, Report.styleSheet,
        String(decoding: PackageResources.site_css, as: UTF8.self),
      ].joined(separator: "\n"),
      "report.js": Report.script,
      "search.js": try SearchIndex(
        lessons: lessons, texts: texts, glossary: glossary, comparisons: comparisons,
        aliases: clone.text(Clone.aliases)
      ).script(String(decoding: PackageResources.search_js, as: UTF8.self)),
      Links.missing: missing,
    ]
    for page in texts { pages[page.path] = page.html() }
    for (number, played) in lessons.enumerated() {
      pages[Links.lesson(played.lesson.folder)] = LessonPage(
        played: played, glossary: glossary, platform: records.platform,
        before: lessons[..<number].last?.lesson, after: lessons.dropFirst(number + 1).first?.lesson,
        repository: repository
      ).html()
      for version in Lesson.Version.allCases {
        pages[Links.program(played.lesson.folder, version.id)] = played.lesson.program(version)
      }
    }
    for page in comparisons { pages.merge(page.files) { $1 } }
    var files = pages.mapValues { Data($0.utf8) }
    for name in RecordedComparisons.workloads.flatMap({ [$0, "\($0)-timelines"] }) {
      files["results/\(name).json"] = try clone.data(Clone.results(name))
    }
    for picture in ["cost.svg", "efficiency.svg", "lesson-11.svg"] {
      files["pictures/\(picture)"] = try clone.data("Comparison/Pictures/\(picture)")
    }
    files.merge(try replay()) { $1 }
    files["site.js"] = Data(PackageResources.site_js)
    files["copy.js"] = Data(PackageResources.copy_js)
    files["icon.svg"] = Data(PackageResources.icon_svg)
    files[Links.preview] = Data(PackageResources.preview_png)
    if let site = links.site {
      let addresses = files.keys.filter { $0.hasSuffix(".html") && $0 != Links.missing }.sorted()
        .map { $0 == "index.html" ? site + "/" : "\(site)/\($0)" }
      files["sitemap.txt"] = Data((addresses.joined(separator: "\n") + "\n").utf8)
      files["robots.txt"] = Data("Sitemap: \(site)/sitemap.txt\n".utf8)
    }
    // Prevents GitHub Pages from passing files through Jekyll.
    files[".nojekyll"] = Data()
    return files
  }

  private var missing: String {
    let links = Links(repository: repository, isAnywhere: true)
    return Frame(
      links: links, title: "Not here", description: "There is no such page.", path: Links.missing
    ).html(
      """
      <h1>There is no such page</h1><p>It may have moved: <a href="\(links.up("index.html"))">the front page has \
      all lessons and a search box</a>.</p>
      """)
  }

  /// Returns the pages that replay a recorded scroll, and the gallery's files for them.
  private func replay() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try clone.names(in: Clone.gallery) where !name.hasSuffix(".html") {
      files["\(Links.recording)/\(name)"] = try clone.data("\(Clone.gallery)/\(name)")
    }
    files["\(Links.recording)/gallery.css"]?.append(contentsOf: Palette.engines.utf8)
    let tables = try clone.text("\(Clone.gallery)/gallery.html")
    for page in ReplayPage.all {
      let recording = try clone.data(Clone.results(page.record))
      files["\(Links.recording)/\(page.name).js"] = Data("const recorded = ".utf8) + recording
      files[page.path] = Data(page.html(tables: tables, repository: repository).utf8)
    }
    return files
  }
}
