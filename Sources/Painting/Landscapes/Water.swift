/// Turns what is marked as water (1 in the fourth lane) into water: each stretch of it mirrors the land above its far
/// shore, and the sky.
struct Water {
  /// Where one looks into it rather than onto it.
  var deep: Color = hex(0x1d4a5c)
  /// 0 is a mirror, 1 a fresh breeze.
  var ripple: Float = 0.25
  /// How much is mirrored at the viewer's feet; at the horizon nearly all is.
  var mirror: Float = 0.6
  var seed: UInt32 = 1

  /// - Parameter horizon: its row.
  func paint(on canvas: Canvas, horizon: Float) {
    let unit = canvas.unit
    let middle = Float(canvas.width) / 2
    let noise = NoiseTile.soft
    let shift = Float(scramble(5, 6, seed) & 511)
    let depth = max(1, Float(canvas.height) - horizon)
    let mirrored = Canvas(width: canvas.width, height: canvas.height)
    mirrored.pixels.update(from: canvas.pixels, count: canvas.width * canvas.height)
    var shores = [Int](repeating: -1, count: canvas.width)

    for y in max(0, Int(horizon) - 2)..<canvas.height {
      let below = max(0.5, Float(y) - horizon)
      let away = unit / below
      let near = below / depth
      // Waves look flat far away; near by their slopes are seen.
      let sway = ripple * unit * (0.012 + 0.09 * near)
      for x in 0..<canvas.width {
        let color = canvas[x, y]
        guard color.w > 0.02 else {
          shores[x] = -1
          continue
        }
        if shores[x] < 0 { shores[x] = y }
        let u = (Float(x) - middle) / below * 26 + shift
        let v = away * 13
        let wave = noise.at(u, v * 2.2) + 0.6 * noise.at(u * 3.3 + 5, v * 6.1)
        let down = Float(y) - (wave - ripple * 0.8) * sway
        let side = Float(x) + noise.at(u * 1.7 + 99, v * 3) * sway * 0.25
        let column = min(max(0, Int(side)), canvas.width - 1)
        var seen = mirrored[column, min(max(0, Int(2 * Float(shores[x]) - down)), max(0, shores[x] - 1))]
        if seen.w < -0.5 {
          // The sky is too far away to care for where the shore is.
          let sky = mirrored[column, min(max(0, Int(2 * horizon - down)), max(0, Int(horizon) - 1))]
          if sky.w < -0.5 { seen = sky }
        }
        seen.w = 0
        let share = mix(0.94, mirror, smoothstep(0, 1, near)) - max(0, wave) * ripple * 0.3
        let water = mix(deep * (0.8 + wave * 0.2), seen * 0.93, clamp(share))
        canvas[x, y] = mix(color, water, min(1, color.w))
      }
    }
  }
}
