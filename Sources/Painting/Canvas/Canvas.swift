import Imaging

/// What a painter paints on: colours in linear light, rows from the top.
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

  /// In pixels: the longer side, which lengths in a scene are shares of.
  var unit: Float { Float(max(width, height)) }

  @inline(__always) subscript(_ x: Int, _ y: Int) -> Color {
    get { pixels[y * width + x] }
    set { pixels[y * width + x] = newValue }
  }

  /// The columns that a stretch touches; those outside the canvas left out.
  @inline(__always) func columns(_ from: Float, _ to: Float) -> Range<Int> { touched(from, to, width) }

  /// The rows that a stretch touches; those outside the canvas left out.
  @inline(__always) func rows(_ from: Float, _ to: Float) -> Range<Int> { touched(from, to, height) }

  @inline(__always) private func touched(_ from: Float, _ to: Float, _ count: Int) -> Range<Int> {
    let first = Int(max(0, min(Float(count), from.rounded(.down))))
    let end = Int(max(0, min(Float(count), to.rounded(.down) + 1)))
    return first..<max(first, end)
  }

  /// Lays `color` over a pixel that it covers partly; outside the canvas nothing happens.
  @inline(__always) func cover(_ x: Int, _ y: Int, with color: Color, _ share: Float) {
    guard x >= 0, x < width, y >= 0, y < height else { return }
    let at = y * width + x
    pixels[at] = mix(pixels[at], color, share)
  }

  /// Calls `body` for every pixel of the rows.
  @inline(__always) func eachPixel(
    rows: Range<Int>, _ body: (_ x: Int, _ y: Int, _ color: inout Color) -> Void
  ) {
    for y in rows.clamped(to: 0..<height) {
      let row = pixels + y * width
      for x in 0..<width { body(x, y, &row[x]) }
    }
  }
}
