import Base
import Foundation
import Imaging

extension Blazon {
  /// A shield below a crown, with a numeral under it: the portrait of a monarch who was never photographed.
  /// - Parameters:
  ///   - width: in pixels, at least 16; the shield looks best when it is four fifths of the height.
  ///   - height: in pixels, at least 16.
  ///   - crownIsClosed: with arches, or a ring of points, as before 1413.
  ///   - numeral: Roman, of I, V and X; empty for none.
  package func portrait(
    width: Int, height: Int, crownIsClosed: Bool, numeral: String, seed: UInt64
  ) -> Picture {
    let canvas = Canvas(width: width, height: height)
    var random = SplitMix(seed: seed)
    let wall = mix(field.color, hex(0x57462f), 0.55) * random.uniform(0.38, 0.55)
    let lamp = SIMD2(random.uniform(-0.25, 0.25), 0.1)
    let shift = random.uniform(0, 512)
    // The shield is two units wide here.
    let scale = min(Float(width) / 2.9, Float(height) / 3.6)
    let soft = 0.75 / scale
    let charge = figures.flatMap { $0.figure.drawings($0.ink) }
    let (crown, letters) = (Self.crown(isClosed: crownIsClosed), Self.letters(numeral))

    canvas.eachPixel { place, pixel in
      let (x, y) = (place.x * canvas.unit / scale, 0.5 - place.y * canvas.unit / scale)
      let weave =
        NoiseTile.soft.at(x * 70 + shift, y * 70) * 0.2 + NoiseTile.soft.at(x * 9, y * 9 + shift) * 0.35
      pixel = wall * (max(0.25, 1.25 - 0.35 * (SIMD2(x, y) - lamp).length) * (1 + weave))
      // The shield's shadow.
      pixel *= 1 - 0.55 * smoothstep(-0.16, 0.1, Self.depth(x - 0.07, y - 0.09))
      let edge = Self.depth(x, y)
      if edge > -soft * 2 {
        var flat = field.color
        for drawing in charge { drawing.draw(over: &flat, SIMD2(x, y * 0.95 - 0.6), soft: soft) }
        if let border { flat = mix(flat, border.color, smoothstep(0.16 + soft, 0.16 - soft, edge)) }
        // A curved surface, with a bright streak where the light falls.
        let bulge = 0.8 + 0.35 * cos(x * 1.2 + 0.5) - 0.12 * y
        let gilt = Tincture.gold.color * (0.6 + 0.6 * smoothstep(0, 0.075, edge) - 0.25 * x)
        let rim = smoothstep(0.075 + soft, 0.075 - soft, edge)
        let metal = mix(flat * (bulge * (1 + weave * 0.35)), gilt, rim)
        pixel = mix(pixel, metal, smoothstep(-soft, soft, edge))
      } else if y < 0, y > -1.1, abs(x) < 0.8 {
        let shine = 0.72 + 0.45 * cos(x * 3.2 + 0.7) * cos((y + 0.12) * 5)
        for drawing in crown { drawing.draw(over: &pixel, SIMD2(x, -y - 0.12), soft: soft, shine: shine) }
      } else if y > 1.7, abs(x) < 0.8 {
        letters.draw(over: &pixel, SIMD2(x, y - 1.98), soft: soft)
      }
    }
    return canvas.picture(seed: seed, vignette: 0.45, grain: 1.6)
  }

  /// How far inside a shield's outline a place lies; negative outside.
  private static func depth(_ x: Float, _ y: Float) -> Float {
    let taper = max(0, y - 0.55) / 1.2
    return min((1 - taper * taper * 1.25 - abs(x)) / (1 + taper * 0.9), y, 1.62 - y)
  }

  /// Drawn upwards from the middle of its foot: five points that lean outwards, or velvet below two arches and a cross.
  private static func crown(isClosed: Bool) -> [Drawing] {
    let velvet = isClosed ? [Stroke(0, 0.33, 0.3, 0.28, 0.25, to: 0.21)] : []
    var gold = [Stroke(0, 0.1, 0.5, 0.08, 0.09)]
    for foot: Float in [0, 0.26, 0.52] {
      let high = isClosed ? 0.36 : 0.5 - 0.12 * foot
      gold.append(Stroke(foot, 0.12, foot * 1.18, high, 0.09, to: 0.01))
      gold.append(Stroke(foot * 1.18, high + 0.03, 0.045))
    }
    if isClosed {
      gold += [
        Stroke(0.6, 0.15, 0.54, 0.35, 0.022), Stroke(0.54, 0.35, 0.39, 0.51, 0.022),
        Stroke(0.39, 0.51, 0.2, 0.595, 0.022), Stroke(0.2, 0.595, 0, 0.62, 0.022),
        Stroke(0, 0.15, 0, 0.6, 0.03), Stroke(0, 0.66, 0.065), Stroke(0, 0.7, 0, 0.85, 0.02),
        Stroke(0, 0.79, 0.05, 0.79, 0.02),
      ]
    }
    return [
      Drawing(.red, shade: 0.6, velvet), Drawing(.gold, gold),
      Drawing(.blue, shade: 1.2, [Stroke(0.24, 0.09, 0.05)]),
      Drawing(.red, shade: 1.2, [Stroke(0, 0.09, 0.05), Stroke(0.48, 0.09, 0.05)]),
    ]
  }

  private static func letters(_ numeral: String) -> Drawing {
    // Where a letter's strokes begin at the top, and end at the foot.
    let shapes: [Character: [(Float, Float)]] = [
      "I": [(0, 0)], "V": [(-1, 0), (1, 0)], "X": [(-1, 1), (1, -1)],
    ]
    let strokes = numeral.enumerated().flatMap { index, letter in
      let middle = 0.22 * (Float(index) - Float(numeral.count - 1) / 2)
      return (shapes[letter] ?? []).map { top, foot in
        Stroke(middle + 0.1 * top, -0.15, middle + 0.1 * foot, 0.15, 0.028)
      }
    }
    return Drawing(.gold, rays: 0, strokes)
  }
}
