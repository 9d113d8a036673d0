import Base
import Imaging

/// A shield below a crown, with a numeral under it: a portrait for someone of whom there is no photo.
package struct Shield: Sendable {
  package var blazon: Blazon
  /// A ring of points, as before 1399, or closed with arches.
  package var crownIsClosed: Bool
  /// Roman, of I, V and X; empty for none.
  package var numeral: String
  package var seed: UInt64

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
    let middleX = Float(width) / 2
    let top = Float(height) / 2 - scale * 0.5
    let soft = 0.75 / scale
    let crown = Crown(isClosed: crownIsClosed)
    let letters = Numeral(numeral)
    let shift = Float(seed & 511)
    let wall = mix(blazon.field.color, hex(0x57462f), 0.55) * (0.5 * warmth)

    canvas.eachPixel(rows: 0..<height) { px, py, pixel in
      let x = (Float(px) + 0.5 - middleX) / scale
      let y = (Float(py) + 0.5 - top) / scale
      let weave =
        NoiseTile.soft.at(x * 70 + shift, y * 70) * 0.2 + NoiseTile.soft.at(x * 9, y * 9 + shift) * 0.35
      let lamp = 1.25 - 0.35 * ((x - lean) * (x - lean) + (y - 0.1) * (y - 0.1)).squareRoot()
      var color = wall * (max(0.25, lamp) * (1 + weave))

      let shadow = Self.depth(x - 0.07, y - 0.09)
      color = color * (1 - 0.55 * smoothstep(-0.16, 0.1, shadow))
      let edge = Self.depth(x, y)
      if edge > -soft * 2 {
        var metal = blazon.color(x, y * 0.95, edge: edge, soft: soft)
        // A curved surface, with a bright streak where the light falls.
        let bulge = 0.8 + 0.35 * cosine(x * 1.2 + 0.5) - 0.12 * y
        metal = metal * (bulge * (1 + weave * 0.35))
        let rim = smoothstep(0.075 + soft, 0.075 - soft, edge)
        let gilt = Tincture.gold.color * (0.6 + 0.6 * smoothstep(0, 0.075, edge) - 0.25 * x)
        color = mix(color, mix(metal, gilt, rim), smoothstep(-soft, soft, edge))
      }
      color = crown.over(color, x, y + 0.12, soft: soft)
      color = letters.over(color, x, y - 1.98, soft: soft)
      pixel = color
    }
    return Finish(vignette: 0.45, grain: 1.6).picture(of: canvas, seed: seed)
  }

  /// How far inside a shield's outline a place lies; negative outside.
  private static func depth(_ x: Float, _ y: Float) -> Float {
    let taper = max(0, y - 0.55) / 1.2
    let half = 1 - taper * taper * 1.25
    let slope: Float = 1 + taper * 0.9
    return min((half - abs(x)) / slope, y, 1.62 - y)
  }
}
