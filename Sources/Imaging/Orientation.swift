/// How the stored rows and columns lie in the picture: EXIF's tag 0x0112, by its numbers (EXIF 2.32,
/// 4.6.4 A).
enum Orientation: Int, CaseIterable, Sendable {
  case upright = 1
  case mirrored
  case upsideDown
  case flipped
  /// Mirrored at the diagonal from top left.
  case transposed
  /// To be turned clockwise by a quarter.
  case turnedLeft
  /// Mirrored at the diagonal from top right.
  case transversed
  /// To be turned anticlockwise by a quarter.
  case turnedRight

  /// Whether width and height change places.
  var swapsSides: Bool { rawValue >= 5 }
  /// What is reversed, after that.
  fileprivate var reversesRows: Bool {
    [.upsideDown, .flipped, .transversed, .turnedRight].contains(self)
  }
  fileprivate var reversesColumns: Bool {
    [.mirrored, .upsideDown, .turnedLeft, .transversed].contains(self)
  }
}

extension Picture {
  /// Puts the stored pixels upright, which needs a second buffer meanwhile.
  mutating func apply(_ orientation: Orientation, pool: PixelPool?) throws(ImagingError) {
    if orientation == .upright { return }
    let (width, height, bytes) = (width, height, format.bytesPerPixel)
    var result = try Picture(
      uninitialised: orientation.swapsSides ? size.turned : size, format: format, pool: pool)
    result.colourSpace = colourSpace
    // Where the first pixel goes, and how far from there the next ones of its row and of its column.
    var (first, column, row) = (0, bytes, result.bytesPerRow)
    if orientation.reversesColumns { (first, column) = (first + (result.width - 1) * column, -column) }
    if orientation.reversesRows { (first, row) = (first + (result.height - 1) * row, -row) }
    let (right, down) = orientation.swapsSides ? (row, column) : (column, row)
    // By tiles, so that the rows read and the columns written stay in the cache together.
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
