import Foundation

/// What the site is made from, besides the lessons: pages, records and pictures of a clone of the repository.
struct Clone {
  private let root: URL

  /// - Throws: `SiteError`, where it is none.
  init(_ root: URL) throws {
    self.root = root
    for name in [Self.decision, Self.table, Self.results] { _ = try data(name) }
  }

  static let decision = "Comparison/GCD-or-Operation.md"
  static let table = "Comparison/README.md"
  static let results = "Comparison/Results/README.md"
  static let front = "README.md"

  /// Of the runs of a comparison that were watched; nil where none was.
  func timelines(_ workload: String) -> Data? { try? data("Comparison/Results/\(workload)-timelines.json") }

  /// Of a scroll, as `pipeline gallery --record` wrote it; nil where there is none.
  var recording: Data? { try? data("Comparison/Results/scroll-recording.json") }

  func text(_ path: String) throws -> String { String(decoding: try data(path), as: UTF8.self) }

  /// - Parameter path: from the root on.
  func data(_ path: String) throws -> Data {
    do { return try Data(contentsOf: root.appendingPathComponent(path)) } catch {
      throw SiteError(
        "there is no \(path) in \(root.path): the site is made in a clone of the repository, so run it in one, "
          + "or name one with --from", lacksClone: true)
    }
  }

  /// What stands between the marks of a recorded comparison, on the first page that has them.
  func recorded(_ workload: String) throws -> String? {
    for page in [Self.front, Self.results] {
      let text = try text(page)
      guard let start = text.range(of: "<!-- compare:\(workload) -->\n"),
        let end = text.range(of: "<!-- /compare:\(workload) -->", range: start.upperBound..<text.endIndex)
      else { continue }
      return String(text[start.upperBound..<end.lowerBound])
    }
    return nil
  }
}

/// Why a site cannot be made or written, with what to do about it.
public struct SiteError: Error, CustomStringConvertible {
  public let description: String
  /// Whether what the pages come from is missing, rather than a place for them.
  public let lacksClone: Bool

  init(_ description: String, lacksClone: Bool = false) {
    (self.description, self.lacksClone) = (description, lacksClone)
  }
}
