import Base
import Foundation

/// Conifers on both sides of a view.
struct Conifers: Layer {
  let count: Int
  /// The nearest ones' height.
  let tall: Float
  var isSnowy = false

  func paint(on canvas: Canvas, in light: Light, _ random: inout SplitMix) {
    let trees = (0..<count).map { _ in
      let near = random.uniform(0, 1)
      // The middle stays open, the more so the nearer the trees are.
      let gap = 0.03 + 0.2 * near
      let x = random.unit() < 0.5 ? random.uniform(-0.03, 0.5 - gap) : random.uniform(0.5 + gap, 1.03)
      let height = canvas.unit * mix(0.12, tall, near * near) * random.uniform(0.75, 1.15)
      return (near: near, x: x * Float(canvas.width), height: height)
    }
    for (near, x, height) in trees.sorted(by: { $0.near < $1.near }) {
      let top = SIMD2(x, (0.7 + 0.28 * near) * Float(canvas.height) - height)
      paint(on: canvas, in: light, top, height, mix(light.haze, hex(0x182720), 0.55 + 0.45 * near), &random)
    }
  }

  /// One tree: boughs of needles on both sides of a trunk that they hide.
  private func paint(
    on canvas: Canvas, in light: Light, _ top: SIMD2<Float>, _ height: Float, _ color: Color,
    _ random: inout SplitMix
  ) {
    let snow = hex(0xe2ebf5) * 0.72 + light.sun * 0.12
    let count = Int(clamp(height * 0.3, 14, 70))
    // From below, so that upper boughs lie over lower ones.
    for bough in (0..<count).reversed() {
      let down = (Float(bough) + random.uniform(0, 1)) / Float(count)
      let reach = height * 0.18 * (0.05 + pow(down, 0.8)) * random.uniform(0.6, 1.12)
      let thick = max(0.8, height * (0.012 + 0.03 * down))
      for _ in 0..<Int(reach * 3) + 4 {
        let (side, across) = (random.uniform(-1, 1), random.uniform(-1, 1))
        let out = abs(side)
        let needle = color * (0.9 + 0.35 * (out - across)) + light.sun * (0.02 * out)
        let shade = mix(needle, snow, isSnowy ? 0.9 * smoothstep(0.4, -0.4, across) : 0)
        // Down at first, and up again a little at the tip.
        let bend = reach * (out * 0.5 - out * out * 0.25) + height * (0.015 + 0.95 * down)
        let place = top + SIMD2(reach * side, bend + across * thick * (0.6 - out * 0.48))
        canvas.dab(place, max(0.8, thick * (0.24 - 0.12 * out)), flat: 0.6) { _ in shade }
      }
    }
  }
}

/// A single tree whose round crown is a heap of leaf balls, those in the light last.
struct LoneTree: Layer {
  let leaf: Color

  func paint(on canvas: Canvas, in light: Light, _ random: inout SplitMix) {
    let leaf = self.leaf * (light.sun * 0.45 + light.ambient * 0.35)
    let height = canvas.unit * 0.33
    let foot = SIMD2(0.36 * Float(canvas.width), 0.7 * Float(canvas.height))
    for up in stride(from: height * 0.5, to: 0, by: -1) {
      canvas.dab(foot - [0, up], height * 0.042 - up * 0.03, flat: 0.2) { _ in leaf * 0.23 }
    }
    let light = SIMD2<Float>(light.place.x < 0 ? -1 : 1, -1.5)
    func inDisc() -> SIMD2<Float> {
      let angle = random.uniform(0, 6.283)
      return SIMD2(cos(angle), sin(angle)) * random.uniform(0, 1).squareRoot()
    }
    let balls = (0..<40).map { _ in inDisc() * [0.33, 0.23] }
    for ball in balls.sorted(by: { ($0 * light).sum() < ($1 * light).sum() }) {
      for _ in 0..<260 {
        let off = inDisc()
        let facing = 0.38 + ((ball * 1.6 + off * 0.2) * light).sum() + random.uniform(-0.2, 0.2)
        let shade = mix(leaf * 0.35, leaf * 1.9, clamp(facing, 0.05))
        let place = foot + (ball - [0, 0.67] + off * 0.11) * height
        canvas.dab(place, max(0.9, height * random.uniform(0.004, 0.0095)), flat: 0.8) { _ in shade }
      }
    }
  }
}

/// Flowers from far to near, so that near ones cover far ones.
struct Flowers: Layer {
  let colors: [Color]

  func paint(on canvas: Canvas, in light: Light, _ random: inout SplitMix) {
    let (unit, lamp) = (canvas.unit, (light.sun + light.ambient) * 0.44 + 0.2)
    for index in 0..<9_000 {
      let share = pow((Float(index) + 0.5) / 9_000, 1.5)
      let place = SIMD2(random.uniform(0, Float(canvas.width)), mix(0.62, 1, share) * Float(canvas.height))
      let patch = NoiseTile.soft.at(place.x / unit * 160, place.y / unit * 330)
      guard patch > -0.4 + random.uniform(0, 0.3) else { continue }
      let size = unit * (0.0011 + 0.0085 * share * random.uniform(0.55, 1.1))
      let color = colors[random.number(below: colors.count)] * lamp * random.uniform(0.7, 1.15)
      canvas.dab(place, size, flat: 0.75) { color * (1 - 0.45 * max(0, $0.y)) }
    }
  }
}
