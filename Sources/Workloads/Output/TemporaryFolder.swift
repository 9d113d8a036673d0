import Foundation

/// A folder for this run alone. Other users can't read it, and releasing it removes it with its contents.
public final class TemporaryFolder: Sendable {
  public let output: OutputFolder

  /// Creates the folder, and removes temporary folders that this user's killed runs left behind.
  ///
  /// - Throws: `OutputError` if the folder can't be created.
  public init() throws {
    let parent = FileManager.default.temporaryDirectory.path
    Self.sweep(parent)
    let path = "\(parent)/\(Self.prefix)\(OwnedName.own())"
    // The folder must be new, because another user may have created one with its name.
    guard mkdir(path, 0o700) == 0 else {
      throw OutputError(
        "cannot create the folder “\(path)”: \(String(cString: strerror(errno)))",
        [.otherwise: "set TMPDIR to another folder"], isFatal: true)
    }
    var output = try OutputFolder(path)
    output.isTemporary = true
    self.output = output
  }

  deinit { remove() }

  /// Removes the folder immediately. Call this when the program is about to exit.
  public func remove() { try? FileManager.default.removeItem(atPath: output.path) }

  private static let prefix = "pipeline-"

  /// Removes temporary folders whose processes have ended.
  static func sweep(_ parent: String) {
    for name in names(in: parent) where name.hasPrefix(prefix) {
      guard let owner = OwnedName(name.dropFirst(prefix.count)), owner.process != getpid(),
        !owner.isAliveElsewhere
      else { continue }
      var facts = stat()
      let path = "\(parent)/\(name)"
      guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid() else {
        continue
      }
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}
