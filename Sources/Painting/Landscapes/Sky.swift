/// The air, the sun or moon in it, and clouds.
struct Sky {
  var light: Light
  var clouds: Clouds?
  var disc: Disc = .none

  /// What the fourth lane says of a pixel that is sky: water mirrors it from its own height.
  static let mark: Float = -1

  enum Disc { case none, sun, moon, crescent }

  /// Paints all rows down to `bottom`; rows below the horizon get the horizon's colour.
  /// - Parameter horizon: its row.
  func paint(on canvas: Canvas, horizon: Float, downTo bottom: Int) {
    let unit = canvas.unit
    let middle = Float(canvas.width) / 2
    let sunX = middle + light.place.across * unit
    let sunY = horizon - light.place.up * unit
    let hasGlow = light.glow > 0
    let glowColor = light.sun * (0.55 * light.glow)
    for y in 0..<min(bottom, canvas.height) {
      let up = max(0, (horizon - Float(y)) / unit)
      var air = airColor(up)
      air.w = Self.mark
      let row = canvas.pixels + y * canvas.width
      let fromSun = (Float(y) - sunY) / unit
      for x in 0..<canvas.width {
        var color = air
        if hasGlow {
          let across = (Float(x) - sunX) / unit
          let far = (across * across * 0.7 + fromSun * fromSun).squareRoot()
          // A wide, a narrow and a very narrow glow, each falling off as one over the square.
          let wide = 1 / (1 + far * far * 28)
          let near = 1 / (1 + far * far * 420)
          color += glowColor * (wide * 0.32 + near * 0.75)
        }
        row[x] = color
      }
    }
    paintDisc(on: canvas, x: sunX, y: sunY)
    clouds?.paint(on: canvas, light: light, horizon: horizon, downTo: bottom)
  }

  private func airColor(_ up: Float) -> Color {
    let low = smoothstep(0, 0.2, up)
    let high = smoothstep(0.12, 0.55, up)
    return mix(mix(light.horizon, light.middle, low), light.zenith, high)
  }

  private func paintDisc(on canvas: Canvas, x: Float, y: Float) {
    guard disc != .none else { return }
    let radius = canvas.unit * (disc == .sun ? 0.022 : 0.03)
    let bright = disc == .sun ? mix(light.sun, Color(repeating: 2.4), 0.5) * 2.2 : hex(0xf4efdf) * 1.15
    for py in canvas.rows(y - radius - 2, y + radius + 2) {
      for px in canvas.columns(x - radius - 2, x + radius + 2) {
        let dx = (Float(px) - x) / radius
        let dy = (Float(py) - y) / radius
        let edge = (1 - (dx * dx + dy * dy).squareRoot()) * radius + 0.5
        guard edge > 0 else { continue }
        var share = min(1, edge)
        var color = bright
        if disc != .sun {
          let seas = NoiseTile.soft.at(dx * 40 + 300, dy * 40 + 90)
          color = color * (1 - 0.38 * smoothstep(-0.05, 0.45, seas))
        }
        if disc == .crescent {
          let shadow = ((dx - 0.55) * (dx - 0.55) + (dy + 0.2) * (dy + 0.2)).squareRoot()
          share *= smoothstep(0.98, 1.06, shadow)
        }
        color.w = Self.mark
        canvas.cover(px, py, with: color, share)
      }
    }
  }
}

/// A layer of clouds seen from below, so that they grow smaller and closer towards the horizon.
struct Clouds {
  /// How much of the sky they cover: 0 none, 1 all.
  var cover: Float
  /// 1 are heaps; below, ever longer streaks.
  var stretch: Float = 1
  var size: Float = 1
  /// How sharp their edges are.
  var softness: Float = 0.35
  var opacity: Float = 0.95
  var seed: UInt32

  func paint(on canvas: Canvas, light: Light, horizon: Float, downTo bottom: Int) {
    let unit = canvas.unit
    let middle = Float(canvas.width) / 2
    let noise = NoiseTile.soft
    let shiftX = Float(scramble(1, 2, seed) & 511)
    let shiftY = Float(scramble(3, 4, seed) & 511)
    let threshold = mix(0.75, -0.75, cover)
    let scale = 26 / size
    let sunX = light.place.across
    let sunUp = max(0.02, light.place.up)
    for y in 0..<min(bottom, canvas.height) {
      let up = (horizon - Float(y)) / unit
      guard up > 0.004 else { continue }
      let away = 1 / (up + 0.07)
      let fade = smoothstep(0.004, 0.09, up) * opacity
      let row = canvas.pixels + y * canvas.width
      let v = away * scale + shiftY
      // Towards the sun, on the plane that the clouds lie in.
      let nearer = light.isAhead ? 5 * clamp((up - sunUp) * 12, -1, 1) : 4
      for x in 0..<canvas.width {
        let across = (Float(x) - middle) / unit
        let u = across * away * scale * stretch + shiftX
        let density = noise.at(u, v) + 0.35 * noise.at(u * 3.1 + 70, v * 3.1 + 31)
        let body = smoothstep(threshold, threshold + softness, density)
        guard body > 0 else { continue }
        let towards = 4 * clamp((sunX - across) * 7, -1, 1)
        let thicker = noise.at(u + towards * stretch, v + nearer)
        let depth = density - threshold
        let lit = clamp(0.62 + (density - thicker) * 1.1 - depth * 0.35)
        var color = mix(light.cloudShadow, light.cloudLit, lit)
        if light.isAhead {
          let dx = across - sunX
          let dy = up - sunUp
          // Thin cloud in front of the sun glows.
          let far: Float = dx * dx + dy * dy
          let thin: Float = 1 - body * 0.8
          color += light.sun * (thin * light.glow * 0.5 / (1 + far * 90))
        }
        color.w = Sky.mark
        row[x] = mix(row[x], color, body * fade)
      }
    }
  }
}
