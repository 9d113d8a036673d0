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

  /// Begins a file under its own name, such as `.Mist.png.4711-815.partial`. It is locked, so that others can tell it from
  /// one that a killed process has left.
  /// - Throws: `OutputError`.
  init(for name: String, in folder: OutputFolder) throws(OutputError) {
    place = folder.file(name)
    // With room for what is added: a disk takes 255 bytes.
    let base = FileNames.cut(String(name.split(separator: "/").last ?? ""), to: FileNames.longest)
    while true {
      let owner = OwnedName.own()
      let hidden = folder.file(".\(base).\(owner).partial")
      let descriptor = open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, folder.fileMode)
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
    close()
    unlink(hidden)
  }

  /// Appends all of the bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    try writeAll(bytes, to: descriptor, for: place)
    size += bytes.count
  }

  /// Gives it its name, and replaces the file that had it.
  ///
  /// `fsync(2)` isn't needed: it protects only from a loss of power, and then the next run makes the file again.
  /// - Throws: `OutputError`.
  func commit(as path: String) throws(OutputError) {
    try flush(for: path)
    guard rename(hidden, path) == 0 else { throw OutputError(writing: path) }
    close()
  }

  /// Closes it, and leaves it as it is, unless the disk has not taken all of it.
  func keep() {
    if (try? flush(for: place)) == nil { unlink(hidden) }
    close()
  }

  /// Has the disk report errors that it keeps back until a file is closed, such as a full quota over NFS. It closes a copy
  /// of the descriptor, because closing the last one would release the lock before the file has its name.
  private func flush(for place: String) throws(OutputError) {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0, Foundation.close(copy) == 0 || errno == EINTR else { throw OutputError(writing: place) }
  }

  private func close() {
    Foundation.close(descriptor)
    descriptor = -1
  }

  // MARK: Leftovers

  /// Removes the folder's partial files that killed runs of this user have left.
  static func sweep(_ folder: String) {
    for name in names(in: folder) where name.hasPrefix(".") && name.hasSuffix(".partial") {
      guard let owner = OwnedName(name.split(separator: ".").dropLast().last ?? ""), !owner.isAliveElsewhere,
        let descriptor = try? openPlain("\(folder)/\(name)", O_RDONLY)
      else { continue }
      var facts = stat()
      if fstat(descriptor, &facts) == 0, facts.st_uid == geteuid(), flock(descriptor, LOCK_EX | LOCK_NB) == 0
      {
        unlink("\(folder)/\(name)")
      }
      Foundation.close(descriptor)
    }
  }
}

/// Opens a file in a folder that others may write into too: a link or a pipe that they have put there neither leads out of
/// the folder nor blocks the program.
/// - Throws: `OutputError`, also when it is not a plain file.
func openPlain(_ path: String, _ flags: Int32, mode: mode_t = 0o644) throws(OutputError) -> Int32 {
  func openIt() -> Int32 { open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, mode) }
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
