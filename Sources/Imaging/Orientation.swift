/// The orientation of stored rows and columns relative to the upright picture. Raw values are those of EXIF tag 0x0112
/// (EXIF 2.32, 4.6.4 A).
enum Orientation: Int, CaseIterable, Sendable {
  case upright = 1
  case mirrored
  case upsideDown
  case flipped
  /// Mirrored across the diagonal through the top left corner.
  case transposed
  /// Needs a quarter turn clockwise to become upright.
  case turnedLeft
  /// Mirrored across the diagonal through the top right corner.
  case transversed
  /// Needs a quarter turn counterclockwise to become upright.
  case turnedRight

  /// Whether width and height are swapped.
  var swapsSides: Bool { rawValue >= 5 }
  /// Whether rows are reversed. If the sides are swapped too, that happens first.
  fileprivate var reversesRows: Bool {
    [.upsideDown, .flipped, .transversed, .turnedRight].contains(self)
  }
  /// Whether columns are reversed. If the sides are swapped too, that happens first.
  fileprivate var reversesColumns: Bool {
    [.mirrored, .upsideDown, .turnedLeft, .transversed].contains(self)
  }
}

extension Picture {
  /// Rotates and mirrors the stored pixels so that the picture is upright. This needs a second buffer.
  mutating func apply(_ orientation: Orientation, pool: PixelPool?) throws(ImagingError) {
    if orientation == .upright { return }
    let (width, height, bytes) = (width, height, format.bytesPerPixel)
    var result = try Picture(
      uninitialised: orientation.swapsSides ? size.turned : size, format: format, pool: pool)
    result.colourSpace = colourSpace
    // The offset of the first pixel, and the distances to the next pixel in its row and in its column.
    var (first, column, row) = (0, bytes, result.bytesPerRow)
    if orientation.reversesColumns { (first, column) = (first + (result.width - 1) * column, -column) }
    if orientation.reversesRows { (first, row) = (first + (result.height - 1) * row, -row) }
    let (right, down) = orientation.swapsSides ? (row, column) : (column, row)
    // The pixels are copied in tiles, so that the rows being read and the columns being written stay in the cache
    // together.
    let tile = 32
    withUnsafeBytes { from in
      result.withUnsafeMutableBytes { to in
        for top in stride(from: 0, to: height, by: tile) {
          for left in stride(from: 0, to: width, by: tile) {
            for y in top..<min(top + tile, height) {
              for x in left..<min(left + tile, width) {
                let (source, target) = ((y * width + x) * bytes, first + x * right + y * down)
                for channel in 0..<bytes { to[target + channel] = from[source + channel] }
              }
            }
          }
        }
      }
    }
    self = result
  }
}
