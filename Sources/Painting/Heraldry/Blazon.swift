import Foundation

/// What a shield shows. Places on it go from −1 to 1 across, and from 0 at the top edge to 1.6 at the point.
package struct Blazon: Sendable {
  /// How the field is divided between its two tinctures.
  package enum Division: Sendable {
    case plain, pale, fess, bend, chevron, cross, saltire, quarterly, perPale, barry, chequyFess, bordure
  }

  /// What lies on the field.
  package enum Charge: Sendable {
    case none, rose, doubleRose, fleurDeLis, sun, star, roundel, crescent
  }

  let field: Tincture
  let second: Tincture
  let division: Division
  let charge: Charge
  let chargeTincture: Tincture

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

  /// The stripes, and the charge on them.
  var layers: [Layer] { [Layer(second.color, stripes)] + drawing }

  /// The field at a place, where stripes do not make it.
  /// - Parameter edge: how far inside the shield the place lies.
  func ground(_ place: SIMD2<Float>, edge: Float, soft: Float) -> Color {
    let (x, y) = (place.x, place.y - 0.6)
    switch division {
    case .bordure: return mix(field.color, second.color, smoothstep(0.16 + soft, 0.16 - soft, edge))
    case .quarterly:
      let (right, below) = (smoothstep(-soft, soft, x), smoothstep(-soft, soft, y))
      return mix(field.color, second.color, right + below - 2 * right * below)
    case .chequyFess:
      let square = Int((x + 2) * 5) + Int((y + 2) * 6.5)
      let checks = square.isMultiple(of: 2) ? Tincture.blue.color : Tincture.silver.color
      return mix(field.color, checks, smoothstep(soft, -soft, abs(y) - 0.23))
    default: return field.color
    }
  }

  private var stripes: [Stroke] {
    switch division {
    case .plain, .quarterly, .chequyFess, .bordure: []
    case .pale: [Stroke(0, -1, 0, 3, 0.33)]
    case .perPale: [Stroke(3, -9, 3, 9, 3)]
    case .fess: [Stroke(-2, 0.6, 2, 0.6, 0.2)]
    case .barry: (0..<8).map { Stroke(-2, 0.15 + 0.2 * Float($0), 2, 0.15 + 0.2 * Float($0), 0.05) }
    case .bend: [Stroke(-2, -1, 2, 2.2, 0.18)]
    case .saltire: [Stroke(-2, -0.94, 2, 2.14, 0.13), Stroke(2, -0.94, -2, 2.14, 0.13)]
    case .cross: [Stroke(0, -1, 0, 3, 0.19), Stroke(-2, 0.55, 2, 0.55, 0.19)]
    case .chevron: [Stroke(0, 0.44, -2, 1.94, 0.136), Stroke(0, 0.44, 2, 1.94, 0.136)]
    }
  }

  private var drawing: [Layer] {
    let ink = chargeTincture.color
    switch charge {
    case .none: return []
    case .roundel: return [Layer(ink, [Stroke(0, 0.62, 0.3)])]
    case .rose: return rose(ink, 0.36, turned: 0)
    case .doubleRose:
      return rose(Tincture.red.color, 0.4, turned: 0) + rose(Tincture.silver.color, 0.23, turned: 0.628)
    case .sun:
      let rays = ray(16, from: 0.24, to: 0.44, turned: 0, radius: 0.07, end: 0.004)
      return [Layer(ink, rays + [Stroke(0, 0.62, 0.3)]), Layer(ink * 0.85, [Stroke(0, 0.62, 0.21)])]
    case .star:
      return [Layer(ink, ray(5, from: 0, to: 0.38, turned: 0, radius: 0.155, end: 0.004))]
    case .crescent:
      let arc = (0...12).map { step in
        let angle = -0.35 + Float(step) * 0.32
        return Stroke(cos(angle) * 0.26, 0.6 + sin(angle) * 0.26, 0.035 + 0.06 * max(0, sin(angle)))
      }
      return [Layer(ink, zip(arc, arc.dropFirst()).map { $0.joined(to: $1) })]
    case .fleurDeLis:
      let petals = [Float(-1), 1].flatMap { side in
        [
          Stroke(side * 0.05, 0.75, side * 0.17, 0.52, 0.035),
          Stroke(side * 0.17, 0.52, side * 0.27, 0.5, 0.05),
          Stroke(side * 0.27, 0.5, side * 0.31, 0.62, 0.05, to: 0.025), Stroke(side * 0.3, 0.64, 0.045),
          Stroke(0, 0.76, side * 0.09, 0.94, 0.04, to: 0.02),
        ]
      }
      let heart = [
        Stroke(0, 0.47, 0, 0.2, 0.115, to: 0.005), Stroke(0, 0.47, 0, 0.94, 0.115, to: 0.03),
        Stroke(-0.18, 0.76, 0.18, 0.76, 0.04),
      ]
      return [Layer(ink, heart + petals)]
    }
  }

  /// Five petals with leaves between them, round a golden heart.
  private func rose(_ ink: Color, _ size: Float, turned: Float) -> [Layer] {
    [
      Layer(
        Tincture.green.color,
        ray(5, from: 0, to: size * 1.1, turned: turned + 0.628, radius: size * 0.3, end: 0)),
      Layer(ink * 0.7, ray(5, from: size * 0.6, to: size * 0.6, turned: turned, radius: size * 0.42)),
      Layer(
        ink, ray(5, from: size * 0.3, to: size * 0.64, turned: turned, radius: size * 0.2, end: size * 0.35)),
      Layer(Tincture.gold.color, [Stroke(0, 0.62, size * 0.27)]),
    ]
  }

  /// Strokes that run from the charge's middle outwards, the first one upwards.
  private func ray(
    _ count: Int, from: Float, to: Float, turned: Float, radius: Float, end: Float? = nil
  ) -> [Stroke] {
    (0..<count).map { index in
      let angle = turned + Float(index) * 6.283_185 / Float(count)
      let (x, y) = (sin(angle), -cos(angle))
      return Stroke(x * from, 0.62 + y * from, x * to, 0.62 + y * to, radius, to: end)
    }
  }
}
