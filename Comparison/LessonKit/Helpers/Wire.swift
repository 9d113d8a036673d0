import Foundation

/// A pipe: what is written at one end is read at the other, which is a descriptor.
///
/// All members may be called on any thread.
public final class Wire: Sendable {
  /// The end to read.
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

  /// Nothing is written any more. Done when it is freed, at the latest.
  public func endWriting() {
    isEnded.withLock { isEnded in
      if !isEnded { Foundation.close(end) }
      isEnded = true
    }
  }

  deinit { endWriting() }

  /// Takes what is there now; it blocks while there is nothing yet.
  /// - Returns: how many bytes; 0 when all have been read, and no more will be written.
  public func read(atMost count: Int = 1024) -> Int {
    var bytes = [UInt8](repeating: 0, count: count)
    return bytes.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
  }

  /// Closes the end to read.
  public func close() { Foundation.close(descriptor) }
}

/// The signal that a terminal sends when its size changes. A program that does not handle it ignores it.
public let windowChange = SIGWINCH

/// Sends this process a signal.
public func send(_ signal: Int32) { kill(getpid(), signal) }
