import Foundation

/// The lock on a download folder, held by at most one process.
///
/// The lock is `flock(2)` on the folder. The folder's journal also gets an `fcntl(2)` record lock. That lock
/// only tells other processes who holds the folder, because the system reports the holder for this kind of
/// lock alone.
final class FolderLock: Sendable {
  static let journal = ".download.jsonl"
  /// The descriptor of the folder, which holds the lock.
  private let descriptor: Int32

  /// - Throws: `OutputError`, including when another process holds the lock.
  init(_ path: String) throws(OutputError) {
    descriptor = try Self.open(path)
    if isFree() { return }
    close()
    throw OutputError(
      "another batch is being downloaded into “\(path)”", .otherwise("wait for it to end"),
      .takeOver("end it"), .place("choose another folder"), isFatal: true)
  }

  /// Terminates the process that holds the lock, and waits until it has ended. The process stops as it does
  /// after Ctrl-C. SIGTERM is used because a background process may ignore Ctrl-C. Blocks the calling thread.
  ///
  /// - Parameter isWanted: Called about every 10 ms. If it returns false, the wait ends without the lock.
  /// - Throws: `OutputError`, including when the process can't be interrupted, or `CancellationError`.
  init(takingOver path: String, while isWanted: () -> Bool) throws {
    descriptor = try Self.open(path)
    var terminated: pid_t = 0
    // This needs a loop because another process may take the lock in the meantime, or may hold it without
    // having signed the journal yet. The loop sleeps between attempts, because `isWanted` couldn't end a
    // blocking `flock(2)`.
    while !isFree() {
      let holder = Self.holder(of: "\(path)/\(Self.journal)")
      if holder != 0, holder != terminated {
        terminated = holder
        guard kill(holder, SIGTERM) == 0 || errno == ESRCH else {
          let reason = String(cString: strerror(errno))
          close()
          throw OutputError(
            "the batch that is using “\(path)” (process \(holder)) cannot be ended: \(reason)",
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

  /// Shows other processes which process holds the folder.
  ///
  /// - Parameter journal: The descriptor of the journal. The record lock lasts until it is closed.
  func sign(_ journal: Int32) {
    var lock = Self.wholeFile
    _ = fcntl(journal, F_SETLK, &lock)
  }

  func close() {
    // A child process that is being launched has a copy of the descriptor until it calls `exec`, so closing
    // alone wouldn't release the lock.
    flock(descriptor, LOCK_UN)
    Foundation.close(descriptor)
  }

  /// Tries to take the lock. Returns false if another process holds it, which only EWOULDBLOCK indicates. On
  /// a file system without locks, a batch runs without one, like the other commands.
  private func isFree() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK }

  private static func open(_ path: String) throws(OutputError) -> Int32 {
    let descriptor = Foundation.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw OutputError(writing: path) }
    return descriptor
  }

  /// Returns the process that has signed the journal, or 0 if there is none.
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
