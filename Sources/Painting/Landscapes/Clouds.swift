/// A layer of clouds seen from below, so that they grow smaller and closer towards the horizon.
struct Clouds {
  /// How much of the sky they cover: 0 none, 1 all.
  var cover: Float
  /// 1 are heaps; below, ever longer streaks.
  let stretch: Float
  let size: Float
  /// How gently their edges fade.
  let softness: Float
  let opacity: Float

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

  func paint(on canvas: Canvas, _ light: Light, seed: UInt32) {
    let shift = SIMD2(Float(scramble(1, 2, seed) & 511), Float(scramble(3, 4, seed) & 511))
    let noise = NoiseTile.soft
    let threshold = mix(0.75, -0.75, cover)
    let sun = SIMD2(light.place.x, max(0.02, light.place.y))
    canvas.eachPixel { x, y, color in
      let place = canvas.view(x, y)
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
        cloud += light.sun * ((1 - body * 0.8) * light.glow * 0.5 / (1 + (off * off).sum() * 90))
      }
      cloud.w = Sky.mark
      color = mix(color, cloud, body * smoothstep(0.004, 0.09, place.y) * opacity)
    }
  }
}
