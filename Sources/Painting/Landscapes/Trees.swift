import Base

/// Trees near enough to have a shape of their own.
enum Tree {
  /// A conifer: drooping branches on both sides of a straight trunk, shorter towards the top.
  /// - Parameters:
  ///   - x, foot, height: in pixels.
  static func conifer(
    on canvas: Canvas, x: Float, foot: Float, height: Float, color: Color, lit: Color, snow: Color? = nil,
    random: inout SplitMix
  ) {
    let top = foot - height
    let trunk = max(0.6, height * 0.011)
    for y in canvas.rows(top, foot) {
      let half = trunk * (Float(y) - top) / height
      for px in canvas.columns(x - half, x + half) { canvas.cover(px, y, with: color * 0.7, 1) }
    }
    let slender = random.uniform(0.15, 0.21)
    let count = Int(clamp(height * 0.3, 14, 70))
    // From below, so that upper branches lie over lower ones.
    for index in (0..<count).reversed() {
      for side in [Float(-1), 1] {
        let down = (Float(index) + random.uniform(0, 1)) / Float(count)
        let branch = Branch(
          y: top + height * (0.015 + 0.95 * down),
          reach: height * slender * (0.05 + power(down, 0.8)) * random.uniform(0.6, 1.12),
          droop: random.uniform(0.2, 0.55), thickness: max(0.8, height * (0.012 + 0.03 * down)), side: side)
        branch.paint(
          on: canvas, trunk: x, color: color, lit: lit, snow: snow,
          seed: UInt32(truncatingIfNeeded: random.next()))
      }
    }
  }

  private struct Branch {
    var y: Float
    var reach: Float
    var droop: Float
    var thickness: Float
    var side: Float

    func paint(on canvas: Canvas, trunk: Float, color: Color, lit: Color, snow: Color?, seed: UInt32) {
      for step in 0...Int(max(0, reach.rounded(.up))) {
        let out = min(1, Float(step) / max(1, reach))
        let px = Int(trunk + side * Float(step))
        let bits = scramble(step, 4, seed)
        let ragged = Float(bits & 255) / 255
        // Down at first, and up again a little at the tip.
        let middle = y + reach * droop * (out * 1.4 - out * out * 0.7)
        let half = thickness * (1 - out * 0.75) * (0.55 + 0.75 * ragged)
        let above = middle - half * 0.35
        for py in canvas.rows(above, middle + half) {
          let covered = clamp(Float(py) + 1 - above) * clamp(middle + half - Float(py))
          guard covered > 0 else { continue }
          let depth = (Float(py) - above) / max(1, half * 1.35)
          let needle = Float(scramble(px, py, seed) & 255) / 255
          var shade = mix(color, lit, clamp(out * 0.55 - depth * 0.4 + needle * 0.35 + side * 0.12))
          if let snow { shade = mix(shade, snow, 0.9 * smoothstep(0.42, 0.2, depth + (needle - 0.5) * 0.3)) }
          canvas.cover(px, py, with: shade, covered)
        }
      }
    }
  }

  /// A tree with a round crown, standing alone.
  /// - Parameters:
  ///   - x, foot, height: in pixels.
  static func broadleaf(
    on canvas: Canvas, x: Float, foot: Float, height: Float, color: Color, lit: Color, sunFromLeft: Bool,
    random: inout SplitMix
  ) {
    let trunk = height * 0.035
    for y in canvas.rows(foot - height * 0.5, foot) {
      let flare = 1 + 0.9 * power(clamp((Float(y) - foot + height * 0.5) / (height * 0.5)), 8)
      for px in canvas.columns(x - trunk * flare, x + trunk * flare) {
        canvas.cover(px, y, with: color * 0.6, 1)
      }
    }
    // The crown is a heap of leaf balls, each made of dabs; the balls in the light come last.
    let side: Float = sunFromLeft ? -1 : 1
    let heart = foot - height * 0.62
    var balls: [(x: Float, y: Float, radius: Float)] = (0..<26).map { _ in
      let angle = random.uniform(0, 6.283)
      let out = random.uniform(0.15, 1).squareRoot()
      return (
        x + cosine(angle) * out * height * 0.33,
        heart + sine(angle) * out * height * (sine(angle) > 0 ? 0.15 : 0.28),
        height * random.uniform(0.08, 0.13)
      )
    }
    balls.sort { $0.y - $0.x * side * 0.3 > $1.y - $1.x * side * 0.3 }
    for ball in balls {
      let inLight = clamp(0.6 - (ball.y - heart) / height * 1.3 + (ball.x - x) * side / height * 0.8, 0.15, 1)
      for _ in 0..<260 {
        let angle = random.uniform(0, 6.283)
        let out = random.uniform(0, 1.15).squareRoot()
        let dx = cosine(angle) * out
        let dy = sine(angle) * out
        let facing = clamp(0.5 + dx * side * 0.3 - dy * 0.45 + random.uniform(-0.22, 0.22))
        dab(
          on: canvas, x: ball.x + dx * ball.radius, y: ball.y + dy * ball.radius,
          radius: max(0.9, height * random.uniform(0.004, 0.0095)), color: mix(color, lit, facing * inLight))
      }
    }
  }

  private static func dab(on canvas: Canvas, x: Float, y: Float, radius: Float, color: Color) {
    for py in canvas.rows(y - radius, y + radius) {
      for px in canvas.columns(x - radius, x + radius) {
        let dx = Float(px) + 0.5 - x
        let dy = (Float(py) + 0.5 - y) * 1.25
        canvas.cover(px, py, with: color, clamp(radius - (dx * dx + dy * dy).squareRoot() + 0.5))
      }
    }
  }
}
