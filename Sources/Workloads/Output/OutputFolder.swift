import Engine
import Foundation
import Imaging

/// A folder that files are written into. Every file that has its name is complete.
public struct OutputFolder: Sendable {
  public let path: String
  /// The permissions of its files, which the process's mask may narrow.
  var fileMode: mode_t = 0o644
  /// Whether there was no such folder before.
  private let isNew: Bool

  /// Makes the folder if there is none, and removes partial files of runs that were killed.
  /// - Throws: `OutputError`, if it cannot be made or written into.
  public init(_ path: String) throws {
    self.path = path
    isNew = access(path, F_OK) != 0
    if let code = Self.make(path) {
      let reason = Self.words(code)
      throw OutputError(
        "cannot create the folder “\(path)”: \(reason)", .place("choose another"), isFatal: true)
    }
    guard access(path, W_OK | X_OK) == 0 else {
      throw OutputError(
        "no permission to write into “\(path)”", .place("choose another folder"), isFatal: true)
    }
    PartialFile.sweep(path)
  }

  /// Makes the folder and its parents. FileManager would too, but would not say why it cannot.
  /// - Returns: the error number.
  private static func make(_ path: String) -> Int32? {
    if mkdir(path, 0o777) == 0 { return nil }
    switch errno {
    case ENOENT:
      let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
      guard !path.isEmpty, parent != path else { return ENOENT }
      if let code = make(parent) { return code }
      return mkdir(path, 0o777) == 0 || errno == EEXIST ? nil : errno
    case EEXIST:
      var facts = stat()
      return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR ? nil : EEXIST
    case let code: return code
    }
  }

  private static func words(_ code: Int32) -> String {
    switch code {
    case EEXIST: "a file of that name exists"
    case ENOTDIR: "part of the path is a file"
    case EACCES, EPERM: "permission denied"
    case EROFS: "the file system is read-only"
    case ENOSPC, EDQUOT: "no space left on the disk"
    case ENAMETOOLONG: "the name is too long"
    case ENOENT: "no such folder"
    default: String(cString: strerror(code))
    }
  }

  /// Removes a folder that this run has made and put nothing into.
  /// - Parameter journal: the name of a file that does not count while it is empty; no other process may have it open.
  func removeIfUnused(journal: String? = nil) {
    guard isNew else { return }
    var facts = stat()
    if let journal, lstat(file(journal), &facts) == 0, facts.st_size == 0 { unlink(file(journal)) }
    rmdir(path)
  }

  public func file(_ name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

  /// Makes the subfolder for a file of this name. A link in its place is not followed.
  /// - Throws: `OutputError`.
  func makeFolder(for name: String) throws {
    guard let slash = name.lastIndex(of: "/") else { return }
    let place = file(String(name[..<slash]))
    var facts = stat()
    if mkdir(place, 0o777) == 0 { return }
    guard errno == EEXIST else { throw OutputError(writing: place) }
    guard lstat(place, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
      throw OutputError(
        "“\(place)” is not a folder", .otherwise("remove it"), .place("choose another folder"),
        isFatal: false)
    }
  }
}

/// A folder for this run alone: no other user can read it, and it is removed with everything in it when it is released.
public final class TemporaryFolder: Sendable {
  public let output: OutputFolder

  /// Makes the folder, and removes folders of this kind that killed runs of this user have left.
  /// - Throws: `OutputError`, when none can be made.
  public init() throws {
    let parent = FileManager.default.temporaryDirectory.path
    Self.sweep(parent)
    let path = "\(parent)/\(Self.prefix)\(OwnedName.own())"
    // It must be new: another user may have made a folder with its name.
    guard mkdir(path, 0o700) == 0 else {
      throw OutputError(
        "cannot create the folder “\(path)”: \(String(cString: strerror(errno)))",
        .otherwise("name another with TMPDIR"), isFatal: true)
    }
    var output = try OutputFolder(path)
    output.fileMode = 0o600
    self.output = output
  }

  deinit { remove() }

  /// Removes it now: for a program that is about to end.
  public func remove() { try? FileManager.default.removeItem(atPath: output.path) }

  private static let prefix = "pipeline-"

  /// Removes those in a folder whose process has ended.
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

/// The poster's file, which is always a whole picture: a JPEG if its name says so, else a PNG.
public struct OutputFile: Sendable {
  public let path: String
  private let folder: OutputFolder
  private let name: String
  private let isJPEG: Bool

  /// Whether a file of this name is a JPEG.
  public static func isJPEG(_ path: String) -> Bool {
    ["jpg", "jpeg"].contains(URL(fileURLWithPath: path).pathExtension.lowercased())
  }

  /// Makes its folder if there is none.
  /// - Throws: `OutputError`, if it cannot be written.
  public init(_ path: String) throws {
    self.path = path
    let url = URL(fileURLWithPath: path)
    name = url.lastPathComponent
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    if path.hasSuffix("/") || exists && isFolder.boolValue {
      throw OutputError("“\(path)” is a folder", .place("name a file in it"), isFatal: true)
    }
    isJPEG = Self.isJPEG(path)
    guard isJPEG || url.pathExtension.lowercased() == "png" else {
      throw OutputError(
        "“\(path)” does not end in .png or .jpg", .place("name a PNG or JPEG file"), isFatal: true)
    }
    folder = try OutputFolder(url.deletingLastPathComponent().path)
  }

  /// Replaces the file when the new one is whole, unless the job was cancelled meanwhile.
  /// - Throws: `OutputError`, or `CancellationError`.
  func write(_ picture: Picture, compression: Compression, _ running: any Running) throws {
    let file = try PartialFile(for: name, in: folder)
    try encode(picture, as: isJPEG ? .jpeg(quality: 92) : .png(compression)) { bytes in
      try running.checkCancellation()
      try file.write(bytes)
    }
    try running.checkCancellation()
    try file.commit(as: path)
  }
}
