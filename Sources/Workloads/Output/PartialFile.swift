import Base
import Foundation
import Imaging

/// A file that is being written. It has a hidden name next to its destination until it is committed. Releasing
/// it without committing removes it. It must be used by one thread at a time.
final class PartialFile {
  /// The number of bytes written by this object.
  private(set) var size = 0
  /// The CRC-32 of the whole file so far.
  private(set) var checksum: UInt32 = 0
  /// The path of the file while it is being written.
  private let hidden: String
  /// The path to name in error messages.
  private let place: String
  private var descriptor: Int32

  /// Creates a file with a unique hidden name, such as `.Mist.png.4711-815.partial`. The file is locked, so
  /// that other processes can distinguish it from a file left behind by a killed process.
  init(for name: String, in folder: OutputFolder) throws(OutputError) {
    place = folder.file(name)
    // Shorten the name to leave room for the additions, since disks allow 255 bytes.
    let base = FileNames.cut(String(name.split(separator: "/").last ?? ""), to: FileNames.longest)
    while true {
      let owner = OwnedName.own()
      let hidden = folder.file(".\(base).\(owner).partial")
      let descriptor = open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, folder.fileMode)
      guard descriptor >= 0 else { throw OutputError(writing: place) }
      // On a file system without locks, `sweep` doesn't remove anything either.
      flock(descriptor, LOCK_EX)
      var facts = stat()
      if fstat(descriptor, &facts) == 0, facts.st_nlink > 0 {
        (self.hidden, self.descriptor) = (hidden, descriptor)
        return
      }
      // Another process swept the file before it was locked, so try again.
      Foundation.close(descriptor)
    }
  }

  /// Creates a file with a hidden name that a later run can find. Replaces a file with that name.
  init(as hidden: String) throws(OutputError) {
    (self.hidden, place) = (hidden, hidden)
    func create() -> Int32 { open(hidden, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0o644) }
    descriptor = create()
    if descriptor < 0, errno == EEXIST {
      // The old file is removed rather than truncated, because it may be a planted link.
      unlink(hidden)
      descriptor = create()
    }
    if descriptor < 0 { throw OutputError(writing: place) }
  }

  /// Opens an existing partial file to append to it.
  ///
  /// - Throws: `OutputError`, including when it isn't a regular file.
  init(continuing hidden: String) throws(OutputError) {
    (self.hidden, place) = (hidden, hidden)
    descriptor = try openPlain(hidden, O_WRONLY | O_APPEND)
    checksum = Workloads.checksum(ofFile: hidden) ?? 0
  }

  deinit {
    if descriptor < 0 { return }
    close()
    unlink(hidden)
  }

  /// Appends all bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    try writeAll(bytes, to: descriptor, for: place)
    size += bytes.count
    checksum = Imaging.checksum(bytes, after: checksum)
  }

  /// Moves the file to its final name, replacing any file there.
  ///
  /// `fsync(2)` isn't needed. It protects only against a power failure, after which the next run creates the
  /// file again.
  func commit(as path: String) throws(OutputError) {
    try flush(for: path)
    guard rename(hidden, path) == 0 else { throw OutputError(writing: path) }
    close()
  }

  /// Closes the file without removing it. If the disk reports that it couldn't store all bytes, the file is
  /// removed.
  func keep() {
    if (try? flush(for: place)) == nil { unlink(hidden) }
    close()
  }

  /// Makes the disk report errors that it would otherwise delay until a file is closed, such as an exceeded
  /// quota over NFS. To do so, this closes a duplicate of the descriptor. Closing the last descriptor would
  /// release the lock before the file has its final name.
  private func flush(for place: String) throws(OutputError) {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0, Foundation.close(copy) == 0 || errno == EINTR else { throw OutputError(writing: place) }
  }

  private func close() {
    Foundation.close(descriptor)
    descriptor = -1
  }

  // MARK: Leftovers

  /// Removes the partial files that this user's killed runs left in the folder.
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

/// Returns the CRC-32 of a file, or nil if it can't be read.
func checksum(ofFile path: String) -> UInt32? {
  guard let descriptor = try? openPlain(path, O_RDONLY) else { return nil }
  let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  var sum: UInt32 = 0
  do {
    while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
      sum = piece.withUnsafeBytes { checksum($0, after: sum) }
    }
    return sum
  } catch {
    return nil
  }
}

/// Opens a file in a folder that others can write to. A planted link can't redirect it out of the folder, and a
/// planted pipe can't block the program.
///
/// - Throws: `OutputError`, including when it isn't a regular file.
func openPlain(_ path: String, _ flags: Int32, mode: mode_t = 0o644) throws(OutputError) -> Int32 {
  func openIt() -> Int32 { open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, mode) }
  var descriptor = openIt()
  // This program creates no symbolic links, so a link is replaced if the file may be created.
  if descriptor < 0, errno == ELOOP, flags & O_CREAT != 0, unlink(path) == 0 { descriptor = openIt() }
  if descriptor < 0, errno != ELOOP, errno != ENXIO { throw OutputError(writing: path) }
  var facts = stat()
  if descriptor >= 0, fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG { return descriptor }
  if descriptor >= 0 { close(descriptor) }
  throw OutputError(
    "“\(path)” is not a plain file", [.otherwise: "remove it", .place: "choose another folder"],
    isFatal: false)
}

/// Writes all bytes.
///
/// - Parameter place: The path to name in error messages.
func writeAll(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, for place: String
) throws(OutputError) {
  if let code = writeAll(bytes, to: descriptor) { throw OutputError(writing: place, code: code) }
}
