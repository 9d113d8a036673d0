/// The shape of some land: its height everywhere, water lying at 0.
struct Relief {
  var form: Form
  /// The height of its highest places.
  var amplitude: Float
  /// Moves another part of the noise into sight.
  var shift: (x: Float, z: Float)
  /// What is lifted (or, below 0, drowned) everywhere.
  var lift: Float = 0

  enum Form {
    /// Peaks that grow with the distance, a valley in between.
    case alps
    /// Rounded and grassy.
    case hills
    /// Sand blown into waves with sharp crests.
    case dunes
    /// Flat tops, steep sides, terraces.
    case mesas
    /// One cone with a crater.
    case volcano
    /// Steep walls on both sides of a long water.
    case fjord
    /// Humps that stand in the sea.
    case islands
  }

  @inline(__always) func height(_ x: Float, _ z: Float) -> Float {
    let u = x * 34 + shift.x
    let v = z * 34 + shift.z
    switch form {
    case .alps:
      let rise = smoothstep(1.2, 9, z) * 0.9 + 0.1
      let valley = 1 - 0.75 * bell(x - 0.25 * sine(z * 0.6), 0.35 + z * 0.17)
      let crest =
        NoiseTile.eroded.at(u, v) * 0.8 + NoiseTile.ridged.at(v * 0.7 + 31, u * 0.7 + 9) * 0.42 - 0.3
      let fine = NoiseTile.soft.at(u * 5.3, v * 5.3) * 0.022
      return amplitude * (crest * rise * valley * 1.5 + fine) + lift
    case .hills:
      let swell = NoiseTile.soft.at(u * 0.9, v * 0.9) * 0.4 + NoiseTile.soft.at(v * 0.4 + 77, u * 0.4) * 0.75
      return amplitude * (swell * smoothstep(0, 3, z) * (0.8 + z * 0.12) + z * 0.04) + lift
    case .dunes:
      let bend = NoiseTile.soft.at(u * 0.24, v * 0.24) * 1.5
      let phase = x * 0.34 + z * 0.62 + bend
      let wave = phase - phase.rounded(.down)
      // Up slowly against the wind, down at once behind the crest.
      let windward = wave / 0.68
      let lee = (1 - wave) / 0.32
      // A crest a little rounded is a line; a sharp one would be dots.
      let apart = clamp(0.5 + (lee - windward) * 2.5)
      let profile = mix(lee, windward, apart) - 0.2 * apart * (1 - apart)
      let size = 0.55 + 0.6 * NoiseTile.soft.at(v * 0.2 + 15, u * 0.2 + 51)
      let ripples = sine((z * 0.8 + x + bend * 0.35) * 190) * 0.004 * clamp(1.6 - z * 0.7)
      let grows = smoothstep(0.5, 7, z) * 1.7 + 0.5
      return amplitude * ((profile * size + bend * 0.3) * grows + ripples) + lift
    case .mesas:
      let raw = NoiseTile.soft.at(u * 0.5, v * 0.5) + 0.25 * NoiseTile.ridged.at(u * 1.4, v * 1.4) - 0.08
      let up = smoothstep(0.02, 0.13, raw) * 0.55 + smoothstep(0.24, 0.31, raw) * 0.45
      let rubble = NoiseTile.soft.at(u * 3, v * 3) * 0.03
      return amplitude * (up * smoothstep(1.5, 4.5, z) + rubble + clamp(raw) * 0.12) + lift
    case .volcano:
      let dx = x - 0.4
      let dz = (z - 8.5) * 0.9
      let away = (dx * dx + dz * dz).squareRoot()
      let cone = exponential(-away * 0.62) * 1.35
      let crater = bell(away, 0.32) * 0.36
      let ribs = (NoiseTile.eroded.at(u * 0.8, v * 0.8) - 0.45) * 0.62 * smoothstep(0, 1.6, away)
      return amplitude * (min(cone, 1.12) - crater + ribs * (0.5 + cone)) + lift
    case .fjord:
      let middle = 0.55 * sine(z * 0.42 + shift.x)
      let off = abs(x - middle)
      let wall = smoothstep(0.35 + z * 0.05, 1.5 + z * 0.16, off)
      let rock = NoiseTile.eroded.at(u * 0.9, v * 0.9) * 0.9 + NoiseTile.ridged.at(v, u) * 0.25
      return amplitude * (wall * (0.35 + rock) - 0.05) + lift
    case .islands:
      let hump = NoiseTile.soft.at(u * 0.75, v * 0.75) - 0.16 + 0.25 * NoiseTile.ridged.at(u * 1.3, v * 1.3)
      let shore = smoothstep(2.2, 5, z)
      return amplitude * (hump * 1.3 * shore - 0.3 * (1 - shore)) + lift
    }
  }
}
