import Foundation

/// A temporary folder for a test. It is removed when its last reference is released.
public final class Folder: Sendable {
  public let path = FileManager.default.temporaryDirectory.appendingPathComponent("pipeline-\(UUID())").path

  /// - Throws: The error that prevented the folder from being created.
  public init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the names in a subfolder in alphabetical order, including hidden files.
  public func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)").sorted()
  }
  /// Writes a text file into the folder.
  public func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }
}
