import Base
import Foundation
import Imaging

/// A shield below a crown, with a numeral under it: a portrait for someone of whom there is no photo.
package struct Shield: Sendable {
  private let blazon: Blazon
  private let crownIsClosed: Bool
  private let numeral: String
  private let seed: UInt64

  /// - Parameters:
  ///   - crownIsClosed: with arches, or a ring of points, as before 1413.
  ///   - numeral: Roman, of I, V and X; empty for none.
  package init(_ blazon: Blazon, crownIsClosed: Bool, numeral: String, seed: UInt64) {
    self.blazon = blazon
    self.crownIsClosed = crownIsClosed
    self.numeral = numeral
    self.seed = seed
  }

  /// - Parameters:
  ///   - width: in pixels, at least 16; the shield looks best when it is four fifths of the height.
  ///   - height: in pixels, at least 16.
  package func picture(width: Int, height: Int) -> Picture {
    let canvas = Canvas(width: width, height: height)
    var random = SplitMix(seed: seed)
    let warmth = random.uniform(0.75, 1.1)
    let lean = random.uniform(-0.25, 0.25)
    // The shield is two units wide here.
    let scale = min(Float(width) / 2.9, Float(height) / 3.6)
    let soft = 0.75 / scale
    let shift = Float(seed & 511)
    let wall = mix(blazon.field.color, hex(0x57462f), 0.55) * (0.5 * warmth)
    let (layers, crown, letters) = (blazon.layers, crown, letters)

    canvas.eachPixel(rows: 0..<height) { px, py, pixel in
      let x = (Float(px) + 0.5 - canvas.middle) / scale
      let y = (Float(py) + 0.5 - Float(height) / 2) / scale + 0.5
      let weave =
        NoiseTile.soft.at(x * 70 + shift, y * 70) * 0.2 + NoiseTile.soft.at(x * 9, y * 9 + shift) * 0.35
      let lamp = 1.25 - 0.35 * ((x - lean) * (x - lean) + (y - 0.1) * (y - 0.1)).squareRoot()
      pixel = wall * (max(0.25, lamp) * (1 + weave))
      // The shield's shadow.
      pixel *= 1 - 0.55 * smoothstep(-0.16, 0.1, Self.depth(x - 0.07, y - 0.09))
      let edge = Self.depth(x, y)
      if edge > -soft * 2 {
        let place = SIMD2(x, y * 0.95)
        let flat = layers.over(blazon.ground(place, edge: edge, soft: soft), place, soft: soft)
        // A curved surface, with a bright streak where the light falls.
        let bulge = 0.8 + 0.35 * cos(x * 1.2 + 0.5) - 0.12 * y
        let gilt = Tincture.gold.color * (0.6 + 0.6 * smoothstep(0, 0.075, edge) - 0.25 * x)
        let rim = smoothstep(0.075 + soft, 0.075 - soft, edge)
        let metal = mix(flat * (bulge * (1 + weave * 0.35)), gilt, rim)
        pixel = mix(pixel, metal, smoothstep(-soft, soft, edge))
      }
      if y < 0, y > -1.1, abs(x) < 0.8 {
        let up = -y - 0.12
        let shine = 0.72 + 0.45 * cos(x * 3.2 + 0.7) * cos(up * 5)
        pixel = crown.over(pixel, SIMD2(x, up), soft: soft, shine: shine)
      }
      if y > 1.7, abs(x) < 0.8 { pixel = letters.over(pixel, SIMD2(x, y - 1.98), soft: soft) }
    }
    return canvas.picture(seed: seed, vignette: 0.45, grain: 1.6)
  }

  /// How far inside a shield's outline a place lies; negative outside.
  private static func depth(_ x: Float, _ y: Float) -> Float {
    let taper = max(0, y - 0.55) / 1.2
    return min((1 - taper * taper * 1.25 - abs(x)) / (1 + taper * 0.9), y, 1.62 - y)
  }

  /// Drawn upwards from the middle of its foot: five points that lean outwards, or velvet below two arches and a cross.
  private var crown: [Layer] {
    var gold = [Stroke(-0.5, 0.08, 0, 0.1, 0.09), Stroke(0, 0.1, 0.5, 0.08, 0.09)]
    var velvet: [Stroke] = []
    for point in -2...2 {
      let foot = Float(point) * 0.26
      let high: Float = crownIsClosed ? 0.36 : 0.5 - 0.03 * Float(abs(point))
      gold += [
        Stroke(foot, 0.12, foot * 1.18, high, 0.09, to: 0.01), Stroke(foot * 1.18, high + 0.03, 0.045),
      ]
    }
    if crownIsClosed {
      let dome = (0...12).map { step in
        let angle = Float(step) * 0.262
        return Stroke(0.6 * cos(angle), 0.15 + 0.47 * sin(angle), 0.022)
      }
      velvet = dome.map { Stroke(0, 0.25, $0.from.x * 0.94, $0.from.y * 0.94, 0.1, to: 0.06) }
      gold += zip(dome, dome.dropFirst()).map { $0.joined(to: $1) }
      gold += [
        Stroke(0, 0.15, 0, 0.6, 0.03), Stroke(0, 0.66, 0.065), Stroke(0, 0.7, 0, 0.85, 0.02),
        Stroke(-0.05, 0.79, 0.05, 0.79, 0.02),
      ]
    }
    let jewels = (-2...2).map { Stroke(Float($0) * 0.24, 0.09, 0.05) }
    return [
      Layer(Tincture.red.color * 0.6, velvet), Layer(Tincture.gold.color, gold),
      Layer(Tincture.blue.color * 1.2, [jewels[1], jewels[3]]),
      Layer(Tincture.red.color * 1.2, [jewels[0], jewels[2], jewels[4]]),
    ]
  }

  private var letters: [Layer] {
    let widths: [Character: Float] = ["I": 0.1, "V": 0.24, "X": 0.24]
    let gap: Float = 0.07
    var left = (gap - numeral.reduce(Float(0)) { $0 + (widths[$1] ?? 0) + gap }) / 2
    var strokes: [Stroke] = []
    for letter in numeral {
      let right = left + (widths[letter] ?? 0)
      let middle = (left + right) / 2
      switch letter {
      case "I": strokes.append(Stroke(middle, -0.15, middle, 0.15, 0.028))
      case "V": strokes += [left, right].map { Stroke($0, -0.15, middle, 0.15, 0.028) }
      default: strokes += [Stroke(left, -0.15, right, 0.15, 0.028), Stroke(right, -0.15, left, 0.15, 0.028)]
      }
      left = right + gap
    }
    return [Layer(Tincture.gold.color, strokes)]
  }
}
