import Foundation
import Transport

/// Bytes that one thread reads, in order.
package protocol ByteReader: AnyObject {
  /// Waits until there are bytes, and copies those that have arrived to `buffer`, as many as fit.
  /// - Returns: their number, 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ListError.Reason) -> Int
}

/// Where the bytes of a list come from.
package protocol ByteSource: ByteReader, Sendable {
  /// Calls `ready` once: when a read would not wait for a server to answer. It is called at once, or later on another
  /// thread, which it must not hold up.
  func whenReady(_ ready: @escaping @Sendable () -> Void)

  /// Makes a read that waits, and all later ones, throw ``ListError/Reason/cancelled``. From any thread.
  func cancel()

  /// The base of relative URLs, known after the first read at the latest; nil if there is none.
  var base: RequestURL? { get }
}

extension ByteSource {
  package func whenReady(_ ready: @escaping @Sendable () -> Void) { ready() }
}

/// Bytes in memory.
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
