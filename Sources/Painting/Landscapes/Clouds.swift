/// A layer of clouds seen from below, so that they grow smaller and closer towards the horizon.
struct Clouds {
  /// How much of the sky they cover: 0 none, 1 all.
  let cover: Float
  /// 1 are heaps; below, ever longer streaks.
  let stretch: Float
  let size: Float
  /// How gently their edges fade.
  let softness: Float

  /// - Parameter extra: more of the sky that they cover.
  func paint(on canvas: Canvas, _ light: Light, extra: Float, shift: SIMD2<Float>) {
    guard cover > 0 else { return }
    let noise = NoiseTile.soft
    let threshold = mix(0.75, -0.75, cover + extra)
    let sun = SIMD2(light.place.x, max(0.02, light.place.y))
    canvas.eachPixel { place, color in
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
      color = mix(color, cloud.marked(Sky.mark), body * smoothstep(0.004, 0.09, place.y) * 0.85)
    }
  }
}
