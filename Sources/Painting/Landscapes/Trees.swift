import Base
import Foundation

/// A tree near enough to have a shape of its own. Lengths are in pixels.
struct Tree {
  let x, foot, height: Float
  let color, lit: Color
  var snow: Color?

  /// Drooping branches on both sides of a straight trunk, shorter towards the top.
  func paintConifer(on canvas: Canvas, _ random: inout SplitMix) {
    let (top, thin) = (foot - height, max(0.6, height * 0.011))
    paintTrunk(on: canvas, from: top) { thin * $0 }
    let slender = random.uniform(0.15, 0.21)
    let count = Int(clamp(height * 0.3, 14, 70))
    // From below, so that upper branches lie over lower ones.
    for index in (0..<count).reversed() {
      for side in [Float(-1), 1] {
        let down = (Float(index) + random.uniform(0, 1)) / Float(count)
        let reach = height * slender * (0.05 + pow(down, 0.8)) * random.uniform(0.6, 1.12)
        let droop = random.uniform(0.2, 0.55)
        let thickness = max(0.8, height * (0.012 + 0.03 * down))
        let seed = random.seed()
        for step in 0...Int(reach.rounded(.up)) {
          let out = min(1, Float(step) / max(1, reach))
          let ragged = Float(scramble(step, 4, seed) & 255) / 255
          // Down at first, and up again a little at the tip.
          let middle = top + height * (0.015 + 0.95 * down) + reach * droop * (out * 1.4 - out * out * 0.7)
          let half = thickness * (1 - out * 0.75) * (0.55 + 0.75 * ragged)
          let above = middle - half * 0.35
          canvas.around(x + side * Float(step), above + half * 0.675, 0, half * 0.675) { px, py, _, _ in
            let depth = (Float(py) - above) / max(1, half * 1.35)
            let needle = Float(scramble(px, py, seed) & 255) / 255
            var shade = mix(color, lit, clamp(out * 0.55 - depth * 0.4 + needle * 0.35 + side * 0.12))
            if let snow {
              shade = mix(shade, snow, 0.9 * smoothstep(0.42, 0.2, depth + (needle - 0.5) * 0.3))
            }
            canvas.cover(px, py, with: shade, clamp(Float(py) + 1 - above) * clamp(middle + half - Float(py)))
          }
        }
      }
    }
  }

  /// A round crown: a heap of leaf balls, each made of dabs, those in the light last.
  func paintBroadleaf(on canvas: Canvas, sunFromLeft: Bool, _ random: inout SplitMix) {
    paintTrunk(on: canvas, from: foot - height * 0.5) { height * 0.035 * (1 + 0.9 * pow($0, 8)) }
    let side: Float = sunFromLeft ? -1 : 1
    let heart = foot - height * 0.62
    var balls = (0..<26).map { _ in
      let angle = random.uniform(0, 6.283)
      let out = random.uniform(0.15, 1).squareRoot() * height
      let (across, down) = (cos(angle) * out * 0.33, sin(angle) * out * (sin(angle) > 0 ? 0.15 : 0.28))
      return (x: across, y: down, radius: height * random.uniform(0.08, 0.13))
    }
    balls.sort { $0.y - $0.x * side * 0.3 > $1.y - $1.x * side * 0.3 }
    for ball in balls {
      let inLight = clamp(0.6 - ball.y / height * 1.3 + ball.x * side / height * 0.8, 0.15, 1)
      for _ in 0..<260 {
        let angle = random.uniform(0, 6.283)
        let out = random.uniform(0, 1.15).squareRoot()
        let (dx, dy) = (cos(angle) * out, sin(angle) * out)
        let facing = clamp(0.5 + dx * side * 0.3 - dy * 0.45 + random.uniform(-0.22, 0.22))
        let radius = max(0.9, height * random.uniform(0.004, 0.0095))
        let (left, up) = (x + ball.x + dx * ball.radius, heart + ball.y + dy * ball.radius)
        canvas.around(left, up, radius, radius) { px, py, dx, dy in
          let covered = clamp(radius + 0.5 - (dx * dx + dy * dy * 1.56).squareRoot())
          canvas.cover(px, py, with: mix(color, lit, facing * inLight), covered)
        }
      }
    }
  }

  /// - Parameter half: half its width, `share` of the way down.
  private func paintTrunk(on canvas: Canvas, from top: Float, _ half: (_ share: Float) -> Float) {
    for y in canvas.rows(top, foot) {
      let wide = half(clamp((Float(y) - top) / (foot - top)))
      canvas.around(x, Float(y) + 0.5, wide, 0) { px, py, _, _ in canvas[px, py] = color * 0.65 }
    }
  }
}
