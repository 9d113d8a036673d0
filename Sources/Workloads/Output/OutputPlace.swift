import Base
import Foundation

/// The place of a file that the user names, such as a trace. `-` is standard output. A plain file is replaced, and a
/// symbolic link stays while its target is replaced. Devices, named pipes and open files are written to.
public struct OutputPlace: Sendable {
  enum Kind: Sendable, Equatable {
    /// A plain file, or one that doesn't exist yet. Symbolic links in the last component of its path are resolved.
    case file(String)
    case special
    /// An open file of this process.
    case descriptor(Int32)
  }

  let path: String
  let kind: Kind
  private let what: String

  /// - Parameter what: A description for error messages, such as “the trace”.
  public init(_ path: String, for what: String) {
    (self.path, self.what) = (path, what)
    kind = Self.kind(of: path)
  }

  private static func kind(of path: String) -> Kind {
    if path == "-" { return .descriptor(STDOUT_FILENO) }
    var target = path
    for _ in 0..<mostLinks {
      let folder = folder(of: target)
      if let number = Int32(URL(fileURLWithPath: target).lastPathComponent), holdsDescriptors(folder) {
        return .descriptor(number)
      }
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: target) else {
        return FileKind(at: path) == .other ? .special : .file(target)
      }
      if mayBePlanted(target, in: folder) { break }
      target = next.hasPrefix("/") ? next : "\(folder)/\(next)"
    }
    return .file(target)
  }

  /// The number of symbolic links that Linux follows in a path.
  private static let mostLinks = 40

  /// Returns whether a link should be replaced rather than followed: in a folder such as `/tmp`, another user may have
  /// created it. Linux follows the same links in such folders (`protected_symlinks` in proc(5)).
  private static func mayBePlanted(_ link: String, in folder: String) -> Bool {
    var (place, facts) = (stat(), stat())
    guard stat(folder, &place) == 0, lstat(link, &facts) == 0 else { return true }
    let isShared = place.st_mode & (S_ISVTX | S_IWOTH) == S_ISVTX | S_IWOTH
    return isShared && ![geteuid(), place.st_uid].contains(facts.st_uid)
  }

  /// Returns whether the folder's entries are this process's open files. Shells pass `>(…)` as one of them, and
  /// `/dev/stdout` links to another.
  private static func holdsDescriptors(_ folder: String) -> Bool {
    guard let identity = FileIdentity(at: folder) else { return false }
    return FileIdentity(at: "/dev/fd") == identity || FileIdentity(at: "/proc/self/fd") == identity
  }

  private static func folder(of path: String) -> String {
    URL(fileURLWithPath: path).deletingLastPathComponent().path
  }

  /// Checks before a run that the file can be written at its end.
  public func check() throws(OutputError) {
    switch kind {
    case .descriptor(let number):
      let flags = fcntl(number, F_GETFL)
      if flags < 0 || flags & O_ACCMODE == O_RDONLY { throw error("it is not open for writing") }
    case .special:
      var facts = stat()
      if access(path, W_OK) != 0 || stat(path, &facts) != 0 { throw error(errno) }
      if facts.st_mode & S_IFMT == S_IFSOCK { throw error("it is a socket") }
    case .file(let target):
      let folder = Self.folder(of: target)
      guard FileKind(at: folder) == .folder else { throw error("there is no folder “\(folder)”") }
      guard access(folder, W_OK | X_OK) == 0 else {
        throw error("no permission to write into “\(folder)”")
      }
      if path.hasSuffix("/") || FileKind(at: target) == .folder { throw error("it is a folder") }
      if access(target, W_OK) != 0, errno != ENOENT { throw error(errno) }
    }
  }

  /// Writes the file. A plain file is replaced atomically, by a temporary file that is then renamed, and keeps its
  /// permissions.
  /// - Parameter isPrivate: Whether only the owner can read the file, from the moment that it is created.
  public func write(_ data: Data, isPrivate: Bool = false) throws(OutputError) {
    switch kind {
    case .descriptor(let number): try write(data, to: number)
    case .special: try writeInto(path, data)
    case .file(let target):
      var facts = stat()
      let mode = isPrivate ? 0o600 : stat(target, &facts) == 0 ? facts.st_mode & 0o777 : nil
      let name = FileNames.cut(URL(fileURLWithPath: target).lastPathComponent, to: FileNames.longest)
      let hidden = "\(Self.folder(of: target))/.\(name).\(OwnedName.own()).partial"
      let descriptor = open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode ?? 0o666)
      guard descriptor >= 0 else { throw error(errno) }
      defer {
        close(descriptor)
        unlink(hidden)
      }
      // The process's umask may have narrowed the permissions.
      if let mode { fchmod(descriptor, mode) }
      if let code = data.withUnsafeBytes({ writeAll($0, to: descriptor) }) { throw error(code) }
      if rename(hidden, target) == 0 { return }
      // A file that is mounted, as into a container, can't be replaced.
      guard errno == EBUSY else { throw error(errno) }
      try writeInto(target, data)
    }
  }

  private func writeInto(_ path: String, _ data: Data) throws(OutputError) {
    let descriptor = open(path, O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw error(errno) }
    defer { close(descriptor) }
    try write(data, to: descriptor)
  }

  private func write(_ data: Data, to descriptor: Int32) throws(OutputError) {
    // The reader may leave early, as on standard output.
    let code = data.withUnsafeBytes { writeAll($0, to: descriptor) }
    if let code, code != EPIPE { throw error(code) }
  }

  /// The identity of an output file, which is the same under each of its names.
  package enum Identity: Hashable {
    case file(FileIdentity)
    /// A file that doesn't exist yet.
    case new(folder: FileIdentity, name: String)
    case descriptor(Int32)

    package static var standardOutput: Identity { .descriptor(STDOUT_FILENO) }

    /// Examines an open file. Returns nil if it isn't a plain one.
    package init?(ofPlainFile descriptor: Int32) {
      guard let identity = FileIdentity(ofPlainFile: descriptor) else { return nil }
      self = .file(identity)
    }
  }

  /// The identity of the file, or nil if several outputs may have it, because it is a device or a pipe.
  package var identity: Identity? {
    switch kind {
    case .special: return nil
    case .descriptor(let number): return .descriptor(number)
    case .file(let target):
      if let identity = FileIdentity(at: target) { return .file(identity) }
      let name = URL(fileURLWithPath: target).lastPathComponent
      return FileIdentity(at: Self.folder(of: target)).map { .new(folder: $0, name: name) }
    }
  }

  private func error(_ code: Int32) -> OutputError { error(OutputError.words(code)) }

  private func error(_ reason: String) -> OutputError {
    OutputError("cannot write \(what) “\(path)”: \(reason)", [.otherwise: "name another file"], isFatal: true)
  }
}
