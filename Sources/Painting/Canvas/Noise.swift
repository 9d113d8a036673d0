import Foundation

/// A square of smooth noise that repeats without a seam. It is made once and looked up after that, which keeps painting
/// fast.
struct NoiseTile: Sendable {
  private static let size = 512
  private let values: [Float]

  /// Clouds and grass: sums of ever finer noise, around 0 and mostly within ±1.
  static let soft = NoiseTile { x, y in octaves(7) { gradientNoise(x, y, $0, seed: 11 + $1) } }

  /// Crests and veins: sharp at their tops, from 0 to 1.
  static let ridged = NoiseTile { x, y in
    octaves(7) {
      let crest = 1 - min(1, abs(gradientNoise(x, y, $0, seed: 23 + $1)) * 1.6)
      return crest * crest
    } / 1.9
  }

  /// Mountains: finer noise is weaker where it is steep, as if rain had washed the slopes; around 0.5. The damping is
  /// Inigo Quilez's (https://iquilezles.org/articles/morenoise/).
  static let eroded = NoiseTile { x, y in
    var slope = SIMD2<Float>()
    return 0.5 + 0.5
      * octaves(8) { cells, octave in
        func noise(_ right: Float, _ down: Float) -> Float {
          gradientNoise(x + right / Float(cells), y + down / Float(cells), cells, seed: 41 + octave)
        }
        let here = noise(0, 0)
        slope += (SIMD2(noise(0.01, 0), noise(0, 0.01)) - here) * 60
        return here / (1 + (slope * slope).sum())
      }
  }

  private init(_ value: (Float, Float) -> Float) {
    values = (0..<Self.size * Self.size).map {
      let (row, column) = $0.quotientAndRemainder(dividingBy: Self.size)
      return value(Float(column) / Float(Self.size), Float(row) / Float(Self.size))
    }
  }

  /// The noise at a place measured in the tile's cells; 128 of them span its coarsest features.
  @inline(__always) func at(_ x: Float, _ y: Float) -> Float {
    let (left, top, mask) = (whole(x), whole(y), Self.size - 1)
    let (column, nextColumn) = (left & mask, (left + 1) & mask)
    let (row, nextRow) = ((top & mask) * Self.size, ((top + 1) & mask) * Self.size)
    return values.withUnsafeBufferPointer { values in
      let across = x - Float(left)
      let above = mix(values[row + column], values[row + nextColumn], across)
      let below = mix(values[nextRow + column], values[nextRow + nextColumn], across)
      return mix(above, below, y - Float(top))
    }
  }

  /// A sum of `noise`, each time twice as fine and half as strong.
  private static func octaves(_ count: Int, _ noise: (_ cells: Int, _ octave: UInt32) -> Float) -> Float {
    (0..<count).reduce(0) { $0 + noise(4 << $1, UInt32($1)) / Float(1 << $1) }
  }
}

/// 256 directions, evenly round the circle.
private let gradients: [SIMD2<Float>] = (0..<256).map {
  let angle = Float($0) * (6.283_185 / 256)
  return SIMD2(cos(angle), sin(angle))
}

/// The whole number below; the library's own is a function call on older processors.
@inline(__always) private func whole(_ value: Float) -> Int {
  let whole = Int(value)
  return Float(whole) > value ? whole - 1 : whole
}

/// Perlin's gradient noise on a grid of `cells` by `cells` that repeats, at a place from 0 to 1. About ±1.
private func gradientNoise(_ x: Float, _ y: Float, _ cells: Int, seed: UInt32) -> Float {
  let (column, row) = (whole(x * Float(cells)), whole(y * Float(cells)))
  let place = SIMD2(x, y) * Float(cells) - SIMD2(Float(column), Float(row))

  func corner(_ right: Int, _ down: Int) -> Float {
    let bits = scramble((column + right) & (cells - 1), (row + down) & (cells - 1), seed)
    return (gradients[Int(bits & 255)] * (place - SIMD2(Float(right), Float(down)))).sum()
  }
  let share = place * place * place * (place * (place * 6 - 15) + 10)
  let above = mix(corner(0, 0), corner(1, 0), share.x)
  return mix(above, mix(corner(0, 1), corner(1, 1), share.x), share.y) * 1.6
}

/// Bits that look random and depend only on two whole numbers and a seed.
@inline(__always) func scramble(_ x: Int, _ y: Int, _ seed: UInt32) -> UInt32 {
  var bits =
    UInt32(truncatingIfNeeded: x) &* 0x85eb_ca6b ^ UInt32(truncatingIfNeeded: y) &* 0xc2b2_ae35
    ^ seed &* 0x27d4_eb2f
  bits = (bits ^ bits >> 15) &* 0x2c1b_3c6d
  bits = (bits ^ bits >> 12) &* 0x297a_2d39
  return bits ^ bits >> 15
}

/// Noise along a line, smooth, around 0 and within ±1; its coarsest features are 1 long.
func lineNoise(_ x: Float, seed: UInt32, octaves: Int, gain: Float = 0.5) -> Float {
  var (total, weight, place) = (Float(0), Float(1), x)
  for octave in 0..<octaves {
    let index = whole(place)
    func value(_ index: Int) -> Float {
      Float(scramble(index, 7, seed &+ UInt32(octave) &* 101) & 0xffff) / 32_768 - 1
    }
    total += weight * mix(value(index), value(index + 1), smoothstep(0, 1, place - Float(index)))
    weight *= gain
    place = place * 2 + 17.3
  }
  return total * (1 - gain)
}
