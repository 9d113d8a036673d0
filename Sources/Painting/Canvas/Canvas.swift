/// The pixels of a painting: rows from the top.
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

  /// Where a pixel lies from the middle of the horizon: across and up, in units.
  @inline(__always) func view(_ x: Int, _ y: Int) -> SIMD2<Float> {
    SIMD2(Float(x) + 0.5 - middle, horizon - Float(y) - 0.5) / unit
  }

  @inline(__always) subscript(_ x: Int, _ y: Int) -> Color {
    get { pixels[y * width + x] }
    set { pixels[y * width + x] = newValue }
  }

  @inline(__always) func eachPixel(_ body: (_ place: SIMD2<Float>, _ color: inout Color) -> Void) {
    for y in 0..<height {
      for x in 0..<width { body(view(x, y), &pixels[y * width + x]) }
    }
  }

  /// The rows or columns of the canvas that a stretch touches.
  @inline(__always) func touched(_ from: Float, _ to: Float, of count: Int) -> Range<Int> {
    let first = Int(clamp(from.rounded(.down), 0, Float(count)))
    return first..<max(first, Int(clamp(to.rounded(.down) + 1, 0, Float(count))))
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
}
