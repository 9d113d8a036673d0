import Foundation

/// The shape of the land.
extension Terrain {
  enum Form { case alps, hills, dunes, mesas, volcano, fjord, islands, ridges, cloudSea, field }

  /// How high the land is at a place.
  @inline(__always) func elevation(_ x: Float, _ z: Float) -> Float { amplitude * shape(x, z) + lift }

  @inline(__always) private func shape(_ x: Float, _ z: Float) -> Float {
    let (soft, ridged) = (NoiseTile.soft, NoiseTile.ridged)
    let (u, v) = (x * 34 + shift.x, z * 34 + shift.y)
    switch form {
    // Peaks that grow with the distance, a valley in between.
    case .alps:
      let rise = smoothstep(1.2, 9, z) * 0.9 + 0.1
      let valley = 1 - 0.75 * bell(x - 0.25 * sin(z * 0.6), 0.35 + z * 0.17)
      let crest = 0.3 + soft.at(u, v) * 0.3 + ridged.at(v * 0.7 + 31, u * 0.7 + 9) * 0.5 - 0.2
      return crest * rise * valley * 1.5 + soft.at(u * 5.3, v * 5.3) * 0.022
    // Rounded and grassy.
    case .hills:
      let swell = soft.at(u * 0.9, v * 0.9) * 0.4 + soft.at(v * 0.4 + 77, u * 0.4) * 0.75
      return swell * smoothstep(0, 3, z) * (0.8 + z * 0.12) + z * 0.04
    // Waves that rise slowly against the wind and fall at once; a rounded crest shows as a line, a sharp one as dots.
    case .dunes:
      let bend = soft.at(u * 0.24, v * 0.24) * 1.5
      let phase = x * 0.34 + z * 0.62 + bend
      let wave = phase - phase.rounded(.down)
      let (windward, lee) = (wave / 0.68, (1 - wave) / 0.32)
      let apart = clamp(0.5 + (lee - windward) * 2.5)
      let profile = mix(lee, windward, apart) - 0.2 * apart * (1 - apart)
      let size = 0.55 + 0.6 * soft.at(v * 0.2 + 15, u * 0.2 + 51)
      let ripples = sin((z * 0.8 + x + bend * 0.35) * 190) * 0.004 * clamp(1.6 - z * 0.7)
      return (profile * size + bend * 0.3) * (smoothstep(0.5, 7, z) * 1.7 + 0.5) + ripples
    // One range behind another, with valleys in between.
    case .ridges:
      let phase = log(z) * 2.3 + soft.at(u * 0.25, v * 0.25) * 0.5
      let crest = 1 - abs(phase - phase.rounded()) * 2
      let jags = soft.at(u * 0.8, v * 0.8) * 0.3 + ridged.at(u * 1.5, v * 1.5) * 0.3
      return crest * (0.55 + jags) * (0.25 + z * 0.16)
    // Peaks that stand out of clouds.
    case .cloudSea:
      let peak = soft.at(u * 0.6, v * 0.6) * 0.9 + ridged.at(u * 1.1, v * 1.1) * 0.8 - 0.35
      let cloud = soft.at(u * 2.3, v * 2.3) * 0.07 + 0.2
      return max(peak * smoothstep(1, 5, z) * (0.6 + z * 0.08), cloud)
    // Level near by, and hills behind.
    case .field:
      let swell = soft.at(u * 0.8, v * 0.8) * 0.5 + ridged.at(u * 0.6, v * 0.6) * 0.6
      return swell * smoothstep(3, 9, z) + soft.at(u, v) * 0.01
    // Flat tops, steep sides, terraces.
    case .mesas:
      let raw = soft.at(u * 0.5, v * 0.5) + 0.25 * ridged.at(u * 1.4, v * 1.4) - 0.08
      let up = smoothstep(0.02, 0.13, raw) * 0.55 + smoothstep(0.24, 0.31, raw) * 0.45
      return up * smoothstep(1.5, 4.5, z) + soft.at(u * 3, v * 3) * 0.03 + clamp(raw) * 0.12
    // One cone with a crater.
    case .volcano:
      let away = SIMD2(x - 0.4, (z - 8.5) * 0.9).length
      let cone = exp(-away * 0.62) * 1.35
      let ribs = (soft.at(u * 0.8, v * 0.8) * 0.25 + 0.05) * smoothstep(0, 1.6, away)
      return min(cone, 1.12) - bell(away, 0.32) * 0.36 + ribs * (0.5 + cone)
    // Steep walls on both sides of a long water.
    case .fjord:
      let wall = smoothstep(0.35 + z * 0.05, 1.5 + z * 0.16, abs(x - 0.55 * sin(z * 0.42 + shift.x)))
      return wall * (0.8 + soft.at(u * 0.9, v * 0.9) * 0.4 + ridged.at(v, u) * 0.25) - 0.05
    // Humps that stand in the sea.
    case .islands:
      let hump = soft.at(u * 0.75, v * 0.75) - 0.16 + 0.25 * ridged.at(u * 1.3, v * 1.3)
      return mix(-0.3, hump * 1.3, smoothstep(2.2, 5, z))
    }
  }
}
