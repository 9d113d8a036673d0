import Foundation
import Imaging

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

/// The design of a shield: a field with figures over it.
package struct Blazon: Sendable {
  let field: Tincture
  let figures: [(figure: Figure, ink: Tincture)]

  package init(_ field: Tincture, _ figures: (Figure, Tincture)...) {
    (self.field, self.figures) = (field, figures)
  }
}

extension Blazon {
  /// A portrait's, in pixels.
  package static let width = 240, height = 300

  /// A shield below a crown, with a numeral under it: the portrait of a monarch who was never photographed.
  /// - Parameter numeral: Roman, of I and V; empty for none.
  package func portrait(numeral: String) -> Picture {
    let canvas = Canvas(width: Self.width, height: Self.height)
    let wall = mix(field.color, hex(0x57462f), 0.55) * 0.46
    let letters = Self.letters(numeral)
    canvas.eachPixel { place, pixel in
      // The shield is two units wide here.
      let (x, y) = (place.x * 3.6, 0.5 - place.y * 3.6)
      pixel = wall * (1.25 - 0.4 * SIMD2(x, y).length)
      // The shield's shadow.
      pixel *= 1 - 0.55 * smoothstep(-0.16, 0.1, Self.depth(x - 0.07, y - 0.09))
      let edge = Self.depth(x, y)
      if edge > -0.02 {
        var flat = field.color
        for (figure, ink) in figures { figure.draw(over: &flat, SIMD2(x, y * 0.95 - 0.6), ink.color) }
        // A curved surface, with a bright streak where the light falls.
        let bulge = 0.8 + 0.35 * cos(x * 1.2 + 0.5) - 0.12 * y
        let gilt = Tincture.gold.color * (0.6 + 0.6 * smoothstep(0, 0.075, edge) - 0.25 * x)
        let metal = mix(flat * bulge, gilt, smoothstep(0.084, 0.066, edge))
        pixel = mix(pixel, metal, smoothstep(-0.009, 0.009, edge))
      } else if y < 0, abs(x) < 0.8 {
        let shine = 0.72 + 0.45 * cos(x * 3.2 + 0.7) * cos((y + 0.12) * 5)
        for (figure, ink) in Self.crown { figure.draw(over: &pixel, SIMD2(x, -y - 0.12), ink.color * shine) }
      } else if y > 1.7, abs(x) < 0.8 {
        letters.draw(over: &pixel, SIMD2(x, y - 1.98), Tincture.gold.color)
      }
    }
    return canvas.picture(seed: 1)
  }

  /// How far inside a shield's outline a place lies; negative outside.
  private static func depth(_ x: Float, _ y: Float) -> Float {
    let taper = max(0, y - 0.55) / 1.2
    return min((1 - taper * taper * 1.25 - abs(x)) / (1 + taper * 0.9), y, 1.62 - y)
  }

  /// Drawn upwards from the middle of its foot: velvet below two arches and a cross, points, and jewels.
  private static let crown: [(Figure, Tincture)] = [
    (Figure(strokes: [Stroke(0, 0.33, 0.3, 0.28, 0.25, to: 0.21)]), .red),
    (
      Figure(strokes: [
        Stroke(0.6, 0.15, 0.54, 0.35, 0.022), Stroke(0.54, 0.35, 0.39, 0.51, 0.022),
        Stroke(0.39, 0.51, 0.2, 0.595, 0.022), Stroke(0.2, 0.595, 0, 0.62, 0.022),
        Stroke(0, 0.15, 0, 0.6, 0.03), Stroke(0, 0.66, 0.065), Stroke(0, 0.7, 0, 0.85, 0.02),
        Stroke(0, 0.79, 0.05, 0.79, 0.02), Stroke(0, 0.1, 0.5, 0.08, 0.09),
        Stroke(0.26, 0.12, 0.31, 0.36, 0.09, to: 0.03), Stroke(0.52, 0.12, 0.61, 0.36, 0.09, to: 0.03),
      ]), .gold
    ),
    (Figure(strokes: [Stroke(0, 0.09, 0.05), Stroke(0.24, 0.09, 0.05), Stroke(0.48, 0.09, 0.05)]), .blue),
  ]

  private static func letters(_ numeral: String) -> Figure {
    let strokes = numeral.enumerated().flatMap { index, letter in
      let middle = 0.22 * (Float(index) - Float(numeral.count - 1) / 2)
      return (letter == "V" ? [-0.1, 0.1] : [0]).map { Stroke(middle + $0, -0.15, middle, 0.15, 0.028) }
    }
    return Figure(rays: 0, strokes: strokes)
  }
}
