import Base

/// Turns what is marked as water into water: each stretch of it mirrors the land above its far shore, and the sky.
struct Water: Layer {
  /// Its colour where one looks into it rather than onto it.
  let deep: Color
  /// 0 is a mirror, 1 a fresh breeze.
  let ripple: Float
  /// The share of light that is mirrored at the viewer's feet; at the horizon it is nearly all.
  let mirror: Float

  func paint(on canvas: Canvas, in light: Light, _ random: inout SplitMix) {
    let (noise, shift) = (NoiseTile.soft, random.uniform(0, 512))
    let depth = max(1, Float(canvas.height) - canvas.horizon)
    // Waves break a sun's or moon's image into a path of light.
    let hasPath = ripple > 0.6 && light.isAhead
    let brightest = Color(repeating: hasPath ? light.horizon.max() * 1.2 : 40)
    let glitter = light.sun * (1.3 / light.sun.max())
    var edges = [Float?](repeating: nil, count: canvas.width)

    for y in max(0, Int(canvas.horizon) - 2)..<canvas.height {
      let below = max(0.5, Float(y) - canvas.horizon)
      let near = below / depth
      // Waves look flat far away; near by their slopes are seen.
      let sway = ripple * canvas.unit * (0.012 + 0.09 * near)
      for x in 0..<canvas.width {
        let color = canvas[x, y]
        guard color.w > 0.02 else {
          edges[x] = nil
          continue
        }
        let edge = edges[x] ?? Float(y)
        edges[x] = edge
        let (u, v) = ((Float(x) - canvas.middle) / below * 26 + shift, canvas.unit / below * 13)
        let wave = noise.at(u, v * 2.2) + 0.6 * noise.at(u * 3.3 + 5, v * 6.1)
        let down = Float(y) - (wave - ripple * 0.8) * sway
        // What lies as far above `edge` as this lies below it, drawn out downwards and broken up by small waves.
        let sparkle = random.uniform(-0.5, 0.5)
        func seen(above edge: Float) -> Color {
          (-2...2).reduce(Color()) { sum, tap in
            let row = 2 * edge - down + (Float(tap) + sparkle) * sway * 0.6
            return sum + pointwiseMin(canvas[x, Int(clamp(row, 0, max(0, edge - 1)))], brightest) / 5
          }
        }
        // The sky is too far away to care for where the shore is.
        let (image, sky) = (seen(above: edge), seen(above: canvas.horizon))
        let mirrored = max(image.w, sky.w) < -0.5 ? sky : image
        let share = mix(0.94, mirror, smoothstep(0, 1, near)) - max(0, wave) * ripple * 0.3
        var water = mix(deep * (0.8 + wave * 0.2), mirrored * 0.93, clamp(share))
        if hasPath {
          // A soft path that widens towards the viewer, and brighter where a wave leans the right way.
          let off = (canvas.view(x, y).x - light.place.x) / (0.02 + 0.075 * near)
          let facing = 0.2 + 0.8 * smoothstep(-0.2, 0.8, wave * 0.5 + noise.at(u * 5, v * 11))
          water += glitter * (facing * bell(off, 1) * mix(0.9, 0.5, near))
        }
        canvas[x, y] = mix(color, water, min(1, color.w)).marked(0)
      }
    }
  }
}
