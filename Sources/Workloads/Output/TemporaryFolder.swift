import Foundation

/// A folder that goes away, with all that is in it, when nobody holds it any more.
public final class TemporaryFolder: Sendable {
  public let output: OutputFolder

  /// - Throws: `OutputError`, when none can be made.
  public init() throws {
    let name = "pipeline-\(getpid())-\(UUID().uuidString)"
    output = try OutputFolder(FileManager.default.temporaryDirectory.appendingPathComponent(name).path)
  }

  deinit { remove() }

  /// Removes it now: for a program that is about to end.
  public func remove() { try? FileManager.default.removeItem(atPath: output.path) }
}
