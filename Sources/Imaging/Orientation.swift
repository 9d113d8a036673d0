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
  /// Puts the stored pixels upright: in place, but for quarter turns, which need a second buffer
  /// meanwhile.
  mutating func apply(_ orientation: Orientation, pool: PixelPool?) throws(ImagingError) {
    if orientation.swapsSides { self = try transposed(pool: pool) }
    reverse(rows: orientation.reversesRows, columns: orientation.reversesColumns)
  }

  private mutating func reverse(rows: Bool, columns: Bool) {
    let (width, height, size, row) = (width, height, format.bytesPerPixel, bytesPerRow)
    withUnsafeMutableBytes { bytes in
      if rows {
        for y in 0..<height / 2 {
          for x in 0..<row { bytes.swapAt(y * row + x, (height - 1 - y) * row + x) }
        }
      }
      if columns {
        for start in stride(from: 0, to: bytes.count, by: row) {
          for x in 0..<width / 2 {
            for channel in 0..<size {
              bytes.swapAt(start + x * size + channel, start + (width - 1 - x) * size + channel)
            }
          }
        }
      }
    }
  }

  /// Rows become columns.
  private func transposed(pool: PixelPool?) throws(ImagingError) -> Picture {
    let (width, height, bytes) = (width, height, format.bytesPerPixel)
    var result = try Picture(uninitialised: size.turned, format: format, pool: pool)
    result.colourSpace = colourSpace
    // By tiles, so that the rows read and the columns written stay in the cache together.
    let tile = 32
    withUnsafeBytes { from in
      result.withUnsafeMutableBytes { to in
        for top in stride(from: 0, to: height, by: tile) {
          for left in stride(from: 0, to: width, by: tile) {
            for y in top..<min(top + tile, height) {
              for x in left..<min(left + tile, width) {
                let (source, target) = ((y * width + x) * bytes, (x * height + y) * bytes)
                for channel in 0..<bytes { to[target + channel] = from[source + channel] }
              }
            }
          }
        }
      }
    }
    return result
  }
}
