/// Heraldry's colours.
package enum Tincture: UInt32, Sendable {
  case gold = 0xe9b83c
  case silver = 0xf1ede3
  case red = 0xb51f2b
  case blue = 0x213f94
  case black = 0x1f1d22
  case green = 0x1f7040
  case purple = 0x6b2c73

  var color: Color { hex(rawValue) }
}

/// A line with round ends, which may taper. Everything on a shield is drawn with these.
struct Stroke {
  let from: SIMD2<Float>
  let way: SIMD2<Float>
  let radius: Float
  let taper: Float

  /// - Parameter end: the radius at the far end; the same as at the near one, if nil.
  init(_ fromX: Float, _ fromY: Float, _ toX: Float, _ toY: Float, _ radius: Float, to end: Float? = nil) {
    from = SIMD2(fromX, fromY)
    way = SIMD2(toX, toY) - from
    self.radius = radius
    taper = (end ?? radius) - radius
  }

  /// A dot.
  init(_ x: Float, _ y: Float, _ radius: Float) { self.init(x, y, x, y, radius) }

  /// From one dot to another.
  func joined(to end: Stroke) -> Stroke {
    Stroke(from.x, from.y, end.from.x, end.from.y, radius, to: end.radius)
  }

  /// How far a place lies outside; negative inside.
  func distance(_ place: SIMD2<Float>) -> Float {
    let off = place - from
    let length = (way * way).sum()
    let share = length > 0 ? clamp((off * way).sum() / length) : 0
    let away = off - way * share
    return (away * away).sum().squareRoot() - radius - taper * share
  }
}

/// Strokes in one colour.
struct Layer {
  let color: Color
  let strokes: [Stroke]

  init(_ color: Color, _ strokes: [Stroke]) {
    self.color = color
    self.strokes = strokes
  }

  /// How much of a place is covered.
  func share(_ place: SIMD2<Float>, soft: Float) -> Float {
    smoothstep(soft, -soft, strokes.reduce(.infinity) { min($0, $1.distance(place)) })
  }
}

extension [Layer] {
  /// `color` with the layers over it.
  /// - Parameter shine: brightens them.
  func over(_ color: Color, _ place: SIMD2<Float>, soft: Float, shine: Float = 1) -> Color {
    reduce(color) { mix($0, $1.color * shine, $1.share(place, soft: soft)) }
  }
}
