import Foundation
import Transport

/// A sequence of bytes that is read in order by one thread.
package protocol ByteReader: AnyObject {
  /// Blocks until bytes are available, then copies as many as fit into `buffer`.
  /// - Returns: The number of bytes copied, or 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ListError.Reason) -> Int
}

/// The source of a list's bytes.
package protocol ByteSource: ByteReader, Sendable {
  /// Calls `ready` once, as soon as a read wouldn't have to wait for a server to answer. The call is made
  /// immediately, or later on another thread, which `ready` must not block.
  func whenReady(_ ready: @escaping @Sendable () -> Void)

  /// Makes the current blocking read and all later ones throw ``ListError/Reason/cancelled``. It can be called on any
  /// thread.
  func cancel()

  /// The base for relative URLs, or nil if there is none. It is known after the first read at the latest.
  var base: RequestURL? { get }
}

extension ByteSource {
  package func whenReady(_ ready: @escaping @Sendable () -> Void) { ready() }
}

/// A source that reads bytes in memory.
final class MemorySource: ByteSource, @unchecked Sendable {  // used only by the thread that made it
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: some Sequence<UInt8>) { self.bytes = ArraySlice(bytes) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ListError.Reason) -> Int {
    let count = min(buffer.count, bytes.count)
    buffer.copyBytes(from: bytes.prefix(count))
    bytes.removeFirst(count)
    return count
  }

  func cancel() {}
  var base: RequestURL? { nil }
}
