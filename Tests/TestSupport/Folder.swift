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

  /// Returns the permissions of a file or folder with this absolute path.
  public static func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  /// Returns the text of a file in the folder.
  public func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
  }

  /// Writes a text file into the folder.
  public func write(_ text: String, to name: String) throws { try write(text.utf8, to: name) }

  /// Writes a file into the folder or a subfolder, which is created if it is missing.
  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    let file = URL(fileURLWithPath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// Creates a subfolder, and those above it.
  public func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
  }
}
