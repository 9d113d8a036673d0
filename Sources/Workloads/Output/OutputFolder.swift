import Foundation
import Imaging

/// A folder that photos are written into, so that a name stands there only for a whole file.
public struct OutputFolder: Sendable {
  public let path: String

  /// Makes the folder where there is none, and removes what a run that was killed has left half written.
  /// - Throws: `OutputError`, if it cannot be made or written into.
  public init(_ path: String) throws {
    self.path = path
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

  /// Makes the folder, and those that it is in. FileManager would do so too, but not say why it cannot.
  /// - Returns: the system's number for what is wrong.
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

  public func file(_ name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

  /// Makes the folder, in this one, that a file of this name is to be in. A link in its place leads nowhere.
  /// - Parameter isFatal: whether a file in its place ends the run.
  /// - Throws: `OutputError`.
  func makeFolder(for name: String, isFatal: Bool = false) throws {
    guard let slash = name.lastIndex(of: "/") else { return }
    let place = file(String(name[..<slash]))
    var facts = stat()
    if mkdir(place, 0o777) == 0 { return }
    guard errno == EEXIST else { throw OutputError(writing: place) }
    guard lstat(place, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
      throw OutputError(
        "“\(place)” is not a folder", .otherwise("remove it"), .place("choose another folder"),
        isFatal: isFatal)
    }
  }

  /// Writes a file beside its place and renames it when it is whole and `isWanted` still says so.
  /// - Parameters:
  ///   - whenWhole: is called right before it gets its name.
  ///   - fill: is given a function that appends bytes to the file.
  /// - Throws: `OutputError`; and what `fill` throws. Nothing is left then.
  public func write(
    _ name: String, isWanted: () -> Bool, whenWhole: () throws -> Void = {},
    fill: (@escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    let place = file(name)
    let partial = try PartialFile(for: name, in: self)
    // Open, and so locked, until it has its name.
    defer { partial.close() }
    do {
      try fill { bytes in try writeAll(bytes, to: partial.descriptor, for: place) }
      guard isWanted() else { throw CancellationError() }
      try whenWhole()
      guard rename(partial.path, place) == 0 else { throw OutputError(writing: place) }
    } catch {
      unlink(partial.path)
      throw error
    }
  }
}

/// Writes all of the bytes.
/// - Parameter place: what an error names.
func writeAll(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, for place: String
) throws(OutputError) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let written = write(descriptor, rest.base.baseAddress.map { $0 + rest.startIndex }, rest.count)
    if written < 0 {
      if errno == EINTR { continue }
      throw OutputError(writing: place)
    }
    rest = rest.dropFirst(written)
  }
}
