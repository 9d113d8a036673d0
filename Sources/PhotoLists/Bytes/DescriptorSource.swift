import Base
import Foundation
import Transport

/// A source that reads a file, a pipe or standard input through its file descriptor.
final class DescriptorSource: ByteSource, @unchecked Sendable {
  // Sendable: `wasCancelled` and `wake` are protected by the lock. Everything else is constant or used only by the
  // thread that reads.
  private let file: FileHandle
  private let lock = Lock()
  private var wasCancelled = false
  /// A pipe. Writing a byte to it ends a blocking wait.
  private let wake: (read: Int32, write: Int32)

  let base: RequestURL?

  /// Opens a file.
  convenience init(path: String) throws(ListError.Reason) {
    // Opening a named pipe must not wait for its writer. Instead, the first read waits, because it can be cancelled.
    let bytes = LocalFiles.bytes(ofArgument: path)
    let descriptor = open(LocalFiles.cString(bytes), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.reason(errno) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try self.init(file, base: RequestURL(filePath: LocalFiles.absolute(bytes)))
  }

  /// Reads from the current position of a descriptor. The caller owns the descriptor, which stays open.
  convenience init(borrowing descriptor: Int32) throws(ListError.Reason) {
    try self.init(FileHandle(fileDescriptor: descriptor), base: nil)
  }

  private init(_ file: FileHandle, base: RequestURL?) throws(ListError.Reason) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Self.reason(errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.file = file
    self.base = base
    wake = (ends[0], ends[1])
  }

  deinit {
    close(wake.read)
    close(wake.write)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ListError.Reason) -> Int {
    let descriptor = file.fileDescriptor
    while true {
      var waited = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0),
      ]
      var ready = poll(&waited, 2, -1)
      if waited[0].revents & Int16(POLLNVAL) != 0 { ready = waitOnDevice(descriptor, or: wake.read) }
      if lock.withLock({ wasCancelled }) { throw .cancelled }
      if ready < 0 {
        if errno == EINTR { continue }
        throw Self.reason(errno)
      }
      let count = readBytes(descriptor, buffer)
      if count >= 0 { return count }
      if errno != EINTR, errno != EAGAIN { throw Self.reason(errno) }
    }
  }

  func cancel() {
    lock.withLock {
      guard !wasCancelled else { return }
      wasCancelled = true
      var byte: UInt8 = 0
      _ = write(wake.write, &byte, 1)
    }
  }

  static func reason(_ error: Int32) -> ListError.Reason {
    switch error {
    case ENOENT, ENOTDIR: .noSuchFile
    case EACCES, EPERM: .noRight
    case EISDIR: .isFolder
    default: .unreadable(String(cString: strerror(error)))
    }
  }
}

/// Waits until one of two descriptors is readable. Uses select(2), because poll(2) may not support terminals on macOS
/// (see BUGS in its manual).
/// - Returns: A negative number on failure, with `errno` set.
private func waitOnDevice(_ one: Int32, or other: Int32) -> Int32 {
  var set = fd_set()
  // Higher descriptors don't fit in a set. In that case, `read` blocks and can't be cancelled.
  guard max(one, other) < 8 * MemoryLayout<fd_set>.size else { return 0 }
  withUnsafeMutableBytes(of: &set) { words in
    // A word has 32 bits on macOS and 64 on Linux. Both systems are little-endian, so each bit is in the same byte.
    for descriptor in [one, other] { words[Int(descriptor) / 8] |= 1 << (descriptor % 8) }
  }
  return select(max(one, other) + 1, &set, nil, nil, nil)
}

/// Calls read(2). The class can't call it directly because its own method `read` hides it.
private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
