import Foundation

/// A function that asks idle threads to call `help`. It is called on the thread that writes the file.
/// - Returns: The number of helpers that have been asked and haven't returned yet.
public typealias HelpWanted = (_ help: @escaping @Sendable () -> Void) -> Int

/// A range of a picture's rows. The `Picture` may contain only these rows or more of the image.
struct PictureRows: Sendable {
  let picture: Picture
  let range: Range<Int>

  /// Calls `body` with the pixels of a row and the rows after it.
  fileprivate func withRow<Result>(_ row: Int, _ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    picture.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { preconditionFailure("a picture has at least one pixel") }
      return body(start.assumingMemoryBound(to: UInt8.self) + row * picture.bytesPerRow)
    }
  }
}

/// The strips of one picture. One thread adds them in order, any thread filters and compresses them, and one thread
/// removes them in order.
///
/// The compressed bytes of a strip depend only on its rows and the row above.
final class PNGStrips: @unchecked Sendable {
  // Sendable: mutable state is protected by `condition`.

  let layout: PNGLayout
  let count: Int

  private struct Strip {
    let number: Int
    let rows: PictureRows
    let above: PictureRows?
  }

  private let pool: PixelPool?
  private let condition = NSCondition()
  private var waiting: [Strip] = []
  private var compressed: [Int: PNGStrip] = [:]
  private var isFailed = false
  private var isGivenUp = false
  /// Compressors that are currently idle.
  private var compressors: [PNGCompressor] = []
  /// The number of the next strip to add.
  private var number = 0
  /// The rows before the next strip.
  private var above: PictureRows?

  /// - Parameter pool: The pool that supplies the compressors' memory and takes it back.
  init(_ layout: PNGLayout, pool: PixelPool?) {
    self.layout = layout
    self.pool = pool
    count = (layout.size.height + layout.rowsOfStrip - 1) / layout.rowsOfStrip
  }

  /// Adds the next strip.
  /// - Returns: The number of strips that are waiting to be compressed.
  func put(_ rows: PictureRows) -> Int {
    condition.withLock {
      waiting.append(Strip(number: number, rows: rows, above: above))
      number += 1
      above = rows
      return waiting.count
    }
  }

  /// Compresses strips until none is waiting.
  func help() { while compressNext() > 0 {} }

  /// Compresses one strip if any is waiting.
  /// - Returns: The number of waiting strips, including the one just compressed.
  @discardableResult
  func compressNext() -> Int {
    let (next, idle, count) = condition.withLock { () -> (Strip?, PNGCompressor?, Int) in
      guard !isGivenUp, let first = waiting.first else { return (nil, nil, 0) }
      defer { waiting.removeFirst() }
      return (first, compressors.popLast(), waiting.count)
    }
    guard let next else { return 0 }
    let compressor = idle ?? PNGCompressor(layout, pool)
    let result = compressor.flatMap { compress(next, $0) }
    condition.withLock {
      if let compressor { compressors.append(compressor) }
      if let result { compressed[next.number] = result } else { isFailed = true }
      condition.broadcast()
    }
    return count
  }

  private func compress(_ strip: Strip, _ compressor: PNGCompressor) -> PNGStrip? {
    let (count, isLast) = (strip.rows.range.count, strip.number == count - 1)
    return strip.rows.withRow(strip.rows.range.lowerBound) { rows in
      guard let above = strip.above else {
        return compressor.compress(rows, above: nil, count: count, isLast: isLast)
      }
      return above.withRow(above.range.upperBound - 1) {
        compressor.compress(rows, above: $0, count: count, isLast: isLast)
      }
    }
  }

  /// Removes and returns a compressed strip.
  /// - Parameter waits: Whether to block until the strip has been compressed. Otherwise, nil is returned until then.
  func take(_ number: Int, waits: Bool) throws(ImagingError) -> PNGStrip? {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if isFailed { throw .notEncoded(.png, reason: "out of memory") }
      if let strip = compressed.removeValue(forKey: number) { return strip }
      if !waits { return nil }
      condition.wait()
    }
  }

  /// Discards the waiting strips and compresses no further ones.
  func giveUp() {
    condition.withLock {
      isGivenUp = true
      waiting = []
      above = nil
    }
  }
}
