import Foundation

/// Red, green and blue in linear light, where 1 is white on the screen and a lamp may be brighter. The fourth lane marks
/// water and sky.
///
/// Linear here is the square of the screen's value: close enough to sRGB for painting, and undone by a square root.
typealias Color = SIMD4<Float>

/// A colour as it looks on the screen, `0xRRGGBB`.
func hex(_ value: UInt32) -> Color {
  let onScreen = Color(Float(value >> 16 & 255), Float(value >> 8 & 255), Float(value & 255), 0) / 255
  return onScreen * onScreen
}

@inline(__always) func mix(_ one: Color, _ other: Color, _ share: Float) -> Color {
  one + (other - one) * share
}

@inline(__always) func mix(_ one: Float, _ other: Float, _ share: Float) -> Float {
  one + (other - one) * share
}

@inline(__always) func clamp(_ value: Float, _ low: Float = 0, _ high: Float = 1) -> Float {
  max(low, min(high, value))
}

/// 0 below `low`, 1 above `high`, and a smooth transition between them.
@inline(__always) func smoothstep(_ low: Float, _ high: Float, _ value: Float) -> Float {
  let share = clamp((value - low) / (high - low))
  return share * share * (3 - 2 * share)
}

/// A smooth bell of height 1 at 0, which has fallen to 1/e at `width`.
@inline(__always) func bell(_ distance: Float, _ width: Float) -> Float {
  exp(-(distance * distance) / (width * width))
}

/// What a painter paints on: rows from the top.
final class Canvas {
  let width: Int
  let height: Int
  let pixels: UnsafeMutablePointer<Color>

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = .allocate(capacity: width * height)
    pixels.initialize(repeating: Color(), count: width * height)
  }

  deinit { pixels.deallocate() }

  /// The longer side in pixels: lengths in a scene are shares of it.
  var unit: Float { Float(max(width, height)) }
  var middle: Float { Float(width) / 2 }

  @inline(__always) subscript(_ x: Int, _ y: Int) -> Color {
    get { pixels[y * width + x] }
    set { pixels[y * width + x] = newValue }
  }

  /// The rows that a stretch touches, within the canvas.
  @inline(__always) func rows(_ from: Float, _ to: Float) -> Range<Int> { touched(from, to, height) }

  @inline(__always) private func touched(_ from: Float, _ to: Float, _ count: Int) -> Range<Int> {
    let first = Int(max(0, min(Float(count), from.rounded(.down))))
    return first..<max(first, Int(max(0, min(Float(count), to.rounded(.down) + 1))))
  }

  /// Lays `color` over a pixel that it covers partly.
  @inline(__always) func cover(_ x: Int, _ y: Int, with color: Color, _ share: Float) {
    self[x, y] = mix(self[x, y], color, share)
  }

  /// Calls `body` for each pixel around a place, with the distance from it in pixels.
  @inline(__always) func around(
    _ x: Float, _ y: Float, _ across: Float, _ down: Float,
    _ body: (_ x: Int, _ y: Int, _ dx: Float, _ dy: Float) -> Void
  ) {
    let columns = touched(x - across, x + across, width)
    for py in rows(y - down, y + down) {
      for px in columns { body(px, py, Float(px) + 0.5 - x, Float(py) + 0.5 - y) }
    }
  }

  /// Calls `body` for every pixel of the rows.
  @inline(__always) func eachPixel(
    rows: Range<Int>, _ body: (_ x: Int, _ y: Int, _ color: inout Color) -> Void
  ) {
    for y in rows.clamped(to: 0..<height) {
      for x in 0..<width { body(x, y, &pixels[y * width + x]) }
    }
  }
}
