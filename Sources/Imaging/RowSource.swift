/// A file whose rows can be decoded from the top, some at a time, so that its picture is never in memory as a whole.
protocol RowSource: AnyObject {
  var width: Int { get }
  var height: Int { get }
  var format: PixelFormat { get }
  var colourSpace: ColourSpace? { get }

  /// Begins to decode, within the limits that are not of its size.
  func begin(_ limits: DecodeLimits) throws(ImagingError)

  /// Decodes the next rows, as many as the picture given has. After the last one, the rest of the file is checked.
  func read(into rows: inout Picture) throws(ImagingError)
}

extension RowSource {
  /// Calls `body` with all rows, strip by strip, once it has begun.
  /// - Parameter count: rows in each; the last may have less.
  func forEachStrip(
    of count: Int, _ pool: PixelPool?, _ body: (inout Picture) throws -> Void
  ) throws {
    for row in stride(from: 0, to: height, by: count) {
      let count = min(count, height - row)
      guard var rows = Picture(uninitialisedWidth: width, height: count, format: format, pool: pool)
      else { throw ImagingError.outOfMemory(width: width, height: count) }
      try read(into: &rows)
      try body(&rows)
    }
  }
}
