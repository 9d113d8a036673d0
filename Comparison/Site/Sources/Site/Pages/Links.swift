import Timelines
import Version

/// Maps links in the repository's pages to the site.
struct Links {
  /// The repository's address, for targets that the site doesn't have. If it is nil, such links are shown as text.
  let repository: String?
  /// The depth of the linking page, in folders.
  var depth = 0
  /// The repository folder of the text, to which links are relative.
  var folder = "Comparison"
  /// Whether the page may be shown at any address, like the page for missing addresses.
  var isAnywhere = false

  /// Returns the address of a path that starts at the root of the site.
  func up(_ path: String) -> String {
    if isAnywhere, let site { return "\(site)/\(path)" }
    return String(repeating: "../", count: depth) + path
  }

  /// Says where a figure was recorded, with a link to what differs elsewhere.
  func recorded(on platform: String) -> Markup {
    #"Recorded on \#(platform). <a href="\#(up(Self.linux))">How Apple’s platforms differ</a>"#
  }

  /// The published address of the site: GitHub Pages' address for `https://github.com/OWNER/NAME`.
  var site: String? {
    guard let parts = repository?.firstMatch(of: /^https:\/\/github\.com\/([^\/]+)\/([^\/]+)$/) else {
      return nil
    }
    return "https://\(parts.output.1.lowercased()).github.io/\(parts.output.2)"
  }

  /// Returns a line of Markdown with its links.
  func inline(_ text: String) -> Markup { Inline(link: callAsFunction).html(text) }

  /// Returns the address for a link, or nil if it has no target.
  /// - Parameter address: The address in the Markdown.
  func callAsFunction(_ address: String) -> String? {
    guard !address.contains("://"), !address.hasPrefix("#"), !address.hasPrefix(Self.programs) else {
      return address
    }
    let parts = address.split(separator: "#", maxSplits: 1)
    guard let first = parts.first else { return nil }
    var path: [Substring] = folder.split(separator: "/")
    for part in first.split(separator: "/") where part != "." {
      if part == ".." { path = path.dropLast() } else { path.append(part) }
    }
    let target = path.joined(separator: "/")
    let fragment = parts.count > 1 ? "#\(parts[1])" : ""
    return page(target, fragment).map(up)
      // A line is one of the commit that the page was made from.
      ?? repository.map { "\($0)/blob/\(Version.commit ?? "main")/\(target)\(fragment)" }
  }

  /// Returns the page for a repository path, from the root of the site, or nil if the site has none.
  private func page(_ target: String, _ fragment: String) -> String? {
    if let lesson = target.firstMatch(of: /^Comparison\/Lessons\/([0-9][^\/]*)(\/README.md)?$/) {
      return Self.lesson(String(lesson.output.1))
    }
    if let file = target.wholeMatch(of: /Comparison\/(Results|Pictures)\/(.*\.(?:json|svg))/)?.output {
      return "\(file.1.lowercased())/\(file.2)"
    }
    switch (target, fragment) {
    case ("Comparison/Lessons", _), ("Comparison/README.md", _), ("Comparison", _):
      return "index.html#lessons"
    case ("Comparison/Results/README.md", "#jobs"): return Self.comparison("jobs")
    case ("Comparison/Results", _), ("Comparison/Results/README.md", _): return "index.html#comparisons"
    default:
      return target.wholeMatch(of: /Comparison\/([\w-]+)\.md/).map { Self.text("\($0.1)") + fragment }
    }
  }

  /// The folder of the recorded scroll.
  static let recording = "scroll"
  static let decision = text("GCD-or-Operation")
  static let linux = text("Linux")
  static let glossary = text("Glossary")
  /// Returns the path of the page with a text of the folder `Comparison`.
  static func text(_ name: String) -> String { "\(name.lowercased()).html" }
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
