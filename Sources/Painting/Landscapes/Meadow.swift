import Base
import Foundation

/// Ground at the viewer's feet, in perspective: grass with flowers, or rows of a crop.
struct Meadow: Layer {
  let near, far: Color
  var flowers: [Color] = []
  /// The colour of rows that run to a point on the horizon, as in a field of lavender.
  var rows: Color?

  func paint(on canvas: Canvas, in light: Light, _ random: inout SplitMix) {
    let (unit, noise, seed) = (canvas.unit, NoiseTile.soft, random.seed())
    // The field's edge follows a gentle swell.
    let top = Float(canvas.height) * 0.62
    for x in 0..<canvas.width {
      let across = canvas.view(x, 0).x
      let line = top - NoiseTile.smooth.along(across * 1.1 + 30, seed: Float(seed & 511)) * unit * 0.015
      canvas.fill(x, from: line, to: Float(canvas.height)) { y in
        let below = max(1.5, y - top + unit * 0.035)
        let away = unit / below
        let u = across * away
        let close = smoothstep(0, unit * 0.4, below)
        let fine = noise.at(u * 560 + 9, away * 500) * (0.25 + 0.4 * close)
        let blades =
          noise.at(u * 130 + 70, away * 110) * 0.5 + fine + noise.at(u * 1_900, away * 800) * 0.6 * close
        let grass = mix(far, near, close) * (1 + blades * (0.3 + 0.4 * close))
        guard let rows else { return grass }
        let swing = (u + 0.35) * 4.2
        let share = abs(swing - swing.rounded()) * 2
        let bush = smoothstep(0.9, 0.55, share + noise.at(u * 420 + 40, away * 390) * 0.3)
        // Far rows run into each other.
        let apart = smoothstep(0.04, 0.3, close)
        let lit = mix(0.85, 0.35 + 0.9 * smoothstep(0.85, 0, share) + blades * 0.6, apart)
        return mix(grass, rows * lit, mix(0.75, bush, apart))
      }
    }
    if !flowers.isEmpty { strew(on: canvas, top: top, seed: seed) }
  }

  private func strew(on canvas: Canvas, top: Float, seed: UInt32) {
    var random = SplitMix(seed: UInt64(seed))
    let unit = canvas.unit
    for index in 0..<9_000 {
      // From far to near, so that near ones cover far ones.
      let share = pow((Float(index) + 0.5) / 9_000, 1.5)
      let place = SIMD2(random.uniform(0, Float(canvas.width)), mix(top, Float(canvas.height), share))
      let patch = NoiseTile.soft.at(place.x / unit * 160, place.y / unit * 330)
      guard patch > -0.4 + random.uniform(0, 0.3) else { continue }
      let size = unit * (0.0011 + 0.0085 * share * random.uniform(0.55, 1.1))
      let color = flowers[random.number(below: flowers.count)] * random.uniform(0.7, 1.15)
      canvas.dab(place, size, flat: 0.75) { inside in
        color * (1.05 - 0.45 * max(0, inside.y) - 0.3 * bell(inside.length, 0.3))
      }
    }
  }
}
