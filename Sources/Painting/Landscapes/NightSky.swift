import Base
import Foundation

/// What shines in the night: it is painted first, under clouds and land. Every `horizon` is a row.
enum NightSky {
  static func paintStars(on canvas: Canvas, horizon: Float, _ random: inout SplitMix) {
    for _ in 0..<1_400 {
      let (x, y) = (random.uniform(0, Float(canvas.width)), random.uniform(0, horizon))
      // Few are bright: magnitudes follow a power law.
      let magnitude = min(2.2, 0.05 / pow(random.uniform(0.02, 1), 0.95))
      let bright = magnitude * smoothstep(0, 0.25, (horizon - y) / canvas.unit)
      let warmth = random.uniform(-0.25, 0.3)
      let radius = (bright > 0.8 ? 1.15 : 0.7) * max(0.8, canvas.unit / 800)
      canvas.around(x, y, 2, 2) { px, py, dx, dy in
        let share = bell((dx * dx + dy * dy).squareRoot(), radius)
        canvas[px, py] += Color(1 + warmth, 1, 1 - warmth, 0) * (bright * share)
      }
    }
  }

  /// - Parameter lean: 1 to the right, −1 to the left.
  static func paintGalaxy(on canvas: Canvas, horizon: Float, lean: Float) {
    canvas.eachPixel(rows: 0..<Int(horizon)) { x, y, color in
      let (across, up) = ((Float(x) - canvas.middle) / canvas.unit, (horizon - Float(y)) / canvas.unit)
      let off = (across * lean - 0.05) * 0.75 - (up - 0.35) * 0.62
      let cloud = NoiseTile.soft.at((across * 0.62 + up * 0.75 * lean) * 210 + 40, off * 260 + 300)
      let band = bell(off + cloud * 0.035, 0.105)
      let lane = 1 - 0.75 * bell(off + cloud * 0.06 - 0.008, 0.02 + 0.02 * max(0, cloud))
      let glow = band * clamp(0.6 + cloud * 0.8) * lane * smoothstep(0, 0.2, up)
      color += (hex(0x6d7bb0) * 0.55 + hex(0xc79a8d) * (0.4 * band)) * glow
    }
  }

  /// Curtains of northern light.
  static func paintAurora(on canvas: Canvas, horizon: Float, seed: UInt32) {
    let (low, high) = (hex(0x49f2a0), hex(0x8b4fd0))
    for (number, curtain) in [Float(0), 1, 2, 3].enumerated() {
      let salt = seed &+ UInt32(number) &* 31
      for x in 0..<canvas.width {
        let across = (Float(x) - canvas.middle) / canvas.unit
        let fold = lineNoise(across * 1.6 + 9, seed: salt, octaves: 3, gain: 0.45)
        let foot = 0.13 + 0.085 * curtain + 0.13 * fold
        let presence = smoothstep(-0.25, 0.35, lineNoise(across * 2.1 + 40, seed: salt &+ 5, octaves: 2))
        let rays = 0.55 + 0.75 * lineNoise((across + fold * 0.12) * 38, seed: salt &+ 7, octaves: 3)
        let bright = (1.1 - 0.176 * curtain) * presence * max(0.12, rays)
        let tall = (0.11 + 0.07 * curtain) * (0.75 + 0.6 * max(0, rays))
        for y in canvas.rows(horizon - (foot + tall * 3) * canvas.unit, horizon - (foot - 0.05) * canvas.unit)
        {
          let up = (horizon - Float(y)) / canvas.unit - foot
          let glow = up < 0 ? bell(up, 0.018) : exp(-up / tall)
          canvas[x, y] += mix(low, high, smoothstep(0.02, tall * 1.7, up)) * (glow * bright * 0.62)
        }
      }
    }
  }
}
