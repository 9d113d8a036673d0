import CPNGShim
import Foundation

/// Asks for `help` to be called on other threads meanwhile, if any is idle. Called on the thread that writes the file.
/// - Returns: how many have been asked and have not returned yet.
public typealias HelpWanted = (_ help: @escaping @Sendable () -> Void) -> Int

/// Some rows of a picture that may not be there as a whole.
struct PictureRows: Sendable {
  let picture: Picture
  let range: Range<Int>

  /// Lends them, from the first.
  fileprivate func withRow<Result>(_ row: Int, _ body: (UnsafePointer<UInt8>?) -> Result) -> Result {
    picture.withUnsafeBytes { bytes in
      body(bytes.bindMemory(to: UInt8.self).baseAddress.map { $0 + row * picture.bytesPerRow })
    }
  }
}

/// The strips of one picture: put in order by one thread, filtered and compressed by any thread, and taken in order
/// again. The bytes of a strip depend only on its rows and the row above.
final class PNGStrips: @unchecked Sendable {
  // Safe: what can change is touched under `condition` only.

  /// The rows of each strip but the last, which may have fewer.
  let rowsOfStrip: Int
  let count: Int

  private struct Strip {
    let number: Int
    let rows: PictureRows
    let above: PictureRows?
  }

  private let shape: png_shim_shape
  private let settings: png_shim_settings
  private let pool: PixelPool?
  private let condition = NSCondition()
  private var waiting: [Strip] = []
  private var compressed: [Int: png_shim_strip] = [:]
  private var isFailed = false
  private var isGivenUp = false
  /// Those that are idle.
  private var compressors: [Compressor] = []
  // The next to be put, and the rows before.
  private var number = 0
  private var above: PictureRows?

  /// - Parameter pool: where the memory of compressors comes from and goes back to.
  init(_ shape: png_shim_shape, _ settings: PNGSettings, pool: PixelPool?) {
    self.shape = shape
    self.pool = pool
    self.settings = settings.numbers
    rowsOfStrip = withUnsafePointer(to: shape) { Int(png_shim_rows_of_strip($0, settings.numbers)) }
    count = (Int(shape.height) + rowsOfStrip - 1) / rowsOfStrip
  }

  deinit {
    for strip in compressed.values { free(strip.bytes) }
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
    let (next, idle, count) = condition.withLock { () -> (Strip?, Compressor?, Int) in
      guard !isGivenUp, let first = waiting.first else { return (nil, nil, 0) }
      defer { waiting.removeFirst() }
      return (first, compressors.popLast(), waiting.count)
    }
    guard let next else { return 0 }
    let compressor = idle ?? Compressor(shape, settings, pool)
    let result = compressor.flatMap { compress(next, $0) }
    condition.withLock {
      if let compressor { compressors.append(compressor) }
      if let result { compressed[next.number] = result } else { isFailed = true }
      condition.broadcast()
    }
    return count
  }

  private func compress(_ strip: Strip, _ compressor: Compressor) -> png_shim_strip? {
    var result = png_shim_strip()
    func run(_ rows: UnsafePointer<UInt8>?, _ above: UnsafePointer<UInt8>?) -> Bool {
      guard let rows else { return false }
      return png_shim_compress(
        compressor.shim, rows, above, UInt32(strip.rows.range.count), strip.number == count - 1, &result)
    }
    let isDone = strip.rows.withRow(strip.rows.range.lowerBound) { rows in
      guard let above = strip.above else { return run(rows, nil) }
      return above.withRow(above.range.upperBound - 1) { run(rows, $0) }
    }
    return isDone ? result : nil
  }

  /// Takes a compressed strip; the caller frees its bytes.
  /// - Parameter waits: whether to wait for it. Otherwise it is nil until it is compressed.
  func take(_ number: Int, waits: Bool) throws(ImagingError) -> png_shim_strip? {
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

/// The shim's compressor, with memory from the pool: fresh pages would take a tenth of the time.
private final class Compressor {
  let shim: OpaquePointer
  private let memory: PixelBuffer

  init?(_ shape: png_shim_shape, _ settings: png_shim_settings, _ pool: PixelPool?) {
    let room = withUnsafePointer(to: shape) { png_shim_compressor_room($0, settings) }
    guard room > 0, let memory = PixelBuffer(byteCount: room, pool: pool),
      let shim = withUnsafePointer(to: shape, { png_shim_compressor_make($0, settings, memory.start) })
    else { return nil }
    (self.shim, self.memory) = (shim, memory)
  }

  deinit { png_shim_compressor_free(shim) }
}
