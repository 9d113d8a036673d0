import Base
import Foundation

/// The air, what shines in the night, the sun or moon, and clouds.
struct Sky: Layer {
  /// What the fourth lane says of a pixel that is sky: water mirrors it from its own height.
  static let mark: Float = -1

  let subject: Landscape.Subject

  func paint(on canvas: Canvas, in light: Light, _ random: inout SplitMix) {
    paintAir(on: canvas, light)
    let isCrescent = subject == .night && random.unit() >= 0.5
    var own = SplitMix(seed: random.next())
    if isCrescent { paintGalaxy(on: canvas) }
    if subject.isStarry { paintStars(on: canvas, &own) }
    if subject == .aurora { return paintAurora(on: canvas, &own) }
    paintDisc(on: canvas, light, isCrescent: isCrescent)
    if light.cover > 0 { paintClouds(on: canvas, light, &own) }
  }

  /// Below the horizon all has the horizon's colour, and is water until land covers it.
  private func paintAir(on canvas: Canvas, _ light: Light) {
    canvas.eachPixel { place, color in
      let low = mix(light.horizon, light.middle, smoothstep(0, 0.2, place.y))
      let air = mix(low, light.zenith, smoothstep(0.12, 0.55, place.y))
      let off = place - light.place
      let far = off.x * off.x * 0.7 + off.y * off.y
      // A wide and a narrow glow, each falling off with the square of the distance.
      let glow = 0.32 / (1 + far * 28) + 0.75 / (1 + far * 420)
      color = (air + light.sun * (0.55 * light.glow * glow)).marked(place.y > 0 ? Self.mark : 1)
    }
  }

  private func paintDisc(on canvas: Canvas, _ light: Light, isCrescent: Bool) {
    guard light.isAhead, light.place.y > 0 else { return }
    let place = SIMD2(canvas.middle, canvas.horizon) + light.place * SIMD2(1, -1) * canvas.unit
    let sun = (light.sun * 1.1 + 2.6).marked(Self.mark)
    // The dark part is as bright as the air around it.
    let air = mix(light.middle, light.zenith, 0.4) + light.sun * (0.5 * light.glow)
    canvas.dab(place, canvas.unit * 0.026) { inside in
      guard light.isMoon else { return sun }
      let spots = NoiseTile.soft.at(inside.x * 40 + 300, inside.y * 40 + 90)
      let bright = hex(0xf4efdf) * (1.15 - 0.44 * smoothstep(-0.05, 0.45, spots))
      let lit = isCrescent ? smoothstep(0.98, 1.06, (inside - [0.55, -0.2]).length) : 1
      return mix(air, bright, lit).marked(Self.mark)
    }
  }

  private func paintStars(on canvas: Canvas, _ random: inout SplitMix) {
    for _ in 0..<1_400 {
      let place = SIMD2(random.uniform(0, Float(canvas.width)), random.uniform(0, canvas.horizon))
      // Few are bright: magnitudes follow a power law.
      let magnitude = min(2.2, 0.05 / pow(random.uniform(0.02, 1), 0.95))
      let bright = magnitude * smoothstep(0, 0.25, (canvas.horizon - place.y) / canvas.unit)
      canvas.dab(place, canvas.unit / 900, opacity: bright) { _ in Color(1, 1, 1, Self.mark) }
    }
  }

  private func paintGalaxy(on canvas: Canvas) {
    canvas.eachPixel { place, color in
      let off = (place.x - 0.05) * 0.75 - (place.y - 0.35) * 0.62
      let cloud = NoiseTile.soft.at((place.x * 0.62 + place.y * 0.75) * 210 + 40, off * 260 + 300)
      let band = bell(off + cloud * 0.035, 0.105)
      let lane = 1 - 0.75 * bell(off + cloud * 0.06 - 0.008, 0.02 + 0.02 * max(0, cloud))
      let glow = band * clamp(0.6 + cloud * 0.8) * lane * smoothstep(0, 0.2, place.y)
      color += (hex(0x6d7bb0) * 0.55 + hex(0xc79a8d) * (0.4 * band)) * glow
    }
  }

  /// Curtains of northern light, from the nearest to the farthest.
  private func paintAurora(on canvas: Canvas, _ random: inout SplitMix) {
    let (noise, low, high) = (NoiseTile.soft, hex(0x49f2a0), hex(0x8b4fd0))
    for back: Float in [0, 1, 2, 3] {
      let seed = random.uniform(0, 512)
      for x in 0..<canvas.width {
        let across = canvas.view(x, 0).x
        let fold = noise.along(across * 1.2 + 9, seed: seed)
        let presence = smoothstep(-0.6, 0, noise.along(across * 1.6 + 40, seed: seed))
        let rays = noise.along((across + fold * 0.12) * 30, seed: seed)
        let bright = (0.68 - 0.11 * back) * presence * max(0.12, 0.55 + 0.75 * rays)
        let tall = (0.11 + 0.07 * back) * (0.9 + 0.5 * rays)
        for y in 0..<Int(canvas.horizon) {
          let up = canvas.view(x, y).y - (0.13 + 0.085 * back + 0.13 * fold)
          let glow = up < 0 ? bell(up, 0.018) : exp(-up / tall)
          canvas[x, y] += mix(low, high, smoothstep(0.02, tall * 1.7, up)) * (glow * bright)
        }
      }
    }
  }

  /// Clouds in a layer seen from below, so that they grow smaller and closer towards the horizon.
  private func paintClouds(on canvas: Canvas, _ light: Light, _ random: inout SplitMix) {
    let shift = SIMD2(random.uniform(0, 512), random.uniform(0, 512))
    let (noise, threshold) = (NoiseTile.soft, mix(0.75, -0.75, light.cover))
    canvas.eachPixel { place, color in
      guard place.y > 0.004 else { return }
      let away = 19 / (place.y + 0.07)
      let (u, v) = (place.x * away * 0.5 + shift.x, away + shift.y)
      let density = noise.at(u, v) + 0.35 * noise.at(u * 3.1 + 70, v * 3.1 + 31)
      // Lit where there is less cloud towards the sun, on the plane that the clouds lie in.
      let off = light.place - place
      let nearer = light.isAhead ? 5 * clamp(off.y * -12, -1, 1) : 4
      let thicker = noise.at(u + 2 * clamp(off.x * 7, -1, 1), v + nearer)
      let lit = clamp(0.62 + (density - thicker) * 1.1 - (density - threshold) * 0.35)
      let cloud = mix(light.cloudShadow, light.cloudLit, lit).marked(Self.mark)
      let body = smoothstep(threshold, threshold + 0.65, density)
      color = mix(color, cloud, body * smoothstep(0.004, 0.09, place.y) * 0.85)
    }
  }
}
