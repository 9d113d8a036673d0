import Foundation

/// A pipe. Data written at one end can be read at the other end, which is a descriptor.
///
/// All members may be called on any thread.
public final class Wire: Sendable {
  /// The descriptor of the reading end.
  public let descriptor: Int32
  private let end: Int32
  private let isEnded = Locked(false)

  public init() {
    var ends: [Int32] = [0, 0]
    precondition(pipe(&ends) == 0, "There is no pipe to be had: \(String(cString: strerror(errno)))")
    (descriptor, end) = (ends[0], ends[1])
  }

  public func write(_ text: String) {
    let written = Array(text.utf8).withUnsafeBytes { Foundation.write(end, $0.baseAddress, $0.count) }
    precondition(written == text.utf8.count, "The pipe does not take \(text)")
  }

  /// Closes the writing end. The pipe also closes it when it is deallocated.
  public func endWriting() {
    isEnded.withLock { isEnded in
      if !isEnded { Foundation.close(end) }
      isEnded = true
    }
  }

  deinit { endWriting() }

  /// Reads the available data, and blocks while there is none.
  /// - Returns: The number of bytes, or 0 if all data has been read and the writing end is closed.
  public func read(atMost count: Int = 1024) -> Int {
    var bytes = [UInt8](repeating: 0, count: count)
    return bytes.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
  }

  /// Closes the reading end.
  public func close() { Foundation.close(descriptor) }
}

/// The signal that a terminal sends when its size changes. By default, programs ignore it.
public let windowChange = SIGWINCH

/// Sends this process a signal.
public func send(_ signal: Int32) { kill(getpid(), signal) }
