import Foundation

/// Heraldry's colours.
package enum Tincture: UInt32, Sendable {
  case gold = 0xe9b83c
  case silver = 0xf1ede3
  case red = 0xb51f2b
  case blue = 0x213f94
  case black = 0x1f1d22
  case green = 0x1f7040
  case purple = 0x6b2c73

  var color: Color { hex(rawValue) }
}

/// What a shield shows. Places on it go from −1 to 1 across, and up and down from its middle.
package struct Blazon: Sendable {
  /// How the field is divided between its two tinctures.
  package enum Division: Sendable {
    case plain, pale, fess, bend, chevron, cross, saltire, quarterly, perPale, barry, chequyFess, bordure
  }

  /// What lies on the field.
  package enum Charge: Sendable {
    case none, rose, doubleRose, fleurDeLis, sun, star, roundel, crescent
  }

  let field, second, ink: Tincture
  let division: Division
  let charge: Charge

  package init(
    _ field: Tincture, _ division: Division, _ second: Tincture, _ charge: Charge = .none,
    _ ink: Tincture = .gold
  ) {
    (self.field, self.second, self.ink) = (field, second, ink)
    (self.division, self.charge) = (division, charge)
  }

  /// The field at a place.
  /// - Parameter edge: how far inside the shield the place lies.
  func ground(_ place: SIMD2<Float>, edge: Float, soft: Float) -> Color {
    let isSilver = division == .chequyFess && (Int((place.x + 2) * 5) + Int((place.y + 2) * 6.5)) % 2 == 1
    let other = isSilver ? Tincture.silver : second
    return mix(field.color, other.color, smoothstep(soft, -soft, outside(place.x, place.y, edge: edge)))
  }

  /// How far a place lies outside the second tincture; negative inside.
  private func outside(_ x: Float, _ y: Float, edge: Float) -> Float {
    switch division {
    case .plain: 1
    case .pale: abs(x) - 0.33
    case .perPale: -x
    case .fess: abs(y) - 0.2
    case .chequyFess: abs(y) - 0.23
    case .barry: abs((y * 5 + 0.25) - (y * 5 + 0.25).rounded()) / 5 - 0.05
    case .bend: abs(y - 0.8 * x) * 0.78 - 0.18
    case .saltire: abs(abs(y) - 0.77 * abs(x)) * 0.79 - 0.13
    case .chevron: abs(y + 0.16 - 0.75 * abs(x)) * 0.8 - 0.136
    case .cross: min(abs(x), abs(y + 0.05)) - 0.19
    case .quarterly: x * y < 0 ? -min(abs(x), abs(y)) : min(abs(x), abs(y))
    case .bordure: edge - 0.16
    }
  }

  /// The charge, around its own middle.
  var drawing: [Drawing] {
    let color = ink.color
    switch charge {
    case .none: return []
    case .roundel: return [Drawing(color: color, strokes: [Stroke(0, 0, 0.3)])]
    case .star:
      return [Drawing(color: color, symmetry: .rays(5), strokes: [Stroke(0, 0, 0, -0.38, 0.155, to: 0.004)])]
    case .sun:
      let rays = [Stroke(0, 0, 0.3), Stroke(0, -0.24, 0, -0.44, 0.07, to: 0.004)]
      return [
        Drawing(color: color, symmetry: .rays(16), strokes: rays),
        Drawing(color: color * 0.85, strokes: [Stroke(0, 0, 0.21)]),
      ]
    case .rose: return Self.rose(color, 0.36)
    case .doubleRose:
      return Self.rose(Tincture.red.color, 0.4) + Self.rose(Tincture.silver.color, 0.23, turned: true)
    case .crescent:
      return [
        Drawing(color: color, strokes: [Stroke(0, 0, 0.3)]),
        Drawing(color: field.color, strokes: [Stroke(0, -0.11, 0.24)]),
      ]
    case .fleurDeLis:
      let strokes = [
        Stroke(0, -0.15, 0, -0.42, 0.115, to: 0.005), Stroke(0, -0.15, 0, 0.32, 0.115, to: 0.03),
        Stroke(0, 0.14, 0.18, 0.14, 0.04), Stroke(0, 0.14, 0.09, 0.32, 0.04, to: 0.02),
        Stroke(0.05, 0.13, 0.17, -0.1, 0.035), Stroke(0.17, -0.1, 0.27, -0.12, 0.05),
        Stroke(0.27, -0.12, 0.31, 0, 0.05, to: 0.025), Stroke(0.3, 0.02, 0.045),
      ]
      return [Drawing(color: color, strokes: strokes)]
    }
  }

  /// Five petals with leaves between them, round a golden heart.
  private static func rose(_ color: Color, _ size: Float, turned: Bool = false) -> [Drawing] {
    let outer = Stroke(0, -size * 0.6, size * 0.42)
    let leaf = Stroke(0, 0, 0, -size * 1.1, size * 0.3, to: 0)
    let petal = Stroke(0, -size * 0.3, 0, -size * 0.64, size * 0.2, to: size * 0.35)
    return [
      Drawing(color: Tincture.green.color, symmetry: .rays(5, turned: !turned), strokes: [leaf]),
      Drawing(color: color * 0.7, symmetry: .rays(5, turned: turned), strokes: [outer]),
      Drawing(color: color, symmetry: .rays(5, turned: turned), strokes: [petal]),
      Drawing(color: Tincture.gold.color, strokes: [Stroke(0, 0, size * 0.27)]),
    ]
  }
}
