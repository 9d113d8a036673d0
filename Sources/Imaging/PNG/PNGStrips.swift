import Foundation

/// Asks for `help` to be called on other threads meanwhile, if any is idle. Called on the thread that writes the file.
/// - Returns: how many have been asked and have not returned yet.
public typealias HelpWanted = (_ help: @escaping @Sendable () -> Void) -> Int

/// Some rows of a picture that may not be there as a whole.
struct PictureRows: Sendable {
  let picture: Picture
  let range: Range<Int>

  /// Lends the pixels from a row on.
  fileprivate func withRow<Result>(_ row: Int, _ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    picture.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { preconditionFailure("a picture has at least one pixel") }
      return body(start.assumingMemoryBound(to: UInt8.self) + row * picture.bytesPerRow)
    }
  }
}

/// The strips of one picture: put in order by one thread, filtered and compressed by any thread, and taken in order
/// again. The bytes of a strip depend only on its rows and the row above.
final class PNGStrips: @unchecked Sendable {
  // Safe: what can change is touched under `condition` only.

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
  /// Those that are idle.
  private var compressors: [PNGCompressor] = []
  // The next to be put, and the rows before.
  private var number = 0
  private var above: PictureRows?

  /// - Parameter pool: where the memory of compressors comes from and goes back to.
  init(_ layout: PNGLayout, pool: PixelPool?) {
    self.layout = layout
    self.pool = pool
    count = (layout.size.height + layout.rowsOfStrip - 1) / layout.rowsOfStrip
  }

  /// Puts the next strip.
  /// - Returns: how many wait to be compressed.
  func put(_ rows: PictureRows) -> Int {
    condition.withLock {
      waiting.append(Strip(number: number, rows: rows, above: above))
      number += 1
      above = rows
      return waiting.count
    }
  }

  /// Compresses what is waiting.
  func help() { while compressNext() > 0 {} }

  /// Compresses one strip, if one is waiting.
  /// - Returns: how many waited.
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

  /// Takes a compressed strip.
  /// - Parameter waits: whether to wait for it. Otherwise it is nil until it is compressed.
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

  /// Lets no further strip be compressed.
  func giveUp() {
    condition.withLock {
      isGivenUp = true
      waiting = []
      above = nil
    }
  }
}
