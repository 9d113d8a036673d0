extension Landscape {
  /// The horizon's place as a share of the canvas's height, from the top.
  var horizon: Float { subject.isStarry ? 0.8 : 0.56 }

  /// What is painted over the sky, from the back to the front.
  var layers: [any Layer] {
    let alpine = Ground(rock: hex(0x827f7b), soil: hex(0x728547), trees: hex(0x314d2c), snowLine: 0.95)
    let slate = Ground(rock: hex(0x3c4658), soil: hex(0x38434f))
    let lake = Water(deep: hex(0x1f4c58), ripple: 0.07, mirror: 0.72)
    switch subject {
    case .alps: return [Terrain(form: .alps, amplitude: 3, ground: alpine, water: lake)]
    case .lake:
      return [Terrain(form: .alps, amplitude: 2.6, lift: -0.22, ground: alpine, camera: 0.06, water: lake)]
    case .night, .aurora:
      let water = Water(deep: hex(0x07142a), ripple: 0.18, mirror: 0.7)
      return [Terrain(form: .alps, amplitude: 1.3, lift: -0.16, ground: slate, camera: 0.06, water: water)]
    case .winter:
      let snow = Ground(rock: hex(0x6f7a8c), soil: hex(0xdbe3ef), steepness: 0.55)
      let land = Terrain(form: .alps, amplitude: 1.8, ground: snow, camera: 0.35)
      return [land, Conifers(count: 40, tall: 0.4, isSnowy: true)]
    case .fjord:
      let water = Water(deep: hex(0x163c4c), ripple: 0.3, mirror: 0.6)
      return [Terrain(form: .fjord, amplitude: 1.7, lift: -0.03, ground: alpine, camera: 0.16, water: water)]
    case .islands:
      let green = Ground(rock: hex(0x84786a), soil: hex(0x6f8a48), trees: hex(0x35552f))
      let water = Water(deep: hex(0x1b6a7c), ripple: 0.5, mirror: 0.45)
      return [Terrain(form: .islands, amplitude: 0.85, ground: green, camera: 0.3, water: water)]
    case .sea: return [Water(deep: hex(0x17485e), ripple: 0.9, mirror: 0.5)]
    case .hills:
      let ground = Ground(rock: hex(0x8b8a62), soil: hex(0x6b9236), crop: hex(0xa8953f), steepness: 0.55)
      return [Terrain(form: .hills, amplitude: 0.62, ground: ground, camera: 0.5)]
    case .dunes:
      let sand = Ground(rock: hex(0xb98049), soil: hex(0xc99258), steepness: 0.3)
      return [Terrain(form: .dunes, amplitude: 0.42, ground: sand, camera: 0.6)]
    case .canyon:
      let rock = Ground(rock: hex(0xb5683f), soil: hex(0xc48d5c), steepness: 0.8)
      return [Terrain(form: .mesas, amplitude: 1.15, ground: rock, camera: 0.26)]
    case .volcano: return [Terrain(form: .volcano, amplitude: 2.1, ground: alpine)]
    case .ridges: return [Terrain(form: .ridges, amplitude: 1.1, ground: slate, camera: 1.4, mist: 0.5)]
    case .forest:
      let land = Terrain(form: .ridges, amplitude: 0.9, ground: slate, camera: 0.35, clearness: 6, mist: 0.4)
      return [land, Conifers(count: 90, tall: 0.52)]
    case .cloudSea:
      let ground = Ground(rock: hex(0x3a4150), soil: hex(0xf4f6fa) * 1.3, steepness: 0.66)
      return [Terrain(form: .cloudSea, amplitude: 1, ground: ground, camera: 1.1, mist: 0.75)]
    case .meadow:
      let colors: [[UInt32]] = [[0xd8281e, 0xc92a1f], [0xf2c53d, 0xfff6d0], [0x4f6fd0, 0xb5bdf4]]
      return [field(hex(0x6f9040)), Flowers(colors: colors[Int(seed % 3)].map(hex))]
    case .lavender: return [field(hex(0x7f8a55), rows: hex(0x6346bd))]
    case .tree:
      let isAutumn = hour == .golden
      let leaf = hex(isAutumn ? 0xa8501c : 0x3f6327)
      return [field(hex(isAutumn ? 0xc0a050 : 0x7f9a45)), LoneTree(leaf: leaf)]
    }
  }

  /// Level ground at the viewer's feet, and hills behind it.
  private func field(_ soil: Color, rows: Color? = nil) -> Terrain {
    let crop = mix(soil, hex(0x4c6233), 0.6)
    let ground = Ground(rock: hex(0x7d7f60), soil: soil, crop: crop, rows: rows, steepness: 0.5)
    return Terrain(form: .field, amplitude: 1, ground: ground, camera: 0.1)
  }
}
