import Foundation

/// The lock of a folder that a batch is downloaded into: one process at a time holds it.
///
/// The lock is `flock(2)` on the folder. The journal in it is signed with a record lock, `fcntl(2)`, for one reason: the
/// system tells others which process has that one.
final class FolderLock: Sendable {
  static let journal = ".download.jsonl"
  /// The folder's descriptor, which holds the lock.
  private let descriptor: Int32

  /// - Throws: `OutputError`, also when another process has the folder.
  init(_ path: String) throws(OutputError) {
    descriptor = try Self.open(path)
    if isFree() { return }
    close()
    throw OutputError(
      "another batch is being downloaded into “\(path)”", .otherwise("wait for it to end"),
      .takeOver("end it"), .place("choose another folder"), isFatal: true)
  }

  /// Terminates the process that has the folder, and waits for its end: it stops as after Ctrl-C, which a process in the
  /// background may ignore. Blocks the calling thread.
  /// - Parameter isWanted: called about every 10 ms; when it returns false, waiting ends without the lock.
  /// - Throws: `OutputError`, also when the process cannot be interrupted; `CancellationError`.
  init(takingOver path: String, while isWanted: () -> Bool) throws {
    descriptor = try Self.open(path)
    var terminated: pid_t = 0
    // A loop, as another process may take the folder meanwhile, or have it without having signed yet. And a sleep, as
    // flock(2) has no wait that `isWanted` could end.
    while !isFree() {
      let holder = Self.holder(of: "\(path)/\(Self.journal)")
      if holder != 0, holder != terminated {
        terminated = holder
        guard kill(holder, SIGTERM) == 0 || errno == ESRCH else {
          let reason = String(cString: strerror(errno))
          close()
          throw OutputError(
            "the batch that has “\(path)” (process \(holder)) cannot be ended: \(reason)",
            .otherwise("wait for it to end"), .place("choose another folder"), isFatal: true)
        }
      }
      guard isWanted() else {
        close()
        throw CancellationError()
      }
      usleep(10_000)
    }
  }

  /// Shows other processes which one holds the folder.
  /// - Parameter journal: its descriptor; the record lock lasts until that is closed.
  func sign(_ journal: Int32) {
    var lock = Self.wholeFile
    _ = fcntl(journal, F_SETLK, &lock)
  }

  func close() {
    // A process that is being started has a copy of the descriptor until it runs its program, and the lock with it.
    flock(descriptor, LOCK_UN)
    Foundation.close(descriptor)
  }

  /// Whether no other batch holds the folder. Only EWOULDBLOCK says so: on a file system without locks, a batch works without
  /// one, like the other commands.
  private func isFree() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK }

  private static func open(_ path: String) throws(OutputError) -> Int32 {
    let descriptor = Foundation.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw OutputError(writing: path) }
    return descriptor
  }

  /// The process that has signed the journal; 0 if none has.
  private static func holder(of journal: String) -> pid_t {
    guard let descriptor = try? openPlain(journal, O_RDONLY) else { return 0 }
    defer { Foundation.close(descriptor) }
    var lock = wholeFile
    guard fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK), lock.l_pid > 1 else {
      return 0
    }
    return lock.l_pid
  }

  private static var wholeFile: flock {
    var lock = Foundation.flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    return lock
  }
}
