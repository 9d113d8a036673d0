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
  /// How strokes are repeated around 0: not at all, mirrored to the left, or all round with the first one upwards.
  enum Symmetry {
    case none, mirrored
    case rays(Int, turned: Bool = false)
  }

  let color: Color
  var symmetry = Symmetry.mirrored
  let strokes: [Stroke]

  /// `ground` with the strokes over it.
  func over(_ ground: Color, _ place: SIMD2<Float>, soft: Float, shine: Float = 1) -> Color {
    let place = folded(place)
    let outside = strokes.reduce(.infinity) { min($0, $1.distance(place)) }
    return mix(ground, color * shine, smoothstep(soft, -soft, outside))
  }

  /// The place that looks the same, where the strokes are.
  private func folded(_ place: SIMD2<Float>) -> SIMD2<Float> {
    switch symmetry {
    case .none: return place
    case .mirrored: return SIMD2(abs(place.x), place.y)
    case .rays(let count, let turned):
      let step = 2 * Float.pi / Float(count)
      let turns = atan2(place.x, -place.y) / step + (turned ? 0.5 : 0)
      let angle = abs(turns - turns.rounded()) * step
      return SIMD2(sin(angle), -cos(angle)) * place.length
    }
  }
}

extension [Drawing] {
  func over(_ ground: Color, _ place: SIMD2<Float>, soft: Float, shine: Float = 1) -> Color {
    reduce(ground) { $1.over($0, place, soft: soft, shine: shine) }
  }
}
