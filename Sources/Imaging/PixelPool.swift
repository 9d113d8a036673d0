import Base
import Foundation

/// A pool that reuses the buffers of finished pictures and compressors, because fresh memory costs a page fault per
/// 4 KiB.
///
/// The number of idle bytes is bounded. Buffers in use aren't counted.
///
/// `@unchecked Sendable` is safe because idle buffers are accessed only under the lock.
public final class PixelPool: @unchecked Sendable {
  /// The maximum number of idle bytes.
  private let limit: Int
  private let lock = Lock()
  /// Idle buffers, oldest first.
  private var idle: [(start: UnsafeMutableRawPointer, capacity: Int)] = []
  private var kept = 0
  /// The maximum number of idle buffers. It bounds the time of a search even if pictures are small.
  private static let mostBuffers = 64

  /// - Parameter limit: The maximum number of idle bytes. The default is enough for ten photos of 8 million pixels.
  public init(limit: Int = 256 << 20) { self.limit = limit }

  deinit {
    for buffer in idle { Self.free(buffer.start) }
  }

  var idleBytes: Int { lock.withLock { kept } }

  /// Removes and returns the idle buffer that fits best, or nil if none is between one and two times the size.
  func take(byteCount: Int) -> (start: UnsafeMutableRawPointer, capacity: Int)? {
    lock.withLock {
      let fitting = idle.indices.filter {
        idle[$0].capacity >= byteCount && idle[$0].capacity / 2 <= byteCount
      }
      guard let best = fitting.min(by: { idle[$0].capacity < idle[$1].capacity }) else {
        return nil
      }
      let buffer = idle.remove(at: best)
      kept -= buffer.capacity
      return buffer
    }
  }

  /// Takes a buffer back, and frees the oldest buffers while the limits are exceeded.
  func give(_ start: UnsafeMutableRawPointer, capacity: Int) {
    lock.withLock {
      idle.append((start, capacity))
      kept += capacity
      while kept > limit || idle.count > Self.mostBuffers {
        let oldest = idle.removeFirst()
        kept -= oldest.capacity
        Self.free(oldest.start)
      }
    }
  }

  /// Returns nil instead of trapping if there isn't enough memory, because sizes come from files.
  static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer? { malloc(byteCount) }

  static func free(_ start: UnsafeMutableRawPointer) { Foundation.free(start) }
}

/// Memory for a picture or a compressor. It is initially undefined and is returned to its pool on deinit.
///
/// `@unchecked Sendable` is safe because `Picture` writes only while it holds the sole reference, and a compressor is
/// used by one thread at a time.
final class PixelBuffer: @unchecked Sendable {
  let start: UnsafeMutableRawPointer
  let capacity: Int
  let pool: PixelPool?

  init?(byteCount: Int, pool: PixelPool?) {
    if let idle = pool?.take(byteCount: byteCount) {
      start = idle.start
      capacity = idle.capacity
    } else if let new = PixelPool.allocate(byteCount) {
      start = new
      capacity = byteCount
    } else {
      return nil
    }
    self.pool = pool
  }

  deinit {
    if let pool { pool.give(start, capacity: capacity) } else { PixelPool.free(start) }
  }
}
