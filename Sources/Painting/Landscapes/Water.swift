/// Turns what is marked as water (1 in the fourth lane) into water: each stretch of it mirrors the land above its far
/// shore, and the sky.
struct Water {
  /// Where one looks into it rather than onto it.
  let deep: Color
  /// 0 is a mirror, 1 a fresh breeze.
  let ripple: Float
  /// How much is mirrored at the viewer's feet; at the horizon nearly all is.
  let mirror: Float

  /// - Parameter horizon: its row.
  func paint(on canvas: Canvas, horizon: Float, seed: UInt32) {
    let noise = NoiseTile.soft
    let shift = Float(scramble(5, 6, seed) & 511)
    let depth = max(1, Float(canvas.height) - horizon)
    let mirrored = Canvas(width: canvas.width, height: canvas.height)
    mirrored.pixels.update(from: canvas.pixels, count: canvas.width * canvas.height)
    var shores = [Int](repeating: -1, count: canvas.width)

    for y in max(0, Int(horizon) - 2)..<canvas.height {
      let below = max(0.5, Float(y) - horizon)
      let near = below / depth
      // Waves look flat far away; near by their slopes are seen.
      let sway = ripple * canvas.unit * (0.012 + 0.09 * near)
      for x in 0..<canvas.width {
        let color = canvas[x, y]
        guard color.w > 0.02 else {
          shores[x] = -1
          continue
        }
        if shores[x] < 0 { shores[x] = y }
        let (u, v) = ((Float(x) - canvas.middle) / below * 26 + shift, canvas.unit / below * 13)
        let wave = noise.at(u, v * 2.2) + 0.6 * noise.at(u * 3.3 + 5, v * 6.1)
        let down = Float(y) - (wave - ripple * 0.8) * sway
        let side = Float(x) + noise.at(u * 1.7 + 99, v * 3) * sway * 0.25
        let column = min(max(0, Int(side)), canvas.width - 1)
        // What lies as far above `shore` as this lies below it, drawn out downwards and broken up by small waves.
        let sparkle = Float(scramble(x / 3, y, seed) & 255) / 255 - 0.5
        func seen(above shore: Float) -> Color {
          (-2...2).reduce(Color()) { sum, tap in
            let row = 2 * shore - down + (Float(tap) + sparkle) * sway * 0.6
            return sum + mirrored[column, min(max(0, Int(row)), max(0, Int(shore) - 1))] / 5
          }
        }
        var image = seen(above: Float(shores[x]))
        // The sky is too far away to care for where the shore is.
        if image.w < -0.5, seen(above: horizon).w < -0.5 { image = seen(above: horizon) }
        let share = mix(0.94, mirror, smoothstep(0, 1, near)) - max(0, wave) * ripple * 0.3
        var water = mix(deep * (0.8 + wave * 0.2), image * 0.93, clamp(share))
        water.w = 0
        canvas[x, y] = mix(color, water, min(1, color.w))
      }
    }
  }
}
