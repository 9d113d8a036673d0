#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writes all bytes. Waits for a descriptor that doesn't block.
/// - Returns: The error number, or nil on success.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
  var rest = bytes[...]
  while !rest.isEmpty {
    let part = UnsafeRawBufferPointer(rebasing: rest)
    let written = write(descriptor, part.baseAddress, part.count)
    if written < 0, errno == EAGAIN {
      var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&ready, 1, -1)
      // On macOS, `poll` may not support terminals (poll(2), BUGS). It then returns immediately.
      if ready.revents & Int16(POLLNVAL) != 0 { usleep(1_000) }
    } else if written < 0, errno != EINTR {
      return errno
    }
    rest = rest.dropFirst(max(0, written))
  }
  return nil
}
