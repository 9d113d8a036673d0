import Foundation

/// The part of a clone of the repository that results are written to.
struct RecordPlace {
  private let repository: URL

  /// Looks from the current folder upwards.
  /// - Parameter mark: of the place on a page that is going to be written to.
  /// - Throws: `RecordError`, also when no page has that place.
  static func inRepository(for mark: String) throws -> RecordPlace {
    let files = FileManager.default
    var folder = URL(fileURLWithPath: files.currentDirectoryPath)
    while true {
      let results = folder.appendingPathComponent("Comparison/Results").path
      if files.fileExists(atPath: results) {
        let place = RecordPlace(repository: folder)
        _ = try place.pages(with: [mark: ""], for: mark)
        return place
      }
      if folder.path == "/" { break }
      folder.deleteLastPathComponent()
    }
    throw RecordError(
      description:
        "there is no Comparison/Results here: --record writes into a clone of the repository, so run it in one"
    )
  }

  /// Writes files, named from `Comparison` on, and texts by the marks between which they stand, on every page that has them.
  /// The pages come last, as they link to the files.
  /// - Parameter mark: that of the text which some page must have a place for.
  /// - Throws: `RecordError`.
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
      throw RecordError(
        description:
          "no page has a place for the result: put <!-- \(mark) --> and <!-- /\(mark) --> on lines of their own "
          + "into one of \(Self.pages.joined(separator: ", "))")
    }
    return shown
  }

  private func write(_ data: Data, to file: URL) throws {
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file, options: .atomic)
    } catch {
      throw RecordError(description: "cannot write \(file.path): \(error.localizedDescription)")
    }
  }
}

/// Where a report goes; tried before any run, so that no run is wasted.
struct ReportFile {
  private let path: String
  private let url: URL

  /// - Throws: `RecordError`.
  init(_ path: String) throws {
    self.path = path
    url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    let files = FileManager.default
    guard !files.fileExists(atPath: url.path, isDirectory: &isFolder) || !isFolder.boolValue,
      files.isWritableFile(atPath: folder)
    else {
      throw RecordError(
        description: "cannot write the report “\(oneLine(path))”: name a file in a folder that takes one")
    }
  }

  /// - Throws: `RecordError`.
  func write(_ page: String) throws {
    do { try Data(page.utf8).write(to: url, options: .atomic) } catch {
      throw RecordError(
        description: "cannot write the report “\(oneLine(url.path))”: \(error.localizedDescription)")
    }
    Terminal.error.write("written: \(oneLine(path))\n")
  }
}

struct RecordError: Error, CustomStringConvertible {
  let description: String
}

/// The document with what stands between the two marks replaced; nil where it has no such marks.
func replacing(_ mark: String, in document: String, with text: String) -> String? {
  guard let start = document.range(of: "<!-- \(mark) -->\n"),
    let end = document.range(of: "<!-- /\(mark) -->", range: start.upperBound..<document.endIndex)
  else { return nil }
  return document.replacingCharacters(in: start.upperBound..<end.lowerBound, with: text)
}
