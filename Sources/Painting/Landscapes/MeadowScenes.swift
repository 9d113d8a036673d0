import Base

/// Landscapes with something at the viewer's feet: flowers, lavender, a lone tree.
extension Landscape {
  func paintMeadow(on canvas: Canvas, _ random: inout SplitMix) {
    var light = self.light
    if random.unit() < 0.5 { light.place.across = -light.place.across }
    let horizon = Float(canvas.height) * 0.55
    var sky = Sky(light: light)
    if light.isAhead { sky.disc = light.place.up > 0 ? .sun : .none }
    sky.clouds = clouds(&random)
    sky.paint(on: canvas, horizon: horizon, downTo: canvas.height)

    let green = hex(0x5f7d3c) * (0.5 + light.sun.y * 0.22)
    let ridges = (0..<4).map { index in
      let near = Float(index) / 3
      let tone = mix(mix(light.haze, light.middle, 0.3), green * 0.75, power(near, 0.9))
      return Ridge(
        line: index == 0 ? .peaks : index == 3 ? .woods(treeHeight: 0.022) : .hills,
        base: mix(0.52, 0.6, near),
        amplitude: mix(0.1, 0.022, near), length: mix(0.3, 0.6, near), top: tone,
        foot: mix(tone, light.haze, 0.35),
        depth: 0.12, texture: 0.3, seed: UInt32(truncatingIfNeeded: random.next()))
    }
    ridges.paint(on: canvas)
    meadow(green, top: Float(canvas.height) * 0.62, light, &random).paint(on: canvas)
    if subject == .tree { loneTree(on: canvas, light, &random) }
  }

  private func meadow(_ green: Color, top: Float, _ light: Light, _ random: inout SplitMix) -> Meadow {
    let seed = UInt32(truncatingIfNeeded: random.next())
    let lamp = light.sun * 0.4 + light.ambient * 0.4
    switch subject {
    case .lavender:
      return Meadow(
        near: hex(0x7f8a55) * lamp * 0.9, far: hex(0x8b8f6c) * lamp, rows: (hex(0x6346bd) * lamp * 1.7, 4.2),
        top: top,
        seed: seed)
    case .tree:
      let straw = hour == .golden || hour == .sunset ? hex(0xc0a050) : hex(0x7f9a45)
      return Meadow(near: straw * lamp * 1.25, far: mix(straw * lamp, light.haze, 0.25), top: top, seed: seed)
    default:
      let palettes: [[Color]] = [
        [hex(0xd8281e), hex(0xe2402b), hex(0xc41b1b)], [hex(0xf2c53d), hex(0xf7e08a), hex(0xffffff)],
        [hex(0x4f6fd0), hex(0x7f8fe8), hex(0xe9ecff)], [hex(0xe889b8), hex(0xf6cfe2), hex(0xc95f9c)],
      ]
      let flowers = palettes[Int(self.seed % 4)].map { $0 * (lamp * 1.1 + 0.2) }
      return Meadow(
        near: green * 1.05, far: mix(green, light.haze, 0.3), flowers: flowers, top: top, seed: seed)
    }
  }

  private func loneTree(on canvas: Canvas, _ light: Light, _ random: inout SplitMix) {
    let autumn = hour == .golden || hour == .sunset
    let leaf = autumn ? hex(0xa8501c) : hex(0x3f6327)
    let lamp = light.sun * 0.45 + light.ambient * 0.35
    Tree.broadleaf(
      on: canvas, x: Float(canvas.width) * (random.unit() < 0.5 ? 0.36 : 0.64),
      foot: Float(canvas.height) * 0.7,
      height: canvas.unit * 0.36, color: leaf * lamp * 0.35, lit: leaf * lamp * 1.9,
      sunFromLeft: light.place.across < 0, random: &random)
  }
}
