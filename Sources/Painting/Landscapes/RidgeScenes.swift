import Base

/// Landscapes of silhouettes: ranges in haze, woods in mist, snow, and the night.
extension Landscape {
  func paintRidges(on canvas: Canvas, _ random: inout SplitMix) {
    var light = self.light
    if random.unit() < 0.5 { light.place.across = -light.place.across }
    let horizon = Float(canvas.height) * (subject == .aurora || subject == .night ? 0.8 : 0.62)
    var sky = Sky(light: light)
    sky.clouds = subject == .night || subject == .aurora ? nil : clouds(&random)
    if light.isAhead, subject != .aurora {
      sky.disc =
        hour == .night ? (random.unit() < 0.5 ? .moon : .crescent) : light.place.up > 0 ? .sun : .none
    }
    sky.paint(on: canvas, horizon: horizon, downTo: canvas.height)
    if subject == .night || subject == .aurora {
      Stars(count: 1_400, hasGalaxy: subject == .night && sky.disc != .moon, seed: random.next())
        .paint(on: canvas, horizon: horizon)
    }
    if subject == .aurora {
      Aurora(strength: 1.1, seed: UInt32(truncatingIfNeeded: random.next())).paint(
        on: canvas, horizon: horizon)
    }
    ridges(light, &random).paint(on: canvas)
    if subject == .aurora || subject == .night {
      let shore = Int(Float(canvas.height) * 0.84)
      canvas.eachPixel(rows: shore..<canvas.height) { _, _, color in color.w = 1 }
      Water(deep: hex(0x07142a), ripple: 0.18, mirror: 0.7, seed: UInt32(truncatingIfNeeded: random.next()))
        .paint(on: canvas, horizon: Float(shore) - 6)
    }
    if subject == .forest || subject == .winter { foreground(on: canvas, light, &random) }
  }

  private func ridges(_ light: Light, _ random: inout SplitMix) -> [Ridge] {
    func seed() -> UInt32 { UInt32(truncatingIfNeeded: random.next()) }
    switch subject {
    case .forest:
      let dark = hex(0x1c3026) * 0.8 + light.ambient * 0.06
      return (0..<7).map { index in
        let near = Float(index) / 6
        let tone = mix(light.haze * 0.92, dark, power(near, 0.8))
        return Ridge(
          line: .woods(treeHeight: mix(0.016, 0.055, near * near)), base: mix(0.42, 0.98, near),
          amplitude: mix(0.11, 0.05, near), length: mix(0.5, 0.8, near), top: tone,
          foot: mix(tone, light.haze, 0.75 - 0.25 * near), depth: mix(0.12, 0.25, near), texture: 0.25,
          seed: seed())
      }
    case .cloudSea:
      return (0..<5).map { index in
        let near = Float(index) / 4
        let tone = mix(mix(light.haze, light.middle, 0.4), hex(0x25344a) + light.ambient * 0.1, near)
        return Ridge(
          line: .peaks, base: mix(0.5, 0.86, near), amplitude: mix(0.09, 0.2, near),
          length: mix(0.3, 0.55, near),
          top: tone, foot: mix(light.cloudLit, light.haze, 0.35), depth: mix(0.06, 0.13, near), texture: 0.5,
          seed: seed())
      }
    case .winter:
      let shade = hex(0x9db4d6) * (light.ambient * 0.6 + 0.35)
      return (0..<6).map { index in
        let near = Float(index) / 5
        let bright = hex(0xf4f7fb) * (light.sun * 0.4 + light.ambient * 0.6)
        let line: Ridge.Line = index < 2 ? .peaks : index == 2 ? .woods(treeHeight: 0.03) : .hills
        let wood = mix(light.haze, hex(0x2c4440), 0.6)
        return Ridge(
          line: line, base: mix(0.48, 0.9, near), amplitude: mix(0.13, 0.05, near),
          length: mix(0.3, 0.55, near),
          top: index == 2 ? wood : mix(light.haze, bright, 0.35 + 0.65 * near),
          foot: index == 2 ? mix(wood, light.haze, 0.6) : mix(light.haze, shade, 0.3 + 0.7 * near),
          depth: mix(0.22, 0.12, near), texture: index < 2 ? 0.75 : 0.08, seed: seed())
      }
    case .night, .aurora:
      return (0..<3).map { index in
        let near = Float(index) / 2
        let tone = mix(light.haze * 0.75, hex(0x060b16), near)
        return Ridge(
          line: index == 2 ? .woods(treeHeight: 0.035) : .peaks, base: mix(0.76, 0.83, near),
          amplitude: mix(0.14, 0.02, near), length: mix(0.4, 0.7, near), top: tone,
          foot: mix(tone, light.haze, 0.3),
          depth: 0.2, texture: 0.35 * (1 - near), seed: seed())
      }
    default:
      let dark = mix(light.zenith, hex(0x141c2c), 0.75)
      return (0..<7).map { index in
        let near = Float(index) / 6
        let tone = mix(mix(light.haze, light.middle, 0.25), dark, power(near, 1.1))
        return Ridge(
          line: index < 5 ? .peaks : .woods(treeHeight: 0.02), base: mix(0.5, 0.99, near),
          amplitude: mix(0.1, 0.16, near), length: mix(0.28, 0.6, near), top: tone,
          foot: mix(tone, light.haze, 0.55), depth: 0.17, texture: 0.28, seed: seed())
      }
    }
  }

  private func foreground(on canvas: Canvas, _ light: Light, _ random: inout SplitMix) {
    let unit = canvas.unit
    let isWinter = subject == .winter
    let dark = isWinter ? hex(0x24372f) : hex(0x101d18)
    var trees: [(x: Float, foot: Float, height: Float)] = (0..<(isWinter ? 30 : 34)).map { _ in
      let near = random.uniform(0, 1)
      // The middle stays open, the more so the nearer the trees are.
      let gap = isWinter ? 0.04 + 0.2 * near : 0.02 + 0.2 * near
      let side = random.unit() < 0.5 ? random.uniform(-0.03, 0.5 - gap) : random.uniform(0.5 + gap, 1.03)
      let foot = Float(canvas.height) * (isWinter ? mix(0.76, 1.04, near) : mix(0.84, 1.12, near))
      let height = unit * mix(0.09, isWinter ? 0.4 : 0.52, near * near) * random.uniform(0.75, 1.15)
      return (side * Float(canvas.width), foot, height)
    }
    trees.sort { $0.foot < $1.foot }
    let range = isWinter ? (Float(0.76), Float(0.28)) : (0.84, 0.28)
    for tree in trees {
      let near = clamp((tree.foot / Float(canvas.height) - range.0) / range.1)
      let tone = mix(light.haze, dark, 0.55 + 0.45 * near)
      Tree.conifer(
        on: canvas, x: tree.x, foot: tree.foot, height: tree.height, color: tone,
        lit: tone * 1.35 + light.sun * 0.035, snow: isWinter ? hex(0xe2ebf5) * 0.72 + light.sun * 0.12 : nil,
        random: &random)
    }
  }
}
