import Base
import Foundation
import Workloads

/// Checks and writes output files other than the photos. They are checked before the run and written at its end.
enum OutputPlace {
  /// Checks that the file can be written.
  /// - Parameter what: A description for error messages, such as “the trace”.
  /// - Throws: `OutputError`.
  static func check(_ path: String, for what: String) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard FileKind(at: folder) == .folder else {
      throw error(path, what, "there is no folder “\(oneLine(folder))”")
    }
    guard access(folder, W_OK | X_OK) == 0 else {
      throw error(path, what, "no permission to write into “\(oneLine(folder))”")
    }
    if FileKind(at: path) == .folder { throw error(path, what, "it is a folder") }
  }

  /// Writes the file atomically: into a temporary file, which is then renamed.
  /// - Parameter isPrivate: Whether only the owner can read the file, from the moment that it is created.
  /// - Throws: `OutputError`.
  static func write(_ data: Data, to path: String, for what: String, isPrivate: Bool = false) throws {
    do {
      // At the end of a run, no other thread creates files.
      let mask = isPrivate ? umask(0o077) : nil
      defer { if let mask { umask(mask) } }
      try data.write(to: URL(fileURLWithPath: path), options: .atomic)
      // Foundation may give the file the permissions of the one that it replaces.
      if isPrivate { chmod(path, 0o600) }
    } catch {
      throw Self.error(path, what, error.localizedDescription)
    }
  }

  private static func error(_ path: String, _ what: String, _ reason: String) -> OutputError {
    OutputError(
      "cannot write \(what) “\(oneLine(path))”: \(reason)", .otherwise("name another file"), isFatal: true)
  }
}
