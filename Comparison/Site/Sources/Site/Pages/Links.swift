import Foundation

/// Where links of the repository's pages lead on the site.
struct Links {
  /// The repository's address, for what the site does not show; without one such links are text.
  let repository: String?
  /// How deep the page lies that the links are for, in folders.
  let depth: Int
  /// The folder of the repository that the text is from, as links are from there on.
  let folder: String
  /// Whether the page is shown at any address, as the one is that says what is missing.
  var isAnywhere = false

  /// The raw record of the runs of a comparison that were watched.
  static func timelines(_ workload: String) -> String { "results/\(workload)-timelines.json" }

  /// From the root of the site on.
  func up(_ path: String) -> String {
    if isAnywhere, let site { return "\(site)/\(path)" }
    return String(repeating: "../", count: depth) + path
  }

  /// - Parameter address: as it stands in the Markdown; nil where it leads nowhere.
  func callAsFunction(_ address: String) -> String? {
    guard !address.contains("://"), !address.hasPrefix("#") else { return address }
    let parts = address.split(separator: "#", maxSplits: 1)
    guard let first = parts.first else { return nil }
    var path: [Substring] = folder.split(separator: "/")
    for part in first.split(separator: "/") where part != "." {
      if part == ".." { path = path.dropLast() } else { path.append(part) }
    }
    let target = path.joined(separator: "/")
    let fragment = parts.count > 1 ? String(parts[1]) : nil
    return page(target, fragment).map(up)
      ?? repository.map { "\($0)/blob/main/\(target)\(fragment.map { "#\($0)" } ?? "")" }
  }

  /// From the root of the site on; nil where it has no page for it.
  private func page(_ target: String, _ fragment: String?) -> String? {
    if let lesson = target.firstMatch(of: /^Comparison\/Lessons\/([0-9][^\/]*)(\/README.md)?$/) {
      return Self.lesson(String(lesson.output.1))
    }
    if target.hasPrefix("Comparison/Results/"), target.hasSuffix(".json") {
      return "results/" + target.dropFirst("Comparison/Results/".count)
    }
    if target.hasPrefix("Comparison/Pictures/") {
      return "pictures/" + target.dropFirst("Comparison/Pictures/".count)
    }
    switch (target, fragment) {
    case (Clone.decision, _): return Self.decision + (fragment.map { "#\($0)" } ?? "")
    case ("Comparison/Lessons", _), ("Comparison/README.md", _), ("Comparison", _):
      return "index.html#lessons"
    case ("Comparison/Results", _), ("Comparison/Results/README.md", _): return "index.html#comparisons"
    case ("README.md", "where-does-the-engine-matter"?): return Self.comparison("jobs")
    default: return nil
    }
  }

  /// The folder of the recorded scroll.
  static let recording = "scroll"
  static let decision = "gcd-or-operation.html"
  static let missing = "404.html"
  /// A version of a lesson as a file that runs alone.
  static func program(_ folder: String, _ version: String) -> String {
    "\(programs)/\(folder)-\(version).swift"
  }
  static let programs = "programs"
  static func lesson(_ folder: String) -> String { "lessons/\(folder).html" }
  /// The picture of a page.
  static func preview(_ page: String) -> String { "previews/\(page.replacing(".html", with: "")).png" }
  static func comparison(_ workload: String) -> String { "comparisons/\(workload).html" }
}
