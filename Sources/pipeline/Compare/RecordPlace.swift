import Foundation

/// The part of a clone of the repository that results are written to.
struct RecordPlace {
  private let repository: URL

  /// Looks from the current folder upwards.
  /// - Throws: `RecordError`.
  static func inRepository() throws -> RecordPlace {
    let files = FileManager.default
    var folder = URL(fileURLWithPath: files.currentDirectoryPath)
    while true {
      let results = folder.appendingPathComponent("Comparison/Results").path
      if files.fileExists(atPath: results) { return RecordPlace(repository: folder) }
      if folder.path == "/" { break }
      folder.deleteLastPathComponent()
    }
    throw RecordError(
      description:
        "there is no Comparison/Results here: --record writes into a clone of the repository, so run it in one"
    )
  }

  /// - Parameter name: from `Comparison` on.
  func write(_ data: Data, as name: String) throws {
    try write(data, to: repository.appendingPathComponent("Comparison").appendingPathComponent(name))
  }

  func read(_ name: String) throws -> Data {
    try Data(contentsOf: repository.appendingPathComponent("Comparison").appendingPathComponent(name))
  }

  /// Pages that show results.
  private static let pages = ["README.md", "Comparison/README.md", "Comparison/Results/README.md"]

  /// Puts a text between the marks of this name, in place of what stood there, on every page that has them.
  func show(_ text: String, at mark: String) throws {
    let shown = Self.pages.compactMap { page -> (file: URL, text: String)? in
      let file = repository.appendingPathComponent(page)
      let old = try? String(contentsOf: file, encoding: .utf8)
      return old.flatMap { replacing(mark, in: $0, with: text) }.map { (file, $0) }
    }
    if shown.isEmpty {
      throw RecordError(
        description:
          "no page has a place for the result: put <!-- \(mark) --> and <!-- /\(mark) --> on lines of their own "
          + "into one of \(Self.pages.joined(separator: ", "))")
    }
    for page in shown { try write(Data(page.text.utf8), to: page.file) }
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

/// Where a report goes; tried before any run, so that none is made in vain.
struct ReportFile {
  private let url: URL

  /// - Throws: `RecordError`.
  init(_ path: String) throws {
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
