import Foundation

/// An alternative to refusing a run if another run is using its folder.
public enum WhenInUse: Sendable, CaseIterable {
  /// End the other run in the way Ctrl-C does.
  case takeOver
  /// Wait until the other run has ended.
  case wait
}

/// The lock on a folder, or on a part of a list in that folder. Parts of one division, such as 1/4 and 3/4, can be
/// locked by several processes at the same time. A whole list, and parts of another division, can't.
///
/// The lock is an `fcntl(2)` record lock on a hidden file. The system reports who holds such a lock, and releases it
/// when that process ends, no matter how.
final class FolderLock: Sendable {
  private let path: String
  private let descriptor: Int32
  /// Whether other processes may lock other parts.
  let isShared: Bool

  /// Takes the lock. If the folder's rule is to wait for another run or to take over, this blocks the calling thread.
  /// SIGTERM ends the other run, because a background process may ignore Ctrl-C.
  ///
  /// - Parameter isWanted: Called about every 10 ms with the process that holds the lock, or 0 if that isn't known. If it
  ///   returns false, the wait ends without the lock.
  /// - Throws: `OutputError`, including when another process holds the lock, or `CancellationError`.
  init(_ folder: OutputFolder, part: Shard? = nil, while isWanted: (pid_t) -> Bool = { _ in true }) throws {
    path = folder.file(".pipeline.lock")
    isShared = part != nil
    var terminated: pid_t = 0
    // Sleeps between attempts, because `isWanted` couldn't end a blocking call.
    while true {
      // The other run may have removed the folder at its end.
      _ = OutputFolder.make(folder.path)
      let file = try openPlain(path, O_RDWR | O_CREAT)
      let holder = Self.lock(file, part)
      // The other run may have removed the file at its end.
      if holder == nil, Self.isLinked(file) {
        descriptor = file
        return
      }
      Foundation.close(file)
      guard let holder else { continue }
      if folder.whenInUse == nil {
        throw OutputError(
          "another run\(Self.number(holder)) is writing into “\(folder.path)”",
          [.wait: "wait for it to end", .takeOver: "end it", .place: "choose another folder"], isFatal: true)
      }
      if folder.whenInUse == .takeOver, holder > 1, holder != terminated {
        terminated = holder
        guard kill(holder, SIGTERM) == 0 || errno == ESRCH else {
          throw OutputError(
            "the run\(Self.number(holder)) that is writing into “\(folder.path)” cannot be ended: "
              + String(cString: strerror(errno)),
            [.wait: "wait for it to end", .place: "choose another folder"], isFatal: true)
        }
      }
      guard isWanted(holder) else { throw CancellationError() }
      usleep(10_000)
    }
  }

  /// Releases the lock. The last run in the folder removes the file, because new runs must see the locks of others.
  ///
  /// - Parameter last: Called before that by the last run.
  func close(last: () -> Void = {}) {
    if Self.lock(descriptor, nil) == nil {
      last()
      unlink(path)
    }
    Foundation.close(descriptor)
  }

  private static func number(_ holder: pid_t) -> String { holder > 1 ? " (process \(holder))" : "" }

  private static func isLinked(_ file: Int32) -> Bool {
    var facts = stat()
    return fstat(file, &facts) == 0 && facts.st_nlink > 0
  }

  // MARK: Bytes

  /// Locks the byte of a part, or all bytes for a whole list. The bytes don't have to exist in the file. Those of
  /// parts of one division are neighbors.
  ///
  /// - Returns: The process that holds a conflicting lock, 0 if that isn't known, or nil if there is none. On a file
  ///   system without locks, runs don't exclude each other.
  private static func lock(_ file: Int32, _ part: Shard?) -> pid_t? {
    var bytes = bytes(of: part)
    if fcntl(file, F_SETLK, &bytes) != 0, errno == EAGAIN || errno == EACCES {
      return holder(file, &bytes) ?? 0
    }
    guard let part else { return nil }
    var (before, after) = (region(from: 0, division(of: part)), region(from: division(of: part) + width, 0))
    return holder(file, &before) ?? holder(file, &after)
  }

  private static func holder(_ file: Int32, _ bytes: inout flock) -> pid_t? {
    fcntl(file, F_GETLK, &bytes) == 0 && bytes.l_type != Int16(F_UNLCK) ? bytes.l_pid : nil
  }

  /// The number of bytes of a division. A list has at most a million parts.
  private static let width: off_t = 1 << 20

  private static func division(of part: Shard) -> off_t { off_t(part.count) * width }

  static func bytes(of part: Shard?) -> flock {
    part.map { region(from: division(of: $0) + off_t($0.number), 1) } ?? region(from: 0, 0)
  }

  /// - Parameter count: The number of bytes, or 0 for all bytes that follow.
  private static func region(from start: off_t, _ count: off_t) -> flock {
    var bytes = flock()
    bytes.l_type = Int16(F_WRLCK)
    bytes.l_whence = Int16(SEEK_SET)
    (bytes.l_start, bytes.l_len) = (start, count)
    return bytes
  }
}
