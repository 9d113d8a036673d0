extension Landscape {
  /// The horizon's place as a share of the canvas's height, from the top, as all places down the canvas are.
  var horizon: Float {
    switch subject {
    case .ridges, .forest, .cloudSea, .winter: 0.62
    case .meadow, .lavender, .tree: 0.55
    case .night, .aurora: 0.8
    default: 0.56
    }
  }

  /// What is painted over the sky, from the back to the front.
  func layers(in light: Light) -> [any Layer] {
    let snow = hex(0xf4f7fb) * (light.sun * 0.4 + light.ambient * 0.6)
    let lake = Water(deep: hex(0x1f4c58), ripple: 0.07, mirror: 0.72)
    switch subject {
    case .alps:
      let ground = Ground(
        rock: hex(0x827b76), soil: hex(0x768a4b), trees: hex(0x34502e), treeLine: 0.62, snowLine: 0.85)
      return [Terrain(form: .alps, amplitude: 3, ground: ground, hasWater: true), lake]
    case .lake:
      let ground = Ground(
        rock: hex(0x8a8580), soil: hex(0x6f8046), trees: hex(0x2f4a2c), treeLine: 0.55, snowLine: 1.05)
      let land = Terrain(
        form: .alps, amplitude: 2.6, lift: -0.22, ground: ground, camera: 0.06, hasWater: true)
      return [land, lake]
    case .fjord:
      let ground = Ground(
        rock: hex(0x6f6c6a), soil: hex(0x6b7d49), trees: hex(0x2c4429), treeLine: 0.6, snowLine: 1.25)
      let land = Terrain(
        form: .fjord, amplitude: 1.7, lift: -0.03, ground: ground, camera: 0.16, hasWater: true)
      return [land, Water(deep: hex(0x163c4c), ripple: 0.3, mirror: 0.6)]
    case .hills:
      let ground = Ground(
        rock: hex(0x8b8a62), soil: hex(0x7ba23e), crop: hex(0xc4ad4a), trees: hex(0x34522a), treeLine: 0.2,
        steepness: 0.55)
      return [Terrain(form: .hills, amplitude: 0.62, ground: ground, camera: 0.5, clearness: 9)]
    case .dunes:
      let sand = Ground(rock: hex(0xb98049), soil: hex(0xc99258), steepness: 0.3)
      return [Terrain(form: .dunes, amplitude: 0.42, ground: sand, camera: 0.6, fineness: 2)]
    case .canyon:
      let rock = Ground(rock: hex(0xb5683f), soil: hex(0xc48d5c), strata: hex(0x8c4a31), steepness: 0.8)
      return [Terrain(form: .mesas, amplitude: 1.15, ground: rock, camera: 0.26, clearness: 16)]
    case .volcano:
      let ground = Ground(
        rock: hex(0x5d5552), soil: hex(0x70754a), trees: hex(0x35492f), treeLine: 0.45, snowLine: 1,
        steepness: 0.6)
      return [Terrain(form: .volcano, amplitude: 2.1, ground: ground, clearness: 15)]
    case .islands:
      let green = Ground(rock: hex(0x84786a), soil: hex(0x6f8a48), trees: hex(0x35552f), treeLine: 0.5)
      let land = Terrain(form: .islands, amplitude: 0.85, ground: green, camera: 0.3, hasWater: true)
      return [land, Water(deep: hex(0x1b6a7c), ripple: 0.5, mirror: 0.45)]
    case .sea:
      return [Water(deep: hex(0x17485e), ripple: 0.9, mirror: 0.5, shore: horizon)]
    case .ridges:
      let tone = (mix(light.haze, light.middle, 0.25), mix(light.zenith, hex(0x141c2c), 0.75))
      let lines: [Ridges.Line] = [.peaks, .peaks, .peaks, .peaks, .peaks, .woods, .woods]
      return [Ridges(lines: lines, base: (0.5, 0.99), amplitude: (0.1, 0.16), tone: tone)]
    case .forest:
      let tone = (light.haze * 0.92, hex(0x1c3026) * 0.8 + light.ambient * 0.06)
      let woods = Ridges(
        lines: Array(repeating: .woods, count: 7), base: (0.42, 0.98), amplitude: (0.11, 0.05), tone: tone,
        trees: (0.016, 0.055), depth: (0.12, 0.25))
      return [woods, Conifers(foot: 0.84, tall: 0.52, color: hex(0x101d18))]
    case .cloudSea:
      let tone = (mix(light.haze, light.middle, 0.4), hex(0x25344a) + light.ambient * 0.1)
      let islands = Ridges(
        lines: Array(repeating: .peaks, count: 5), base: (0.5, 0.86), amplitude: (0.09, 0.2), tone: tone,
        mist: mix(light.cloudLit, light.haze, 0.35), thickness: 1, depth: (0.06, 0.13))
      return [islands]
    case .winter:
      let slopes = Ridges(
        lines: [.peaks, .peaks, .woods, .hills, .hills, .hills], base: (0.48, 0.9),
        amplitude: (0.13, 0.05), tone: (mix(light.haze, snow, 0.35), snow), trees: (0.03, 0.03),
        woods: mix(light.haze, hex(0x2c4440), 0.6), mist: hex(0x9db4d6) * (light.ambient * 0.6 + 0.35),
        thickness: 1, depth: (0.22, 0.12), texture: (0.75, 0.08))
      return [slopes, Conifers(foot: 0.76, tall: 0.4, color: hex(0x24372f), isSnowy: true)]
    case .night, .aurora:
      let shore = Ridges(
        lines: [.peaks, .peaks, .woods], base: (0.76, 0.83), amplitude: (0.14, 0.02),
        tone: (light.haze * 0.75, hex(0x060b16)), trees: (0.035, 0.035), thickness: 0.3, depth: (0.2, 0.2))
      return [shore, Water(deep: hex(0x07142a), ripple: 0.18, mirror: 0.7, shore: 0.84)]
    case .meadow, .lavender, .tree:
      let green = hex(0x5f7d3c) * (0.5 + light.sun.y * 0.22)
      let hills = Ridges(
        lines: [.peaks, .hills, .hills, .woods], base: (0.52, 0.6), amplitude: (0.1, 0.022),
        tone: (mix(light.haze, light.middle, 0.3), green * 0.75), thickness: 0.35, depth: (0.12, 0.12))
      return [hills] + field(in: light, green: green)
    }
  }

  /// What grows at the viewer's feet.
  private func field(in light: Light, green: Color) -> [any Layer] {
    let lamp = light.sun * 0.4 + light.ambient * 0.4
    if subject == .lavender {
      let stalks = hex(0x7f8a55) * lamp * 0.9
      return [Meadow(near: stalks, far: hex(0x8b8f6c) * lamp, rows: hex(0x6346bd) * lamp * 1.7)]
    }
    if subject == .tree {
      let straw = hex(light.isAutumnal ? 0xc0a050 : 0x7f9a45) * lamp
      return [Meadow(near: straw * 1.25, far: mix(straw, light.haze, 0.25)), LoneTree()]
    }
    let colors: [[UInt32]] = [
      [0xd8281e, 0xe2402b, 0xc41b1b], [0xf2c53d, 0xf7e08a, 0xffffff], [0x4f6fd0, 0x7f8fe8, 0xe9ecff],
      [0xe889b8, 0xf6cfe2, 0xc95f9c],
    ]
    let flowers = colors[Int(seed % 4)].map { hex($0) * (lamp * 1.1 + 0.2) }
    return [Meadow(near: green * 1.05, far: mix(green, light.haze, 0.3), flowers: flowers)]
  }
}
