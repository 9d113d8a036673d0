import Base
import Foundation

/// The air, what shines in the night, the sun or moon, and clouds.
struct Sky: Layer {
  enum Night { case none, stars, aurora }

  /// What the fourth lane says of a pixel that is sky: water mirrors it from its own height.
  static let mark: Float = -1

  var night = Night.none

  func paint(on canvas: Canvas, in light: Light, _ random: inout SplitMix) {
    paintAir(on: canvas, light)
    if night == .none {
      paintDisc(on: canvas, light, isCrescent: false)
      let seed = random.seed()
      var clouds = Clouds.at(light.hour)
      // Heaps of clouds differ most.
      if light.hour == .noon { clouds?.cover += random.uniform(-0.06, 0.06) }
      clouds?.paint(on: canvas, light, seed: seed)
      return
    }
    let isCrescent = night == .stars && light.isAhead && random.unit() >= 0.5
    let seed = random.next()
    if isCrescent { paintGalaxy(on: canvas, lean: seed & 1 == 0 ? -1 : 1) }
    var stars = SplitMix(seed: seed)
    paintStars(on: canvas, &stars)
    if night == .stars { paintDisc(on: canvas, light, isCrescent: isCrescent) }
    if night == .aurora { paintAurora(on: canvas, seed: random.seed()) }
  }

  /// Below the horizon all has the horizon's colour.
  private func paintAir(on canvas: Canvas, _ light: Light) {
    for y in 0..<canvas.height {
      let up = canvas.view(0, y).y
      let low = mix(light.horizon, light.middle, smoothstep(0, 0.2, up))
      let air = mix(low, light.zenith, smoothstep(0.12, 0.55, up)).marked(Self.mark)
      for x in 0..<canvas.width {
        let off = canvas.view(x, y) - light.place
        let far = off.x * off.x * 0.7 + off.y * off.y
        // A wide and a narrow glow, each falling off with the square of the distance.
        let glow = 0.32 / (1 + far * 28) + 0.75 / (1 + far * 420)
        canvas[x, y] = air + light.sun * (0.55 * light.glow * glow)
      }
    }
  }

  private func paintDisc(on canvas: Canvas, _ light: Light, isCrescent: Bool) {
    guard light.isAhead, light.place.y > 0 else { return }
    let isMoon = light.hour == .night
    let bright = isMoon ? hex(0xf4efdf) * 1.15 : mix(light.sun, Color(repeating: 2.4), 0.5) * 2.2
    let place = SIMD2(canvas.middle, canvas.horizon) + light.place * SIMD2(1, -1) * canvas.unit
    canvas.dab(place, canvas.unit * (isMoon ? 0.03 : 0.022)) { inside in
      guard isMoon else { return bright.marked(Self.mark) }
      let spots = NoiseTile.soft.at(inside.x * 40 + 300, inside.y * 40 + 90)
      let color = bright * (1 - 0.38 * smoothstep(-0.05, 0.45, spots))
      let lit = isCrescent ? smoothstep(0.98, 1.06, (inside - [0.55, -0.2]).length) : 1
      // The dark part is as bright as the air around it.
      let air = mix(light.middle, light.zenith, 0.4) + light.sun * (0.5 * light.glow)
      return mix(air, color, lit).marked(Self.mark)
    }
  }

  private func paintStars(on canvas: Canvas, _ random: inout SplitMix) {
    for _ in 0..<1_400 {
      let place = SIMD2(random.uniform(0, Float(canvas.width)), random.uniform(0, canvas.horizon))
      // Few are bright: magnitudes follow a power law.
      let magnitude = min(2.2, 0.05 / pow(random.uniform(0.02, 1), 0.95))
      let bright = magnitude * smoothstep(0, 0.25, (canvas.horizon - place.y) / canvas.unit)
      let warmth = random.uniform(-0.25, 0.3)
      let radius = (bright > 0.8 ? 1.15 : 0.7) * max(0.8, canvas.unit / 800)
      canvas.dab(place, radius, opacity: bright) { _ in Color(1 + warmth, 1, 1 - warmth, Self.mark) }
    }
  }

  /// - Parameter lean: 1 to the right, −1 to the left.
  private func paintGalaxy(on canvas: Canvas, lean: Float) {
    canvas.eachPixel { x, y, color in
      let place = canvas.view(x, y)
      let off = (place.x * lean - 0.05) * 0.75 - (place.y - 0.35) * 0.62
      let cloud = NoiseTile.soft.at((place.x * 0.62 + place.y * 0.75 * lean) * 210 + 40, off * 260 + 300)
      let band = bell(off + cloud * 0.035, 0.105)
      let lane = 1 - 0.75 * bell(off + cloud * 0.06 - 0.008, 0.02 + 0.02 * max(0, cloud))
      let glow = band * clamp(0.6 + cloud * 0.8) * lane * smoothstep(0, 0.2, place.y)
      color += (hex(0x6d7bb0) * 0.55 + hex(0xc79a8d) * (0.4 * band)) * glow
    }
  }

  /// Curtains of northern light.
  private func paintAurora(on canvas: Canvas, seed: UInt32) {
    let (low, high) = (hex(0x49f2a0), hex(0x8b4fd0))
    for curtain in 0..<4 {
      let (salt, back) = (seed &+ UInt32(curtain) &* 31, Float(curtain))
      for x in 0..<canvas.width {
        let across = canvas.view(x, 0).x
        let fold = lineNoise(across * 1.6 + 9, seed: salt, octaves: 3, gain: 0.45)
        let foot = 0.13 + 0.085 * back + 0.13 * fold
        let presence = smoothstep(-0.25, 0.35, lineNoise(across * 2.1 + 40, seed: salt &+ 5, octaves: 2))
        let rays = 0.55 + 0.75 * lineNoise((across + fold * 0.12) * 38, seed: salt &+ 7, octaves: 3)
        let bright = (1.1 - 0.176 * back) * presence * max(0.12, rays) * 0.62
        let tall = (0.11 + 0.07 * back) * (0.75 + 0.6 * max(0, rays))
        let bottom = canvas.horizon - (foot - 0.05) * canvas.unit
        for y in canvas.touched(bottom - (tall * 3 + 0.05) * canvas.unit, bottom, of: canvas.height) {
          let up = canvas.view(x, y).y - foot
          let glow = up < 0 ? bell(up, 0.018) : exp(-up / tall)
          canvas[x, y] += mix(low, high, smoothstep(0.02, tall * 1.7, up)) * (glow * bright)
        }
      }
    }
  }
}
