import Base

/// Landscapes with a true perspective: mountains, hills, sand, canyons, coasts.
extension Landscape {
  func paintRelief(on canvas: Canvas, _ random: inout SplitMix) {
    var light = self.light
    if random.unit() < 0.5 { light.place.across = -light.place.across }
    let horizon = Float(canvas.height) * (canvas.width >= canvas.height ? 0.56 : 0.6)
    var sky = Sky(light: light)
    if light.isAhead { sky.disc = hour == .night ? .moon : light.place.up > 0 ? .sun : .none }
    sky.clouds = clouds(&random)
    sky.paint(on: canvas, horizon: horizon, downTo: canvas.height)
    terrain(light, &random).paint(on: canvas, horizon: horizon)
    if let water = water(&random) { water.paint(on: canvas, horizon: horizon) }
  }

  func clouds(_ random: inout SplitMix) -> Clouds? {
    let seed = UInt32(truncatingIfNeeded: random.next())
    switch hour {
    case .noon: return Clouds(cover: random.uniform(0.3, 0.42), size: 1.1, softness: 0.4, seed: seed)
    case .morning: return Clouds(cover: 0.4, stretch: 0.4, size: 1.6, softness: 0.9, opacity: 0.7, seed: seed)
    case .golden: return Clouds(cover: 0.4, stretch: 0.5, size: 1.2, softness: 0.6, opacity: 0.85, seed: seed)
    case .sunset, .crimson:
      return Clouds(cover: 0.46, stretch: 0.45, size: 1.2, softness: 0.55, opacity: 0.85, seed: seed)
    case .dawn: return Clouds(cover: 0.36, stretch: 0.35, size: 1.4, softness: 0.7, opacity: 0.7, seed: seed)
    case .dusk: return Clouds(cover: 0.36, stretch: 0.3, size: 1.5, softness: 0.7, opacity: 0.7, seed: seed)
    case .overcast: return Clouds(cover: 0.75, size: 1.4, softness: 1.1, opacity: 0.8, seed: seed)
    case .storm: return Clouds(cover: 0.72, stretch: 0.8, size: 1.7, softness: 0.7, seed: seed)
    case .polar: return Clouds(cover: 0.36, stretch: 0.35, size: 1.6, softness: 0.8, opacity: 0.7, seed: seed)
    case .mist, .night: return nil
    }
  }

  private func terrain(_ light: Light, _ random: inout SplitMix) -> Terrain {
    let shift = (x: random.uniform(0, 512), z: random.uniform(0, 512))
    func land(_ form: Relief.Form, _ amplitude: Float, lift: Float = 0, _ ground: Ground) -> Terrain {
      Terrain(
        relief: Relief(form: form, amplitude: amplitude, shift: shift, lift: lift), ground: ground,
        light: light)
    }
    switch subject {
    case .lake:
      var terrain = land(
        .alps, 2.6, lift: -0.22,
        Ground(
          rock: hex(0x8a8580), soil: hex(0x6f8046), trees: hex(0x2f4a2c), treeLine: 0.55, snow: hex(0xf6f8fc),
          snowLine: 1.05))
      terrain.cameraHeight = 0.06
      return terrain
    case .fjord:
      var terrain = land(
        .fjord, 1.7, lift: -0.03,
        Ground(
          rock: hex(0x6f6c6a), soil: hex(0x6b7d49), trees: hex(0x2c4429), treeLine: 0.6, snow: hex(0xf3f6fb),
          snowLine: 1.25))
      terrain.cameraHeight = 0.16
      return terrain
    case .hills:
      var terrain = land(
        .hills, 0.62, lift: 0.02,
        Ground(
          rock: hex(0x8b8a62), soil: hex(0x7ba23e), crop: hex(0xc4ad4a), trees: hex(0x34522a), treeLine: 0.2,
          steepness: 0.55))
      terrain.cameraHeight = 0.5
      terrain.hasWater = false
      terrain.clearness = 9
      return terrain
    case .dunes:
      var terrain = land(
        .dunes, 0.42, lift: 0.05,
        Ground(rock: hex(0xb98049), soil: hex(0xc99258), steepness: 0.3))
      terrain.cameraHeight = 0.62
      terrain.hasWater = false
      terrain.fineness = 2
      return terrain
    case .canyon:
      var terrain = land(
        .mesas, 1.15, lift: 0.05,
        Ground(rock: hex(0xb5683f), soil: hex(0xc48d5c), strata: hex(0x8c4a31), steepness: 0.8))
      terrain.cameraHeight = 0.3
      terrain.hasWater = false
      terrain.clearness = 16
      return terrain
    case .volcano:
      var terrain = land(
        .volcano, 2.1, lift: 0.06,
        Ground(
          rock: hex(0x5d5552), soil: hex(0x70754a), trees: hex(0x35492f), treeLine: 0.5, snow: hex(0xf7f7fa),
          snowLine: 1.05, steepness: 0.6))
      terrain.cameraHeight = 0.3
      terrain.clearness = 15
      terrain.hasWater = false
      return terrain
    case .islands:
      var terrain = land(
        .islands, 0.85,
        Ground(
          rock: hex(0x84786a), soil: hex(0x6f8a48), trees: hex(0x35552f), treeLine: 0.5))
      terrain.cameraHeight = 0.3
      return terrain
    case .sea:
      var terrain = land(.islands, 0.5, lift: -0.62, Ground(rock: hex(0x6b6660), soil: hex(0x75804f)))
      terrain.cameraHeight = 0.12
      return terrain
    default:
      return land(
        .alps, 3,
        Ground(
          rock: hex(0x827b76), soil: hex(0x768a4b), trees: hex(0x34502e), treeLine: 0.62, snow: hex(0xf8fafd),
          snowLine: 0.85))
    }
  }

  private func water(_ random: inout SplitMix) -> Water? {
    let seed = UInt32(truncatingIfNeeded: random.next())
    switch subject {
    case .lake, .alps: return Water(deep: hex(0x1f4c58), ripple: 0.07, mirror: 0.72, seed: seed)
    case .fjord: return Water(deep: hex(0x163c4c), ripple: 0.3, mirror: 0.6, seed: seed)
    case .islands: return Water(deep: hex(0x1b6a7c), ripple: 0.5, mirror: 0.45, seed: seed)
    case .sea: return Water(deep: hex(0x17485e), ripple: 0.9, mirror: 0.5, seed: seed)
    default: return nil
    }
  }
}
