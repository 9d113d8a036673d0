/// What a landscape is made of, from the back to the front.
struct Scene {
  enum Night { case none, stars, aurora }
  typealias Conifers = (count: Int, foot: Float, depth: Float, tall: Float, gap: Float, color: Color)

  /// A share of the canvas's height, from the top, as all places down the canvas are.
  var horizon: Float = 0.62
  var night = Night.none
  var terrain: Terrain?
  var ridges: Ridges?
  var meadow: Meadow?
  var water: Water?
  /// Where ridges end and water begins.
  var shore: Float?
  /// On both sides: how many, from where and over how much of the height they stand, the nearest ones' height in units,
  /// and how narrow the view between the farthest is.
  var conifers: Conifers?
  var hasLoneTree = false
}

extension Landscape {
  func scene(_ light: Light) -> Scene {
    func land(
      _ form: Relief.Form, _ amplitude: Float, lift: Float = 0, camera: Float = 0.25, clearness: Float = 11,
      water: Bool = false, fineness: Float = 1, _ ground: Ground
    ) -> Terrain {
      Terrain(
        relief: Relief(form: form, amplitude: amplitude, lift: lift), ground: ground,
        light: light, camera: camera, clearness: clearness, fineness: fineness, hasWater: water)
    }
    func ridges(
      _ lines: [Ridges.Line], base: (Float, Float), amplitude: (Float, Float), length: (Float, Float),
      trees: (Float, Float) = (0.02, 0.02), tone: (Color, Color), curve: Float = 1, woods: Color? = nil,
      mist: (Color, Color), thickness: (Float, Float), depth: (Float, Float), texture: (Float, Float)
    ) -> Ridges {
      Ridges(
        lines: lines, base: base, amplitude: amplitude, length: length, treeHeight: trees, tone: tone,
        curve: curve, woods: woods, mist: mist, thickness: thickness, depth: depth, texture: texture)
    }
    let haze = (light.haze, light.haze)
    switch subject {
    case .alps:
      return Scene(
        terrain: land(
          .alps, 3, water: true,
          Ground(
            rock: hex(0x827b76), soil: hex(0x768a4b), trees: hex(0x34502e), treeLine: 0.62, snowLine: 0.85)),
        water: Water(deep: hex(0x1f4c58), ripple: 0.07, mirror: 0.72))
    case .lake:
      return Scene(
        terrain: land(
          .alps, 2.6, lift: -0.22, camera: 0.06, water: true,
          Ground(
            rock: hex(0x8a8580), soil: hex(0x6f8046), trees: hex(0x2f4a2c), treeLine: 0.55, snowLine: 1.05)),
        water: Water(deep: hex(0x1f4c58), ripple: 0.07, mirror: 0.72))
    case .fjord:
      return Scene(
        terrain: land(
          .fjord, 1.7, lift: -0.03, camera: 0.16, water: true,
          Ground(
            rock: hex(0x6f6c6a), soil: hex(0x6b7d49), trees: hex(0x2c4429), treeLine: 0.6, snowLine: 1.25)),
        water: Water(deep: hex(0x163c4c), ripple: 0.3, mirror: 0.6))
    case .hills:
      return Scene(
        terrain: land(
          .hills, 0.62, lift: 0.02, camera: 0.5, clearness: 9,
          Ground(
            rock: hex(0x8b8a62), soil: hex(0x7ba23e), crop: hex(0xc4ad4a), trees: hex(0x34522a),
            treeLine: 0.2,
            steepness: 0.55)))
    case .dunes:
      let sand = Ground(rock: hex(0xb98049), soil: hex(0xc99258), steepness: 0.3)
      return Scene(terrain: land(.dunes, 0.42, lift: 0.05, camera: 0.62, fineness: 2, sand))
    case .canyon:
      let rock = Ground(rock: hex(0xb5683f), soil: hex(0xc48d5c), strata: hex(0x8c4a31), steepness: 0.8)
      return Scene(terrain: land(.mesas, 1.15, lift: 0.05, camera: 0.3, clearness: 16, rock))
    case .volcano:
      return Scene(
        terrain: land(
          .volcano, 2.1, lift: 0.06, camera: 0.3, clearness: 15,
          Ground(
            rock: hex(0x5d5552), soil: hex(0x70754a), trees: hex(0x35492f), treeLine: 0.5, snowLine: 1.05,
            steepness: 0.6)))
    case .islands:
      let green = Ground(rock: hex(0x84786a), soil: hex(0x6f8a48), trees: hex(0x35552f), treeLine: 0.5)
      return Scene(
        terrain: land(.islands, 0.85, camera: 0.3, water: true, green),
        water: Water(deep: hex(0x1b6a7c), ripple: 0.5, mirror: 0.45))
    case .sea:
      let reef = Ground(rock: hex(0x6b6660), soil: hex(0x75804f))
      return Scene(
        terrain: land(.islands, 0.5, lift: -0.62, camera: 0.12, water: true, reef),
        water: Water(deep: hex(0x17485e), ripple: 0.9, mirror: 0.5))
    case .ridges:
      return Scene(
        ridges: ridges(
          [.peaks, .peaks, .peaks, .peaks, .peaks, .woods, .woods], base: (0.5, 0.99), amplitude: (0.1, 0.16),
          length: (0.28, 0.6),
          tone: (mix(light.haze, light.middle, 0.25), mix(light.zenith, hex(0x141c2c), 0.75)), curve: 1.1,
          mist: haze, thickness: (0.55, 0.55), depth: (0.17, 0.17), texture: (0.28, 0.28)))
    case .forest:
      return Scene(
        ridges: ridges(
          Array(repeating: .woods, count: 7), base: (0.42, 0.98), amplitude: (0.11, 0.05), length: (0.5, 0.8),
          trees: (0.016, 0.055), tone: (light.haze * 0.92, hex(0x1c3026) * 0.8 + light.ambient * 0.06),
          curve: 0.8, mist: haze, thickness: (0.75, 0.5), depth: (0.12, 0.25), texture: (0.25, 0.25)),
        conifers: (34, 0.84, 0.28, 0.52, 0.02, hex(0x101d18)))
    case .cloudSea:
      let mist = mix(light.cloudLit, light.haze, 0.35)
      return Scene(
        ridges: ridges(
          Array(repeating: .peaks, count: 5), base: (0.5, 0.86), amplitude: (0.09, 0.2), length: (0.3, 0.55),
          tone: (mix(light.haze, light.middle, 0.4), hex(0x25344a) + light.ambient * 0.1),
          mist: (mist, mist), thickness: (1, 1), depth: (0.06, 0.13), texture: (0.5, 0.5)))
    case .winter:
      let shade = hex(0x9db4d6) * (light.ambient * 0.6 + 0.35)
      let bright = hex(0xf4f7fb) * (light.sun * 0.4 + light.ambient * 0.6)
      return Scene(
        ridges: ridges(
          [.peaks, .peaks, .woods, .hills, .hills, .hills], base: (0.48, 0.9), amplitude: (0.13, 0.05),
          length: (0.3, 0.55), trees: (0.03, 0.03), tone: (mix(light.haze, bright, 0.35), bright),
          woods: mix(light.haze, hex(0x2c4440), 0.6), mist: (mix(light.haze, shade, 0.3), shade),
          thickness: (1, 1), depth: (0.22, 0.12), texture: (0.75, 0.08)),
        conifers: (30, 0.76, 0.28, 0.4, 0.04, hex(0x24372f)))
    case .night, .aurora:
      return Scene(
        horizon: 0.8, night: subject == .aurora ? .aurora : .stars,
        ridges: ridges(
          [.peaks, .peaks, .woods], base: (0.76, 0.83), amplitude: (0.14, 0.02), length: (0.4, 0.7),
          trees: (0.035, 0.035), tone: (light.haze * 0.75, hex(0x060b16)), mist: haze, thickness: (0.3, 0.3),
          depth: (0.2, 0.2), texture: (0.35, 0)),
        water: Water(deep: hex(0x07142a), ripple: 0.18, mirror: 0.7), shore: 0.84)
    case .meadow, .lavender, .tree:
      let green = hex(0x5f7d3c) * (0.5 + light.sun.y * 0.22)
      return Scene(
        horizon: 0.55,
        ridges: ridges(
          [.peaks, .hills, .hills, .woods], base: (0.52, 0.6), amplitude: (0.1, 0.022), length: (0.3, 0.6),
          trees: (0.022, 0.022), tone: (mix(light.haze, light.middle, 0.3), green * 0.75), curve: 0.9,
          mist: haze, thickness: (0.35, 0.35), depth: (0.12, 0.12), texture: (0.3, 0.3)),
        meadow: meadow(green, light), hasLoneTree: subject == .tree)
    }
  }

  private func meadow(_ green: Color, _ light: Light) -> Meadow {
    let lamp = light.sun * 0.4 + light.ambient * 0.4
    switch subject {
    case .lavender:
      return Meadow(
        near: hex(0x7f8a55) * lamp * 0.9, far: hex(0x8b8f6c) * lamp, rows: hex(0x6346bd) * lamp * 1.7)
    case .tree:
      let straw = (isAutumn ? hex(0xc0a050) : hex(0x7f9a45)) * lamp
      return Meadow(near: straw * 1.25, far: mix(straw, light.haze, 0.25))
    default:
      let palettes: [[UInt32]] = [
        [0xd8281e, 0xe2402b, 0xc41b1b], [0xf2c53d, 0xf7e08a, 0xffffff], [0x4f6fd0, 0x7f8fe8, 0xe9ecff],
        [0xe889b8, 0xf6cfe2, 0xc95f9c],
      ]
      let flowers = palettes[Int(seed % 4)].map { hex($0) * (lamp * 1.1 + 0.2) }
      return Meadow(near: green * 1.05, far: mix(green, light.haze, 0.3), flowers: flowers)
    }
  }
}
