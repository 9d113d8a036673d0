import Base

/// Ground at the viewer's feet, in perspective: grass with flowers, or rows of a crop.
struct Meadow {
  var near: Color
  var far: Color
  var flowers: [Color] = []
  /// Per unit of ground; more make a carpet.
  var density: Float = 1
  /// Rows that run to a point on the horizon, as in a field of lavender; nil for a wild meadow.
  var rows: (color: Color, count: Float)?
  /// Where the field begins, as a row; it follows a gentle swell.
  var top: Float
  var seed: UInt32

  func paint(on canvas: Canvas) {
    let unit = canvas.unit
    let middle = Float(canvas.width) / 2
    let noise = NoiseTile.soft
    for x in 0..<canvas.width {
      let across = (Float(x) - middle) / unit
      let line = top - lineNoise(across * 1.4 + 30, seed: seed, octaves: 3, gain: 0.35) * unit * 0.02
      for y in canvas.rows(line, Float(canvas.height)) {
        let below = max(1.5, Float(y) - top + unit * 0.035)
        let away = unit / below
        let u = (Float(x) - middle) * away / unit
        let close = smoothstep(0, unit * 0.4, below)
        let blades =
          noise.at(u * 130 + 70, away * 110) * 0.5 + noise.at(u * 560 + 9, away * 500) * (0.25 + 0.4 * close)
          + noise.at(u * 1_900, away * 800) * 0.6 * close
        var color = mix(far, near, close) * (1 + blades * (0.3 + 0.4 * close))
        if let rows {
          let swing = (u + 0.35) * rows.count
          let share = abs(swing - swing.rounded()) * 2
          let bush = smoothstep(0.9, 0.55, share + noise.at(u * 420 + 40, away * 390) * 0.3)
          let relief = 0.35 + 0.9 * smoothstep(0.85, 0, share)
          // Far rows run into each other.
          let apart = smoothstep(0.04, 0.3, close)
          color = mix(color, rows.color * mix(0.85, relief + blades * 0.6, apart), mix(0.75, bush, apart))
        }
        let covered = clamp(Float(y) + 1 - line)
        canvas.cover(x, y, with: color, covered)
      }
    }
    if !flowers.isEmpty { strew(on: canvas) }
  }

  private func strew(on canvas: Canvas) {
    var random = SplitMix(seed: UInt64(seed))
    let unit = canvas.unit
    let depth = Float(canvas.height) - top
    let count = Int(density * 9_000)
    for index in 0..<count {
      // From far to near, so that near ones cover far ones.
      let share = power((Float(index) + 0.5) / Float(count), 1.5)
      let y = top + unit * 0.008 + depth * share
      let x = random.uniform(0, Float(canvas.width))
      let patch = NoiseTile.soft.at(x / unit * 160, y / unit * 330)
      guard patch > -0.4 + random.uniform(0, 0.3) else { continue }
      let size = unit * (0.0011 + 0.0085 * share * random.uniform(0.55, 1.1))
      let color = flowers[Int(random.next() % UInt64(flowers.count))] * random.uniform(0.7, 1.15)
      for py in canvas.rows(y - size, y + size) {
        for px in canvas.columns(x - size, x + size) {
          let dx = (Float(px) + 0.5 - x) / size
          let dy = (Float(py) + 0.5 - y) / (size * 0.75)
          let away = (dx * dx + dy * dy).squareRoot()
          let covered = clamp((1 - away) * size + 0.3)
          canvas.cover(px, py, with: color * (1.05 - 0.45 * max(0, dy) - 0.3 * bell(away, 0.3)), covered)
        }
      }
    }
  }
}
