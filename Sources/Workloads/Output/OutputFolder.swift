import Base
import Foundation

/// A folder for output files. Files in it get their final names only when they are complete.
public struct OutputFolder: Sendable {
  public let path: String
  /// Whether the folder is for one run alone, so that its user hasn't chosen it.
  var isTemporary = false
  /// The permissions of new files, which the process's umask may narrow.
  var fileMode: mode_t { isTemporary ? 0o600 : 0o644 }
  /// The alternative to refusing a run if another run is using the folder, or nil if there is none.
  let whenInUse: WhenInUse?
  /// Whether the folder didn't exist before.
  private let isNew: Bool
  /// Whether the folder is only read, for a preview of a run.
  let isDry: Bool

  /// Creates the folder if necessary, and removes partial files left by runs that were killed.
  ///
  /// - Parameter isDry: Whether the folder is only read. It need not exist then.
  /// - Throws: `OutputError` if the folder can't be created or written to.
  public init(_ path: String, _ whenInUse: WhenInUse? = nil, isDry: Bool = false) throws {
    (self.path, self.whenInUse, self.isDry) = (path, whenInUse, isDry)
    isNew = !isDry && FileKind(at: path) == nil
    if isDry { return }
    if let code = Self.make(path) {
      throw OutputError(
        "cannot create the folder “\(path)”: \(OutputError.words(code))", [.place: "choose another"],
        isFatal: true)
    }
    guard access(path, W_OK | X_OK) == 0 else {
      throw OutputError(
        "no permission to write into “\(path)”", [.place: "choose another folder"], isFatal: true)
    }
    PartialFile.sweep(path)
  }

  /// Creates the folder and its parents. `FileManager` isn't used, because it doesn't report why it failed.
  ///
  /// - Returns: The error number, or nil on success.
  static func make(_ path: String) -> Int32? {
    if mkdir(path, 0o777) == 0 { return nil }
    switch errno {
    case ENOENT:
      let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
      guard !path.isEmpty, parent != path else { return ENOENT }
      if let code = make(parent) { return code }
      return mkdir(path, 0o777) == 0 || errno == EEXIST ? nil : errno
    case EEXIST:
      return FileKind(at: path) == .folder ? nil : EEXIST
    case let code: return code
    }
  }

  /// Releases the folder. If this run created it and has put nothing into it, removes it with its empty journal.
  func close(_ lock: FolderLock?) {
    var facts = stat()
    lock?.close {
      if isNew, lstat(file(Journal.name), &facts) == 0, facts.st_size == 0 {
        unlink(file(Journal.name))
      }
    }
    if isNew { rmdir(path) }
  }

  public func file(_ name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

  /// Creates the subfolder for a file with this name. A symbolic link in its place isn't followed.
  ///
  /// - Throws: `OutputError`.
  func makeFolder(for name: String) throws {
    guard let slash = name.lastIndex(of: "/") else { return }
    let place = file(String(name[..<slash]))
    var facts = stat()
    if mkdir(place, 0o777) == 0 { return }
    guard errno == EEXIST else { throw OutputError(writing: place) }
    guard lstat(place, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
      throw OutputError(
        "“\(place)” is not a folder", [.otherwise: "remove it", .place: "choose another folder"],
        isFatal: false)
    }
  }
}
