import Foundation

/// A test's folder, which is removed with its last reference.
public final class Folder: Sendable {
  public let path = FileManager.default.temporaryDirectory.appendingPathComponent("pipeline-\(UUID())").path

  /// - Throws: what keeps it from being made.
  public init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the names in one of its folders, including hidden files, in alphabetical order.
  public func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)").sorted()
  }
  /// Writes a file of it.
  public func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }
}
