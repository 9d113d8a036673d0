import Base
import Foundation

/// Ground at the viewer's feet, in perspective: grass with flowers, or rows of a crop.
struct Meadow {
  let near, far: Color
  var flowers: [Color] = []
  /// The colour of rows that run to a point on the horizon, as in a field of lavender.
  var rows: Color?

  /// - Parameter top: the row at which the field begins; it follows a gentle swell.
  func paint(on canvas: Canvas, top: Float, seed: UInt32) {
    let (unit, noise) = (canvas.unit, NoiseTile.soft)
    for x in 0..<canvas.width {
      let across = (Float(x) - canvas.middle) / unit
      let line = top - lineNoise(across * 1.4 + 30, seed: seed, octaves: 3, gain: 0.35) * unit * 0.02
      for y in canvas.rows(line, Float(canvas.height)) {
        let below = max(1.5, Float(y) - top + unit * 0.035)
        let away = unit / below
        let u = across * away
        let close = smoothstep(0, unit * 0.4, below)
        let fine = noise.at(u * 560 + 9, away * 500) * (0.25 + 0.4 * close)
        let blades =
          noise.at(u * 130 + 70, away * 110) * 0.5 + fine + noise.at(u * 1_900, away * 800) * 0.6 * close
        var color = mix(far, near, close) * (1 + blades * (0.3 + 0.4 * close))
        if let rows {
          let swing = (u + 0.35) * 4.2
          let share = abs(swing - swing.rounded()) * 2
          let bush = smoothstep(0.9, 0.55, share + noise.at(u * 420 + 40, away * 390) * 0.3)
          // Far rows run into each other.
          let apart = smoothstep(0.04, 0.3, close)
          let lit = mix(0.85, 0.35 + 0.9 * smoothstep(0.85, 0, share) + blades * 0.6, apart)
          color = mix(color, rows * lit, mix(0.75, bush, apart))
        }
        canvas.cover(x, y, with: color, clamp(Float(y) + 1 - line))
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
      let y = top + unit * 0.008 + (Float(canvas.height) - top) * share
      let x = random.uniform(0, Float(canvas.width))
      guard NoiseTile.soft.at(x / unit * 160, y / unit * 330) > -0.4 + random.uniform(0, 0.3) else {
        continue
      }
      let size = unit * (0.0011 + 0.0085 * share * random.uniform(0.55, 1.1))
      let color = flowers[random.number(below: flowers.count)] * random.uniform(0.7, 1.15)
      canvas.around(x, y, size, size) { px, py, dx, dy in
        let down = dy / (size * 0.75)
        let away = (dx * dx / (size * size) + down * down).squareRoot()
        let lit = 1.05 - 0.45 * max(0, down) - 0.3 * bell(away, 0.3)
        canvas.cover(px, py, with: color * lit, clamp((1 - away) * size + 0.3))
      }
    }
  }
}
