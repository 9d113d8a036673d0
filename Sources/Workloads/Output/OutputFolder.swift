import Base
import Engine
import Foundation
import Imaging

/// A folder for output files. Files in it get their final names only when they are complete.
public struct OutputFolder: Sendable {
  public let path: String
  /// Whether the folder is for one run alone, so that its user hasn't chosen it.
  fileprivate(set) var isTemporary = false
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

/// The poster's output file, which is always a complete picture. The extension of its name determines the
/// format. Where no plain file is written, the default is PNG.
public struct OutputFile: Sendable {
  private let place: OutputPlace
  /// The plain file to replace, or nil if the place isn't one.
  private let target: (folder: OutputFolder, name: String)?
  private let format: PictureFormat.Kind

  /// The quality of JPEGs. At 90 and above, colours keep their full resolution.
  private static let quality = 92

  /// Returns the format of a file with this name, or nil if pictures can't be written in that format.
  public static func format(of path: String) -> PictureFormat.Kind? {
    PictureFormat.Kind(fileExtension: URL(fileURLWithPath: path).pathExtension)
  }

  /// Creates the file's folder if necessary.
  ///
  /// - Throws: `OutputError` if the file can't be written.
  public init(_ path: String) throws {
    place = OutputPlace(path, for: "the poster")
    guard case .file(let target) = place.kind else {
      (self.target, format) = (nil, Self.format(of: path) ?? .png)
      try place.check()
      return
    }
    if path.hasSuffix("/") || FileKind(at: path) == .folder {
      throw OutputError("“\(path)” is a folder", [.place: "name a file in it"], isFatal: true)
    }
    guard let format = Self.format(of: path) else {
      let types = PictureFormat.Kind.allCases.map(\.type)
      let endings = types.map { ".\($0.fileExtension)" }.joined(separator: " or ")
      throw OutputError(
        "“\(path)” does not end in \(endings)",
        [.place: "name a \(types.map(\.description).joined(separator: " or ")) file"], isFatal: true)
    }
    self.format = format
    let url = URL(fileURLWithPath: target)
    self.target = (try OutputFolder(url.deletingLastPathComponent().path), url.lastPathComponent)
    try place.check()
  }

  /// Whether a picture replaces the one before, rather than following it as in a pipe.
  var isReplaced: Bool { target != nil }

  /// Replaces the file once the new one is complete, unless the job is cancelled first.
  ///
  /// - Throws: `OutputError` or `CancellationError`.
  func write(_ picture: Picture, compression: Compression, _ running: any Running) throws {
    let format = PictureFormat(format, compression: compression, quality: Self.quality)
    let file = try target.map { try PartialFile(for: $0.name, in: $0.folder) }
    var whole = Data()
    try encode(picture, as: format) { bytes in
      try running.checkCancellation()
      if let file { try file.write(bytes) } else { whole.append(contentsOf: bytes) }
    }
    try running.checkCancellation()
    if let file, let target {
      try file.commit(as: target.folder.file(target.name))
    } else {
      try place.write(whole)
    }
  }
}
