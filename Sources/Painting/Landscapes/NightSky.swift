import Base

/// Stars, strewn over what lies above the horizon; they belong under clouds and land, so they are painted first.
struct Stars {
  /// Per million pixels of a canvas of 800 by 600.
  var count = 1_500
  /// Whether the galaxy's band crosses the sky.
  var hasGalaxy = false
  var seed: UInt64

  /// - Parameter horizon: its row.
  func paint(on canvas: Canvas, horizon: Float) {
    var random = SplitMix(seed: seed)
    if hasGalaxy { paintGalaxy(on: canvas, horizon: horizon) }
    let size = canvas.unit / 800
    for _ in 0..<count {
      let x = random.uniform(0, Float(canvas.width))
      let y = random.uniform(0, horizon)
      // Few are bright: magnitudes follow a power law.
      let bright =
        min(2.2, 0.05 / power(random.uniform(0.02, 1), 0.95))
        * smoothstep(0, 0.25, (horizon - y) / canvas.unit)
      let warmth = random.uniform(-0.25, 0.3)
      let color = Color(1 + warmth, 1, 1 - warmth, 0) * bright
      spread(color, x: x, y: y, radius: (bright > 0.8 ? 1.15 : 0.7) * max(0.8, size), on: canvas)
    }
  }

  private func spread(_ color: Color, x: Float, y: Float, radius: Float, on canvas: Canvas) {
    for py in canvas.rows(y - 2, y + 2) {
      for px in canvas.columns(x - 2, x + 2) {
        let dx = Float(px) + 0.5 - x
        let dy = Float(py) + 0.5 - y
        canvas[px, py] += color * bell((dx * dx + dy * dy).squareRoot(), radius)
      }
    }
  }

  private func paintGalaxy(on canvas: Canvas, horizon: Float) {
    let unit = canvas.unit
    let lean = Float(seed & 1) * 2 - 1
    canvas.eachPixel(rows: 0..<Int(horizon)) { x, y, color in
      let across = (Float(x) - Float(canvas.width) / 2) / unit
      let up = (horizon - Float(y)) / unit
      let off = (across * lean - 0.05) * 0.75 - (up - 0.35) * 0.62
      let along = across * 0.62 + up * 0.75 * lean
      let cloud = NoiseTile.soft.at(along * 210 + 40, off * 260 + 300)
      let band = bell(off + cloud * 0.035, 0.105)
      guard band > 0.01 else { return }
      let lane = bell(off + cloud * 0.06 - 0.008, 0.02 + 0.02 * max(0, cloud))
      let dust = clamp(0.6 + cloud * 0.8)
      let glow = band * dust * (1 - 0.75 * lane) * smoothstep(0, 0.2, up)
      color += (hex(0x6d7bb0) * 0.55 + hex(0xc79a8d) * (0.4 * band)) * glow
    }
  }
}

/// Curtains of northern light.
struct Aurora {
  var low = hex(0x49f2a0)
  var high = hex(0x8b4fd0)
  var strength: Float = 1
  var seed: UInt32

  /// - Parameter horizon: its row.
  func paint(on canvas: Canvas, horizon: Float) {
    let unit = canvas.unit
    for curtain in 0..<4 {
      let salt = seed &+ UInt32(curtain) &* 31
      let level = 0.13 + 0.085 * Float(curtain)
      let reach = 0.11 + 0.07 * Float(curtain)
      let share = strength * (1 - 0.16 * Float(curtain))
      for x in 0..<canvas.width {
        let across = (Float(x) - Float(canvas.width) / 2) / unit
        let fold = lineNoise(across * 1.6 + 9, seed: salt, octaves: 3, gain: 0.45)
        let foot = level + 0.13 * fold
        let presence = smoothstep(-0.25, 0.35, lineNoise(across * 2.1 + 40, seed: salt &+ 5, octaves: 2))
        let rays = 0.55 + 0.75 * lineNoise((across + fold * 0.12) * 38, seed: salt &+ 7, octaves: 3)
        let bright = share * presence * max(0.12, rays)
        guard bright > 0.02 else { continue }
        let tall = reach * (0.75 + 0.6 * max(0, rays))
        for y in canvas.rows(horizon - (foot + tall * 3) * unit, horizon - (foot - 0.05) * unit) {
          let up = (horizon - Float(y)) / unit - foot
          let glow = up < 0 ? bell(up, 0.018) : exponential(-up / tall)
          let color = mix(low, high, smoothstep(0.02, tall * 1.7, up))
          canvas[x, y] += color * (glow * bright * 0.62)
        }
      }
    }
  }
}
