import Foundation

/// A file that is being written. It is hidden beside its place until it is committed; releasing it first removes it.
/// Used by one thread at a time.
final class PartialFile {
  /// Bytes written into it by this object.
  private(set) var size = 0
  /// Its path until then.
  private let hidden: String
  /// The place that error messages name.
  private let place: String
  private var descriptor: Int32

  /// Begins a file under a name of its own, such as `.Mist.png.4711-815.partial`. It is locked, so that others can tell it
  /// from one that a killed process has left.
  /// - Throws: `OutputError`.
  init(for name: String, in folder: OutputFolder) throws(OutputError) {
    place = folder.file(name)
    // With room for what is added: a disk takes 255 bytes.
    let base = FileNames.cut(String(name.split(separator: "/").last ?? ""), to: FileNames.longest)
    while true {
      let hidden = folder.file(".\(base).\(getpid())-\(UInt32.random(in: 0 ... .max)).partial")
      let descriptor = open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw OutputError(writing: place) }
      // On a file system without locks, nothing is swept either.
      flock(descriptor, LOCK_EX)
      var facts = stat()
      if fstat(descriptor, &facts) == 0, facts.st_nlink > 0 {
        (self.hidden, self.descriptor) = (hidden, descriptor)
        return
      }
      // Swept before it was locked.
      Foundation.close(descriptor)
    }
  }

  /// Begins a file under a name that a later run can find. Replaces what has that name.
  /// - Throws: `OutputError`.
  init(as hidden: String) throws(OutputError) {
    (self.hidden, place) = (hidden, hidden)
    func create() -> Int32 { open(hidden, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0o644) }
    descriptor = create()
    if descriptor < 0, errno == EEXIST {
      // Removed, not emptied: it may be a planted link.
      unlink(hidden)
      descriptor = create()
    }
    if descriptor < 0 { throw OutputError(writing: place) }
  }

  /// Continues a file that was kept.
  /// - Throws: `OutputError`, also when it is not a plain file.
  init(continuing hidden: String) throws(OutputError) {
    (self.hidden, place) = (hidden, hidden)
    descriptor = try openPlain(hidden, O_WRONLY | O_APPEND)
  }

  deinit {
    if descriptor < 0 { return }
    Foundation.close(descriptor)
    unlink(hidden)
  }

  /// Appends all of the bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    try writeAll(bytes, to: descriptor, for: place)
    size += bytes.count
  }

  /// Gives it its name, and replaces what had that.
  /// - Throws: `OutputError`.
  func commit(as path: String) throws(OutputError) {
    guard rename(hidden, path) == 0 else { throw OutputError(writing: path) }
    keep()
  }

  /// Closes it, and leaves it as it is.
  func keep() {
    Foundation.close(descriptor)
    descriptor = -1
  }

  // MARK: Leftovers

  /// Removes the folder's partial files that no process has locked.
  static func sweep(_ folder: String) {
    guard let entries = opendir(folder) else { return }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      guard entry.pointee.d_name.0 == CChar(bitPattern: UInt8(ascii: ".")) else { continue }
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      let path = "\(folder)/\(name)"
      guard isPartial(name), let descriptor = try? openPlain(path, O_RDONLY) else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
      Foundation.close(descriptor)
    }
  }

  private static func isPartial(_ name: String) -> Bool {
    let parts = name.split(separator: ".")
    guard parts.count > 2, parts.last == "partial" else { return false }
    let numbers = parts[parts.count - 2].split(separator: "-")
    return numbers.count == 2 && numbers.allSatisfy { UInt32($0) != nil }
  }
}

/// Opens a file in a folder that others may write into too: a link or a pipe that they have put there neither leads out of
/// the folder nor blocks the program.
/// - Throws: `OutputError`, also when it is not a plain file.
func openPlain(_ path: String, _ flags: Int32) throws(OutputError) -> Int32 {
  func openIt() -> Int32 { open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o644) }
  var descriptor = openIt()
  // The program makes no links: a file that it may make takes the place of one.
  if descriptor < 0, errno == ELOOP, flags & O_CREAT != 0, unlink(path) == 0 { descriptor = openIt() }
  if descriptor < 0, errno != ELOOP, errno != ENXIO { throw OutputError(writing: path) }
  var facts = stat()
  if descriptor >= 0, fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG { return descriptor }
  if descriptor >= 0 { close(descriptor) }
  throw OutputError(
    "“\(path)” is not a plain file", .otherwise("remove it"), .place("choose another folder"), isFatal: false)
}

/// Writes all of the bytes.
/// - Parameter place: what an error message names.
func writeAll(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, for place: String
) throws(OutputError) {
  try passAll(bytes) { part throws(OutputError) in
    let written = write(descriptor, part.baseAddress, part.count)
    if written < 0, errno != EINTR { throw OutputError(writing: place) }
    return max(0, written)
  }
}
