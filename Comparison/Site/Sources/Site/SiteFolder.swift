import Foundation
import Records

/// The folder of a site, which is written completely or not at all.
public struct SiteFolder {
  private let place: URL

  /// The name of the file that marks the folder of an earlier site.
  private static let mark = ".pipeline-site"

  /// Checks that a folder can be used for a site.
  /// - Parameter path: The path of the folder, which doesn't have to exist.
  /// - Throws: `PublishingError`, if the existing folder may not be replaced.
  public init(_ path: String) throws {
    place = URL(fileURLWithPath: path).standardizedFileURL
    try check()
  }

  private func check() throws {
    let files = FileManager.default
    var isFolder: ObjCBool = false
    guard files.fileExists(atPath: place.path, isDirectory: &isFolder) else { return }
    guard isFolder.boolValue else { throw PublishingError("\(place.path) is a file: name a folder") }
    guard let contents = try? files.contentsOfDirectory(atPath: place.path) else {
      throw PublishingError("\(place.path) cannot be read: name a folder of yours")
    }
    guard contents.isEmpty || contents.contains(Self.mark) else {
      throw PublishingError("\(place.path) holds something that is not an earlier site: name another folder")
    }
  }

  /// Writes the files next to the folder, and replaces the folder when all have been written.
  /// - Parameter contents: The files, by their paths within the folder.
  /// - Throws: `PublishingError`.
  public func write(_ contents: [String: Data]) throws {
    // The folder may have changed while the site was made.
    try check()
    let files = FileManager.default
    let parent = place.deletingLastPathComponent()
    let beside = parent.appendingPathComponent(".\(place.lastPathComponent)-\(UUID().uuidString)")
    let old = beside.appendingPathExtension("old")
    defer { try? files.removeItem(at: beside) }
    do {
      try files.createDirectory(at: beside, withIntermediateDirectories: true)
      for (path, data) in contents.merging([Self.mark: Data()], uniquingKeysWith: { first, _ in first }) {
        let file = beside.appendingPathComponent(path)
        try files.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
      }
      let isReplaced = files.fileExists(atPath: place.path)
      if isReplaced { try files.moveItem(at: place, to: old) }
      do { try files.moveItem(at: beside, to: place) } catch {
        if isReplaced { try? files.moveItem(at: old, to: place) }
        throw error
      }
      if isReplaced { try? files.removeItem(at: old) }
    } catch {
      throw PublishingError("the site cannot be written to \(place.path): \(error.localizedDescription)")
    }
  }
}
