/// Heraldry's colours.
package enum Tincture: Sendable {
  case gold, silver, red, blue, black, green, purple

  var color: Color {
    switch self {
    case .gold: hex(0xe9b83c)
    case .silver: hex(0xf1ede3)
    case .red: hex(0xb51f2b)
    case .blue: hex(0x213f94)
    case .black: hex(0x1f1d22)
    case .green: hex(0x1f7040)
    case .purple: hex(0x6b2c73)
    }
  }
}

/// What a shield shows.
package struct Blazon: Sendable {
  /// How the field is divided between its two tinctures.
  package enum Division: Sendable {
    case plain, pale, fess, bend, chevron, cross, saltire, quarterly, perPale, barry, chequyFess, bordure
  }

  /// What lies on the field.
  package enum Charge: Sendable {
    case none, rose, doubleRose, fleurDeLis, sun, star, roundel, crescent
  }

  var field: Tincture
  var second: Tincture
  var division: Division
  var charge: Charge
  var chargeTincture: Tincture

  package init(
    _ field: Tincture, _ division: Division, _ second: Tincture, _ charge: Charge = .none,
    _ chargeTincture: Tincture = .gold
  ) {
    self.field = field
    self.division = division
    self.second = second
    self.charge = charge
    self.chargeTincture = chargeTincture
  }

  /// The shield's colour at a place: across from −1 to 1, down from 0 at the top edge to 1.2 at the point.
  func color(_ x: Float, _ y: Float, edge: Float, soft: Float) -> Color {
    let middle = y - 0.6
    func band(_ distance: Float, _ half: Float) -> Float { smoothstep(soft, -soft, abs(distance) - half) }
    let share: Float
    switch division {
    case .plain: share = 0
    case .pale: share = band(x, 0.33)
    case .fess: share = band(middle, 0.2)
    case .bend: share = band((x - middle * 1.25) * 0.7, 0.2)
    case .chevron: share = band(middle - 0.12 - (abs(x) - 0.4) * 0.75, 0.17)
    case .cross: share = max(band(x, 0.19), band(middle + 0.05, 0.19))
    case .saltire: share = max(band((x - middle * 1.3) * 0.7, 0.15), band((x + middle * 1.3) * 0.7, 0.15))
    case .quarterly:
      let right = smoothstep(-soft, soft, x)
      let below = smoothstep(-soft, soft, middle)
      share = right + below - 2 * right * below
    case .perPale: share = smoothstep(-soft, soft, x)
    case .barry: share = band((y * 5 - (y * 5).rounded(.down)) / 5 - 0.15, 0.05)
    case .chequyFess:
      let square = Int((x + 2) * 5) + Int((middle + 2) * 6.5)
      let checked = mix(Tincture.blue.color, Tincture.silver.color, Float(square & 1))
      return charged(mix(field.color, checked, band(middle, 0.23)), x, y, soft)
    case .bordure: share = smoothstep(0.16 + soft, 0.16 - soft, edge)
    }
    return charged(mix(field.color, second.color, share), x, y, soft)
  }

  private func charged(_ ground: Color, _ x: Float, _ y: Float, _ soft: Float) -> Color {
    let down = y - 0.62
    let away = (x * x + down * down).squareRoot()
    let angle = atan(x, -down)
    func inside(_ distance: Float) -> Float { smoothstep(soft, -soft, distance) }
    let ink = chargeTincture.color
    switch charge {
    case .none:
      return ground
    case .rose:
      return rose(ground, away, angle, ink, size: 0.36, soft)
    case .doubleRose:
      let outer = rose(ground, away, angle, Tincture.red.color, size: 0.4, soft)
      return rose(outer, away, angle + 0.628, Tincture.silver.color, size: 0.23, soft)
    case .sun:
      let rays = 0.3 + 0.14 * abs(cosine(angle * 8))
      let face = inside(away - 0.21) * 0.25
      return mix(mix(ground, ink, inside(away - rays)), ink * 0.6, face)
    case .star:
      // Five straight points.
      let sector: Float = 1.256_637
      let turned = abs(angle / sector - (angle / sector).rounded()) * sector
      let reach = 0.24 / max(0.05, cosine(0.9 - turned))
      return mix(ground, ink, inside(away - reach))
    case .roundel:
      return mix(ground, ink, inside(away - 0.3))
    case .crescent:
      let cut = (x * x + (down + 0.14) * (down + 0.14)).squareRoot()
      return mix(ground, ink, inside(away - 0.33) * (1 - inside(cut - 0.26)))
    case .fleurDeLis:
      let petal = max(abs(x) - 0.13 * sine(clamp((down + 0.42) / 0.62) * 3.141_6), down - 0.18)
      let sideX = abs(x) - 0.2
      let curl = abs((sideX * sideX * 1.5 + (down + 0.02) * (down + 0.02)).squareRoot() - 0.14) - 0.045
      let side = down < 0.1 && (abs(x) > 0.12 || down > 0) && !(abs(x) < 0.2 && down < -0.05) ? curl : 1
      let bar = max(abs(x) - 0.2, abs(down - 0.13) - 0.035)
      let foot = max(abs(x) - 0.05 - (down - 0.15) * 0.35, abs(down - 0.24) - 0.1)
      return mix(ground, ink, inside(min(min(petal, side), min(bar, foot))))
    }
  }

  private func rose(_ ground: Color, _ away: Float, _ angle: Float, _ ink: Color, size: Float, _ soft: Float)
    -> Color
  {
    let petals = size * (0.86 + 0.14 * cosine(angle * 5))
    let leaves = size * (0.72 + 0.42 * max(0, -cosine(angle * 5) - 0.6))
    var color = mix(ground, Tincture.green.color, smoothstep(soft, -soft, away - leaves))
    let shade = 0.72 + 0.28 * smoothstep(0, 0.25, abs(sine(angle * 2.5)))
    color = mix(color, ink * shade, smoothstep(soft, -soft, away - petals))
    return mix(color, Tincture.gold.color, smoothstep(soft, -soft, away - size * 0.27))
  }
}
