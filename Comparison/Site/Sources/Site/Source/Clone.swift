import Foundation

/// The sources of the site besides the lessons: pages, records and pictures of a clone of the repository.
struct Clone {
  private let root: URL

  /// Checks that a folder is a clone of the repository.
  /// - Throws: `SiteError`, if it isn't one.
  init(_ root: URL) throws {
    self.root = root
    _ = try data(Self.decision)
  }

  static let decision = "Comparison/GCD-or-Operation.md"
  static let glossary = "Comparison/Glossary.md"
  static let table = "Comparison/lessons.tsv"
  static let aliases = "Comparison/aliases.tsv"
  static let gallery = "Sources/Gallery/Page"

  func text(_ path: String) throws -> String { String(decoding: try data(path), as: UTF8.self) }

  /// Returns the names of a folder's files.
  func names(in folder: String) throws -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)
    } catch { throw missing(folder) }
  }

  /// Returns the contents of a file.
  /// - Parameter path: The path from the root of the clone.
  /// - Throws: `SiteError`, if the file can't be read.
  func data(_ path: String) throws -> Data {
    do { return try Data(contentsOf: root.appendingPathComponent(path)) } catch {
      throw missing(path)
    }
  }

  private func missing(_ path: String) -> SiteError {
    SiteError(
      "there is no \(path) in \(root.path): the site is made in a clone of the repository, so run it in one")
  }
}

/// The reason why a site can't be made or written, with a remedy.
public struct SiteError: Error, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
