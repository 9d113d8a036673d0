import Base
import Foundation

/// Keeps the buffers of finished pictures and compressors for the next ones, as fresh memory costs a page
/// fault every 4 KiB. The bytes that it keeps are bounded; buffers in use are not counted.
///
/// `@unchecked Sendable` is safe: the idle buffers are touched only under the lock.
public final class PixelPool: @unchecked Sendable {
  /// The most bytes kept idle.
  private let limit: Int
  private let lock = Lock()
  /// Oldest first.
  private var idle: [(start: UnsafeMutableRawPointer, capacity: Int)] = []
  private var kept = 0
  /// Bounds a search, however small the pictures.
  private static let mostBuffers = 64

  /// - Parameter limit: the most bytes kept idle; the default is ten photos of 8 million pixels.
  public init(limit: Int = 256 << 20) { self.limit = limit }

  deinit {
    for buffer in idle { Self.free(buffer.start) }
  }

  var idleBytes: Int { lock.withLock { kept } }

  /// The best fitting idle buffer, unless it would waste more than it serves.
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

  /// Keeps a buffer, and lets the oldest go when that is too much.
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

  /// Nil, rather than a trap, without memory: sizes come from files.
  static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer? { malloc(byteCount) }

  static func free(_ start: UnsafeMutableRawPointer) { Foundation.free(start) }
}

/// Memory for a picture or a compressor, which goes back to its pool at the end. Its bytes are undefined at
/// first.
///
/// `@unchecked Sendable` is safe: `Picture` writes only when it holds the sole reference, and a compressor is used by one
/// thread at a time.
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
