import Base
import Foundation
import Imaging

extension Blazon {
  /// A shield below a crown, with a numeral under it: a portrait for someone of whom there is no photo.
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
    let warmth = random.uniform(0.75, 1.1)
    let lamp = SIMD2(random.uniform(-0.25, 0.25), 0.1)
    // The shield is two units wide here.
    let scale = min(Float(width) / 2.9, Float(height) / 3.6)
    let soft = 0.75 / scale
    let shift = Float(seed & 511)
    let wall = mix(field.color, hex(0x57462f), 0.55) * (0.5 * warmth)
    let (charge, crown, letters) = (drawing, Self.crown(isClosed: crownIsClosed), Self.letters(numeral))

    canvas.eachPixel { px, py, pixel in
      let x = (Float(px) + 0.5 - canvas.middle) / scale
      let y = (Float(py) + 0.5 - Float(height) / 2) / scale + 0.5
      let weave =
        NoiseTile.soft.at(x * 70 + shift, y * 70) * 0.2 + NoiseTile.soft.at(x * 9, y * 9 + shift) * 0.35
      pixel = wall * (max(0.25, 1.25 - 0.35 * (SIMD2(x, y) - lamp).length) * (1 + weave))
      // The shield's shadow.
      pixel *= 1 - 0.55 * smoothstep(-0.16, 0.1, Self.depth(x - 0.07, y - 0.09))
      let edge = Self.depth(x, y)
      if edge > -soft * 2 {
        let place = SIMD2(x, y * 0.95 - 0.6)
        let flat = charge.over(ground(place, edge: edge, soft: soft), place, soft: soft)
        // A curved surface, with a bright streak where the light falls.
        let bulge = 0.8 + 0.35 * cos(x * 1.2 + 0.5) - 0.12 * y
        let gilt = Tincture.gold.color * (0.6 + 0.6 * smoothstep(0, 0.075, edge) - 0.25 * x)
        let rim = smoothstep(0.075 + soft, 0.075 - soft, edge)
        let metal = mix(flat * (bulge * (1 + weave * 0.35)), gilt, rim)
        pixel = mix(pixel, metal, smoothstep(-soft, soft, edge))
      } else if y < 0, y > -1.1, abs(x) < 0.8 {
        let shine = 0.72 + 0.45 * cos(x * 3.2 + 0.7) * cos((y + 0.12) * 5)
        pixel = crown.over(pixel, SIMD2(x, -y - 0.12), soft: soft, shine: shine)
      } else if y > 1.7, abs(x) < 0.8 {
        pixel = letters.over(pixel, SIMD2(x, y - 1.98), soft: soft)
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
    var gold = [Stroke(0, 0.1, 0.5, 0.08, 0.09)]
    var velvet: [Stroke] = []
    for point in 0...2 {
      let foot = Float(point) * 0.26
      let high = isClosed ? 0.36 : 0.5 - 0.03 * Float(point)
      gold += [
        Stroke(foot, 0.12, foot * 1.18, high, 0.09, to: 0.01), Stroke(foot * 1.18, high + 0.03, 0.045),
      ]
    }
    if isClosed {
      func arch(_ step: Int) -> SIMD2<Float> {
        SIMD2(0.6 * cos(Float(step) * 0.262), 0.15 + 0.47 * sin(Float(step) * 0.262))
      }
      for step in 0..<6 {
        let (from, to) = (arch(step), arch(step + 1))
        velvet.append(Stroke(0, 0.25, from.x * 0.94, from.y * 0.94, 0.1, to: 0.06))
        gold.append(Stroke(from.x, from.y, to.x, to.y, 0.022))
      }
      gold += [
        Stroke(0, 0.15, 0, 0.6, 0.03), Stroke(0, 0.66, 0.065), Stroke(0, 0.7, 0, 0.85, 0.02),
        Stroke(0, 0.79, 0.05, 0.79, 0.02),
      ]
    }
    return [
      Drawing(color: Tincture.red.color * 0.6, strokes: velvet),
      Drawing(color: Tincture.gold.color, strokes: gold),
      Drawing(color: Tincture.blue.color * 1.2, strokes: [Stroke(0.24, 0.09, 0.05)]),
      Drawing(color: Tincture.red.color * 1.2, strokes: [Stroke(0, 0.09, 0.05), Stroke(0.48, 0.09, 0.05)]),
    ]
  }

  private static func letters(_ numeral: String) -> [Drawing] {
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
    return [Drawing(color: Tincture.gold.color, symmetry: .none, strokes: strokes)]
  }
}
