import Foundation
import Version

/// Maps links in the repository's pages to the site.
struct Links {
  /// The repository's address, for targets that the site doesn't have. If it is nil, such links are shown as text.
  let repository: String?
  /// The depth of the linking page, in folders.
  let depth: Int
  /// The repository folder of the text, to which links are relative.
  let folder: String
  /// Whether the page may be shown at any address, like the page for missing addresses.
  var isAnywhere = false

  /// Returns the address of a path that starts at the root of the site.
  func up(_ path: String) -> String {
    if isAnywhere, let site { return "\(site)/\(path)" }
    return String(repeating: "../", count: depth) + path
  }

  /// Returns the address for a link, or nil if it has no target.
  /// - Parameter address: The address in the Markdown.
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
    let place = "\(target)\(fragment.map { "#\($0)" } ?? "")"
    return page(target, fragment).map(up)
      // A line is one of the commit that the page was made from.
      ?? repository.map { "\($0)/blob/\(Version.commit ?? "main")/\(place)" }
  }

  /// Returns the page for a repository path, from the root of the site, or nil if the site has none.
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
    if let text = Self.texts[target] { return text + (fragment.map { "#\($0)" } ?? "") }
    switch (target, fragment) {
    case ("Comparison/Lessons", _), ("Comparison/README.md", _), ("Comparison", _):
      return "index.html#lessons"
    case ("Comparison/Results/README.md", "jobs"?): return Self.comparison("jobs")
    case ("Comparison/Results", _), ("Comparison/Results/README.md", _): return "index.html#comparisons"
    default: return nil
    }
  }

  /// The folder of the recorded scroll.
  static let recording = "scroll"
  static let decision = "gcd-or-operation.html"
  static let costs = "costs.html"
  static let linux = "linux.html"
  static let crashes = "crashes.html"
  static let glossary = "glossary.html"
  /// The addresses of the pages that are one text of the repository, by its path.
  private static let texts = [
    Clone.decision: decision, Clone.costs: costs, Clone.linux: linux, Clone.crashes: crashes,
    Clone.glossary: glossary,
  ]
  static let missing = "404.html"
  /// Returns the path of a lesson's version as a standalone file.
  static func program(_ folder: String, _ version: String) -> String {
    "\(programs)/\(folder)-\(version).swift"
  }
  static let programs = "programs"
  static func lesson(_ folder: String) -> String { "lessons/\(folder).html" }
  /// The picture of link previews, for all pages: that of a lesson's own run would tell its answer.
  static let preview = "preview.png"
  static func comparison(_ workload: String) -> String { "comparisons/\(workload).html" }
}
