import Foundation

/// The air, the sun or moon in it, and clouds.
struct Sky {
  let light: Light
  var disc: Disc = .none
  var clouds: Clouds?

  enum Disc { case none, sun, moon, crescent }

  /// What the fourth lane says of a pixel that is sky: water mirrors it from its own height.
  static let mark: Float = -1

  /// - Parameter horizon: its row; below it all has the horizon's colour.
  func paint(on canvas: Canvas, horizon: Float) {
    let sun = SIMD2(canvas.middle + light.place.x * canvas.unit, horizon - light.place.y * canvas.unit)
    for y in 0..<canvas.height {
      let up = max(0, (horizon - Float(y)) / canvas.unit)
      var air = mix(light.horizon, light.middle, smoothstep(0, 0.2, up))
      air = mix(air, light.zenith, smoothstep(0.12, 0.55, up))
      air.w = Self.mark
      for x in 0..<canvas.width {
        let off = (SIMD2(Float(x), Float(y)) - sun) / canvas.unit
        let far = off.x * off.x * 0.7 + off.y * off.y
        // A wide and a narrow glow, each falling off with the square of the distance.
        let glow = 0.32 / (1 + far * 28) + 0.75 / (1 + far * 420)
        canvas[x, y] = air + light.sun * (0.55 * light.glow * glow)
      }
    }
    if disc != .none { paintDisc(on: canvas, sun) }
    clouds?.paint(on: canvas, light: light, horizon: horizon)
  }

  private func paintDisc(on canvas: Canvas, _ place: SIMD2<Float>) {
    let radius = canvas.unit * (disc == .sun ? 0.022 : 0.03)
    let bright = disc == .sun ? mix(light.sun, Color(repeating: 2.4), 0.5) * 2.2 : hex(0xf4efdf) * 1.15
    canvas.around(place.x, place.y, radius + 2, radius + 2) { px, py, x, y in
      let (dx, dy) = (x / radius, y / radius)
      var share = clamp(radius + 0.5 - (x * x + y * y).squareRoot())
      var color = bright
      if disc != .sun {
        color *= 1 - 0.38 * smoothstep(-0.05, 0.45, NoiseTile.soft.at(dx * 40 + 300, dy * 40 + 90))
      }
      if disc == .crescent {
        share *= smoothstep(0.98, 1.06, ((dx - 0.55) * (dx - 0.55) + (dy + 0.2) * (dy + 0.2)).squareRoot())
      }
      color.w = Self.mark
      canvas.cover(px, py, with: color, share)
    }
  }
}

/// A layer of clouds seen from below, so that they grow smaller and closer towards the horizon.
struct Clouds {
  /// How much of the sky they cover: 0 none, 1 all.
  var cover: Float
  /// 1 are heaps; below, ever longer streaks.
  let stretch: Float
  let size: Float
  /// How sharp their edges are.
  let softness: Float
  let opacity: Float
  var seed: UInt32 = 0

  static func at(_ hour: Landscape.Hour) -> Clouds? {
    switch hour {
    case .noon: Clouds(cover: 0.36, stretch: 1, size: 1.1, softness: 0.4, opacity: 0.95)
    case .morning: Clouds(cover: 0.4, stretch: 0.4, size: 1.6, softness: 0.9, opacity: 0.7)
    case .golden: Clouds(cover: 0.4, stretch: 0.5, size: 1.2, softness: 0.6, opacity: 0.85)
    case .sunset, .crimson: Clouds(cover: 0.46, stretch: 0.45, size: 1.2, softness: 0.55, opacity: 0.85)
    case .dawn, .dusk, .polar: Clouds(cover: 0.36, stretch: 0.33, size: 1.5, softness: 0.7, opacity: 0.7)
    case .overcast: Clouds(cover: 0.75, stretch: 1, size: 1.4, softness: 1.1, opacity: 0.8)
    case .storm: Clouds(cover: 0.72, stretch: 0.8, size: 1.7, softness: 0.7, opacity: 0.95)
    case .mist, .night: nil
    }
  }

  func paint(on canvas: Canvas, light: Light, horizon: Float) {
    let noise = NoiseTile.soft
    let shift = SIMD2(Float(scramble(1, 2, seed) & 511), Float(scramble(3, 4, seed) & 511))
    let threshold = mix(0.75, -0.75, cover)
    let sun = SIMD2(light.place.x, max(0.02, light.place.y))
    canvas.eachPixel(rows: 0..<canvas.height) { x, y, color in
      let place = SIMD2(Float(x) - canvas.middle, horizon - Float(y)) / canvas.unit
      guard place.y > 0.004 else { return }
      let away = 26 / size / (place.y + 0.07)
      let (u, v) = (place.x * away * stretch + shift.x, away + shift.y)
      let density = noise.at(u, v) + 0.35 * noise.at(u * 3.1 + 70, v * 3.1 + 31)
      let body = smoothstep(threshold, threshold + softness, density)
      guard body > 0 else { return }
      // Lit where there is less cloud towards the sun, on the plane that the clouds lie in.
      let towards = 4 * clamp((sun.x - place.x) * 7, -1, 1)
      let nearer = light.isAhead ? 5 * clamp((place.y - sun.y) * 12, -1, 1) : 4
      let thicker = noise.at(u + towards * stretch, v + nearer)
      let lit = clamp(0.62 + (density - thicker) * 1.1 - (density - threshold) * 0.35)
      var cloud = mix(light.cloudShadow, light.cloudLit, lit)
      if light.isAhead {
        // Thin cloud in front of the sun glows.
        let off = place - sun
        let glow = light.glow * 0.5 / (1 + (off * off).sum() * 90)
        cloud += light.sun * ((1 - body * 0.8) * glow)
      }
      cloud.w = Sky.mark
      color = mix(color, cloud, body * smoothstep(0.004, 0.09, place.y) * opacity)
    }
  }
}
