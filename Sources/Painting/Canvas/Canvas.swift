import Foundation

/// Red, green and blue in linear light, where 1 is white on the screen and a lamp may be brighter. The fourth lane tells
/// what a pixel shows: 1 is water, −1 is sky.
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

extension Color {
  @inline(__always) func marked(_ mark: Float) -> Color { Color(x, y, z, mark) }
}

extension SIMD2<Float> {
  @inline(__always) var length: Float { (self * self).sum().squareRoot() }
}

/// What a painter paints on: rows from the top.
final class Canvas {
  let width, height: Int
  /// The longer side in pixels: lengths in a scene are shares of it.
  let unit: Float
  let middle: Float
  /// The horizon's row.
  let horizon: Float
  private let pixels: UnsafeMutablePointer<Color>

  /// - Parameter horizon: as a share of the height, from the top.
  init(width: Int, height: Int, horizon: Float = 0.5) {
    (self.width, self.height) = (width, height)
    (unit, middle) = (Float(max(width, height)), Float(width) / 2)
    self.horizon = horizon * Float(height)
    pixels = .allocate(capacity: width * height)
    pixels.initialize(repeating: Color(), count: width * height)
  }

  deinit { pixels.deallocate() }

  func copy() -> Canvas {
    let copy = Canvas(width: width, height: height)
    copy.pixels.update(from: pixels, count: width * height)
    return copy
  }

  /// Where a pixel lies from the middle of the horizon: across and up, in units.
  @inline(__always) func view(_ x: Int, _ y: Int) -> SIMD2<Float> {
    SIMD2(Float(x) - middle, horizon - Float(y)) / unit
  }

  @inline(__always) subscript(_ x: Int, _ y: Int) -> Color {
    get { pixels[y * width + x] }
    set { pixels[y * width + x] = newValue }
  }

  /// The rows or columns that a stretch touches, of those that there are.
  @inline(__always) func touched(_ from: Float, _ to: Float, of count: Int) -> Range<Int> {
    let first = Int(clamp(from.rounded(.down), 0, Float(count)))
    return first..<max(first, Int(clamp(to.rounded(.down) + 1, 0, Float(count))))
  }

  /// Paints a stretch of a column; its first pixel is covered as far as it lies below `top`.
  @inline(__always) func fill(_ x: Int, from top: Float, to bottom: Float, color: (_ y: Float) -> Color) {
    for y in touched(top, bottom, of: height) {
      self[x, y] = mix(self[x, y], color(Float(y)), clamp(Float(y) + 1 - top))
    }
  }

  /// Paints an ellipse. `color` is given places in it, from −1 to 1 both ways.
  /// - Parameters:
  ///   - radius: across, in pixels.
  ///   - flat: its height as a share of its width.
  @inline(__always) func dab(
    _ place: SIMD2<Float>, _ radius: Float, flat: Float = 1, opacity: Float = 1,
    color: (SIMD2<Float>) -> Color
  ) {
    let reach = SIMD2(radius, radius * flat)
    let columns = touched(place.x - radius - 0.5, place.x + radius + 0.5, of: width)
    for y in touched(place.y - reach.y - 0.5, place.y + reach.y + 0.5, of: height) {
      for x in columns {
        let inside = (SIMD2(Float(x), Float(y)) + 0.5 - place) / reach
        let share = clamp((1 - inside.length) * radius + 0.5)
        if share > 0 { self[x, y] = mix(self[x, y], color(inside), share * opacity) }
      }
    }
  }

  @inline(__always) func eachPixel(_ body: (_ x: Int, _ y: Int, _ color: inout Color) -> Void) {
    for y in 0..<height {
      for x in 0..<width { body(x, y, &pixels[y * width + x]) }
    }
  }
}
