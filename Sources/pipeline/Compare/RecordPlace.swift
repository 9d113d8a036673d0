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

  /// Puts a text into the README between the marks of this name, in place of what stood there.
  func show(_ text: String, at mark: String) throws {
    let file = repository.appendingPathComponent("README.md")
    guard let old = try? String(contentsOf: file, encoding: .utf8) else {
      throw RecordError(description: "cannot read \(file.path)")
    }
    guard let new = replacing(mark, in: old, with: text) else {
      throw RecordError(
        description:
          "\(file.path) has no place for the result: put the lines <!-- \(mark) --> and <!-- /\(mark) --> into it"
      )
    }
    try write(Data(new.utf8), to: file)
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
