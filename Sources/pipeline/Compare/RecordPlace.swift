import Foundation
import Workloads

/// The part of a clone of the repository that results are written to.
struct RecordPlace {
  private let repository: URL

  /// Looks from the current folder upwards.
  /// - Parameter mark: of the place on a page that is going to be written to.
  /// - Throws: `OutputError`, also when no page has that place.
  init(for mark: String) throws {
    let files = FileManager.default
    var folder = URL(fileURLWithPath: files.currentDirectoryPath)
    while !files.fileExists(atPath: folder.appendingPathComponent("Comparison/Results").path) {
      guard folder.path != "/" else {
        throw OutputError(
          "there is no Comparison/Results here: --record writes into a clone of the repository, so run it in one",
          isFatal: true)
      }
      folder.deleteLastPathComponent()
    }
    repository = folder
    _ = try pages(with: [mark: ""], for: mark)
  }

  /// Writes files, named from `Comparison` on, and texts by the marks between which they stand, on every page that has them.
  /// The pages come last, as they link to the files.
  /// - Parameter mark: that of the text which some page must have a place for.
  /// - Throws: `OutputError`.
  func write(_ files: [String: Data], _ texts: [String: String], for mark: String) throws {
    let pages = try pages(with: texts, for: mark)
    for (name, data) in files.sorted(by: { $0.key < $1.key }) {
      try write(data, to: repository.appendingPathComponent("Comparison").appendingPathComponent(name))
    }
    for page in pages { try write(Data(page.text.utf8), to: page.file) }
  }

  /// Pages that show results.
  private static let pages = [
    "README.md", "Comparison/README.md", "Comparison/Results/README.md", "Comparison/GCD-or-Operation.md",
  ]

  /// What the pages become that have one of the marks.
  private func pages(with texts: [String: String], for mark: String) throws -> [(file: URL, text: String)] {
    var isShown = false
    let shown = Self.pages.compactMap { page -> (file: URL, text: String)? in
      let file = repository.appendingPathComponent(page)
      guard let old = try? String(contentsOf: file, encoding: .utf8) else { return nil }
      var new: String?
      for (name, text) in texts {
        guard let replaced = replacing(name, in: new ?? old, with: text) else { continue }
        new = replaced
        isShown = isShown || name == mark
      }
      return new.map { (file, $0) }
    }
    if !isShown {
      throw OutputError(
        "no page has a place for the result: put <!-- \(mark) --> and <!-- /\(mark) --> on lines of their own "
          + "into one of \(Self.pages.joined(separator: ", "))", isFatal: true)
    }
    return shown
  }

  private func write(_ data: Data, to file: URL) throws {
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file, options: .atomic)
    } catch {
      throw OutputError("cannot write \(file.path): \(error.localizedDescription)", isFatal: true)
    }
  }
}

/// Replaces the text between the two marks; nil if the document has no such marks.
func replacing(_ mark: String, in document: String, with text: String) -> String? {
  guard let start = document.range(of: "<!-- \(mark) -->\n"),
    let end = document.range(of: "<!-- /\(mark) -->", range: start.upperBound..<document.endIndex)
  else { return nil }
  return document.replacingCharacters(in: start.upperBound..<end.lowerBound, with: text)
}
