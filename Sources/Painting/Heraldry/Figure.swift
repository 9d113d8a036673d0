import Foundation

/// Strokes in one colour. Everything on a shield and around it is drawn with these: bands and parts of a field, and what
/// may lie on it. Places go from −1 to 1 across, and up and down from the middle.
package struct Figure: Sendable {
  /// How often the strokes are repeated around 0, mirrored each time, with the first one upwards; 0 leaves them as they are.
  var rays = 1
  let strokes: [Stroke]

  package static let pale = Figure(strokes: [Stroke(0, -2, 0, 2, 0.33)])
  package static let perPale = Figure(rays: 0, strokes: [Stroke(3, -2, 3, 2, 3)])
  package static let bars = Figure(
    strokes: (-3...3).map { Stroke(0, Float($0) * 0.2, 2, Float($0) * 0.2, 0.05) })
  package static let bend = Figure(rays: 0, strokes: [Stroke(-2, -1.6, 2, 1.6, 0.22)])
  package static let chevron = Figure(strokes: [Stroke(0, -0.16, 2, 1.34, 0.136)])
  package static let cross = Figure(strokes: [Stroke(0, -2, 0, 2, 0.19), Stroke(0, -0.05, 2, -0.05, 0.19)])
  package static let saltire = Figure(strokes: [Stroke(0, 0, 2, 1.54, 0.17), Stroke(0, 0, 2, -1.54, 0.17)])
  package static let quarters = Figure(
    rays: 0, strokes: [Stroke(0, 0, 2, -2, 0, to: 2.83), Stroke(0, 0, -2, 2, 0, to: 2.83)])
  package static let star = Figure(rays: 5, strokes: [Stroke(0, 0, 0, -0.38, 0.155, to: 0.004)])
  package static let sun = Figure(
    rays: 16, strokes: [Stroke(0, 0, 0.3), Stroke(0, -0.24, 0, -0.44, 0.07, to: 0.004)])
  package static let rose = Figure(rays: 5, strokes: [Stroke(0, -0.12, 0, -0.27, 0.08, to: 0.15)])
  package static let smallRose = Figure(rays: 5, strokes: [Stroke(0, -0.07, 0, -0.147, 0.046, to: 0.08)])
  package static let seeds = Figure(strokes: [Stroke(0, 0, 0.09)])
  package static let fleurDeLis = Figure(strokes: [
    Stroke(0, -0.15, 0, -0.42, 0.115, to: 0.005), Stroke(0, -0.15, 0, 0.32, 0.115, to: 0.03),
    Stroke(0, 0.14, 0.18, 0.14, 0.04), Stroke(0, 0.14, 0.09, 0.32, 0.04, to: 0.02),
    Stroke(0.05, 0.13, 0.17, -0.1, 0.035), Stroke(0.17, -0.1, 0.27, -0.12, 0.05),
    Stroke(0.27, -0.12, 0.31, 0, 0.05, to: 0.025), Stroke(0.3, 0.02, 0.045),
  ])

  /// Draws over what is at a place.
  func draw(over ground: inout Color, _ place: SIMD2<Float>, _ color: Color) {
    let place = folded(place)
    let outside = strokes.reduce(.infinity) { min($0, $1.distance(place)) }
    ground = mix(ground, color, smoothstep(0.009, -0.009, outside))
  }

  /// The place that looks the same, where the strokes are.
  private func folded(_ place: SIMD2<Float>) -> SIMD2<Float> {
    guard rays > 1 else { return rays == 0 ? place : SIMD2(abs(place.x), place.y) }
    let step = 2 * Float.pi / Float(rays)
    let turns = atan2(place.x, -place.y) / step
    let angle = abs(turns - turns.rounded()) * step
    return SIMD2(sin(angle), -cos(angle)) * place.length
  }
}

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
