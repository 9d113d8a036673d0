import Foundation

/// A line with round ends, which may taper.
struct Stroke {
  private let from, way: SIMD2<Float>
  private let radius, taper: Float

  /// - Parameter end: the radius at the far end; the same as at the near one, if nil.
  init(_ fromX: Float, _ fromY: Float, _ toX: Float, _ toY: Float, _ radius: Float, to end: Float? = nil) {
    from = SIMD2(fromX, fromY)
    way = SIMD2(toX, toY) - from
    self.radius = radius
    taper = (end ?? radius) - radius
  }

  /// A dot.
  init(_ x: Float, _ y: Float, _ radius: Float) { self.init(x, y, x, y, radius) }

  /// How far a place lies outside; negative inside.
  func distance(_ place: SIMD2<Float>) -> Float {
    let off = place - from
    let share = clamp((off * way).sum() / max((way * way).sum(), .leastNormalMagnitude))
    return (off - way * share).length - radius - taper * share
  }
}

/// Strokes in one colour. Everything on a shield and around it is drawn with these.
struct Drawing {
  private let color: Color
  /// How often the strokes are repeated around 0, mirrored each time, with the first one upwards; 0 leaves them as they are.
  private let rays: Int
  /// By what share of a ray's angle they are turned.
  private let turn: Float
  private let strokes: [Stroke]

  init(_ ink: Tincture, shade: Float = 1, rays: Int = 1, turn: Float = 0, _ strokes: [Stroke]) {
    (color, self.rays, self.turn, self.strokes) = (ink.color * shade, rays, turn, strokes)
  }

  /// Draws over what is at a place.
  /// - Parameter soft: half of the width in which an edge fades.
  func draw(over ground: inout Color, _ place: SIMD2<Float>, soft: Float, shine: Float = 1) {
    let place = folded(place)
    let outside = strokes.reduce(.infinity) { min($0, $1.distance(place)) }
    ground = mix(ground, color * shine, smoothstep(soft, -soft, outside))
  }

  /// The place that looks the same, where the strokes are.
  private func folded(_ place: SIMD2<Float>) -> SIMD2<Float> {
    guard rays > 1 else { return rays == 0 ? place : SIMD2(abs(place.x), place.y) }
    let step = 2 * Float.pi / Float(rays)
    let turns = atan2(place.x, -place.y) / step + turn
    let angle = abs(turns - turns.rounded()) * step
    return SIMD2(sin(angle), -cos(angle)) * place.length
  }
}
