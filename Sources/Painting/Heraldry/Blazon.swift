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

/// The design of a shield: a field with figures over it, and a border.
package struct Blazon: Sendable {
  let field: Tincture
  let border: Tincture?
  let figures: [(figure: Figure, ink: Tincture)]

  package init(_ field: Tincture, border: Tincture? = nil, _ figures: (Figure, Tincture)...) {
    (self.field, self.border, self.figures) = (field, border, figures)
  }
}

/// Bands and parts of a field, and what may lie on it. Places go from −1 to 1 across, and up and down from the middle.
package enum Figure: Sendable {
  case pale, perPale, fess, bars, bend, chevron, cross, saltire, quarters
  case coins, roundel, crescent, star, sun, rose, smallRose, fleurDeLis

  func drawings(_ ink: Tincture) -> [Drawing] {
    func draw(rays: Int = 1, turn: Float = 0, _ strokes: Stroke...) -> [Drawing] {
      [Drawing(ink, rays: rays, turn: turn, strokes)]
    }
    return switch self {
    case .pale: draw(Stroke(0, -2, 0, 2, 0.33))
    case .perPale: draw(rays: 0, Stroke(3, -2, 3, 2, 3))
    case .fess: draw(Stroke(0, 0, 2, 0, 0.24))
    case .bars: [Drawing(ink, (-3...3).map { Stroke(0, Float($0) * 0.2, 2, Float($0) * 0.2, 0.05) })]
    case .bend: draw(rays: 0, Stroke(-2, -1.6, 2, 1.6, 0.22))
    case .chevron: draw(Stroke(0, -0.16, 2, 1.34, 0.136))
    case .cross: draw(Stroke(0, -2, 0, 2, 0.19), Stroke(0, -0.05, 2, -0.05, 0.19))
    case .saltire: draw(Stroke(0, 0, 2, 1.54, 0.17), Stroke(0, 0, 2, -1.54, 0.17))
    case .coins: draw(Stroke(0, 0, 0.15), Stroke(0.42, 0, 0.15))
    case .quarters: draw(rays: 2, turn: 0.25, Stroke(0, 0, 0, -9, 0, to: 9))
    case .roundel: draw(Stroke(0, 0, 0.3))
    case .crescent:
      draw(
        Stroke(0, 0.2, 0.13, 0.17, 0.1), Stroke(0.13, 0.17, 0.23, 0.05, 0.1, to: 0.08),
        Stroke(0.23, 0.05, 0.25, -0.08, 0.08, to: 0.05), Stroke(0.25, -0.08, 0.2, -0.2, 0.05, to: 0.01))
    case .star: draw(rays: 5, Stroke(0, 0, 0, -0.38, 0.155, to: 0.004))
    case .sun: draw(rays: 16, Stroke(0, 0, 0.3), Stroke(0, -0.24, 0, -0.44, 0.07, to: 0.004))
    case .rose: Self.rose(ink, 0.4)
    case .smallRose: Self.rose(ink, 0.23, turn: 0.5)
    case .fleurDeLis:
      draw(
        Stroke(0, -0.15, 0, -0.42, 0.115, to: 0.005), Stroke(0, -0.15, 0, 0.32, 0.115, to: 0.03),
        Stroke(0, 0.14, 0.18, 0.14, 0.04), Stroke(0, 0.14, 0.09, 0.32, 0.04, to: 0.02),
        Stroke(0.05, 0.13, 0.17, -0.1, 0.035), Stroke(0.17, -0.1, 0.27, -0.12, 0.05),
        Stroke(0.27, -0.12, 0.31, 0, 0.05, to: 0.025), Stroke(0.3, 0.02, 0.045))
    }
  }

  /// Five petals with leaves between them, round a golden heart.
  private static func rose(_ ink: Tincture, _ size: Float, turn: Float = 0) -> [Drawing] {
    let petal = Stroke(0, -size * 0.3, 0, -size * 0.64, size * 0.2, to: size * 0.35)
    return [
      Drawing(.green, rays: 5, turn: turn + 0.5, [Stroke(0, 0, 0, -size * 1.1, size * 0.3, to: 0)]),
      Drawing(ink, shade: 0.7, rays: 5, turn: turn, [Stroke(0, -size * 0.6, size * 0.42)]),
      Drawing(ink, rays: 5, turn: turn, [petal]),
      Drawing(.gold, [Stroke(0, 0, size * 0.27)]),
    ]
  }
}
