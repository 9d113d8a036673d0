import Foundation

/// A square of smooth noise that repeats without a seam. It is made once and looked up after that, which keeps painting
/// fast.
struct NoiseTile: Sendable {
  private static let size = 512
  private let values: [Float]

  /// Clouds and grass: around 0 and mostly within ±1.
  static let soft = NoiseTile(octaves: 7, seed: 11) { $0 }
  /// Crests and veins: sharp at their tops, from 0 to 1.
  static let ridged = NoiseTile(octaves: 7, seed: 23) {
    let crest = 1 - min(1, abs($0) * 1.6)
    return crest * crest / 1.9
  }

  /// Sums up noise that is twice as fine and half as strong in every octave.
  private init(octaves: Int, seed: UInt32, _ shape: (Float) -> Float) {
    values = (0..<Self.size * Self.size).map { index in
      let (row, column) = index.quotientAndRemainder(dividingBy: Self.size)
      let place = SIMD2(Float(column), Float(row)) / Float(Self.size)
      return (0..<octaves).reduce(0) { sum, octave in
        sum + shape(gradientNoise(place, cells: 4 << octave, seed: seed + UInt32(octave)))
          / Float(1 << octave)
      }
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

  /// The noise along a line, whose coarsest features are 1 long. It crosses the tile askew, and so repeats late.
  @inline(__always) func along(_ x: Float, seed: Float) -> Float { at(x * 128, x * 37 + seed) }
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
private func gradientNoise(_ place: SIMD2<Float>, cells: Int, seed: UInt32) -> Float {
  let (column, row) = (whole(place.x * Float(cells)), whole(place.y * Float(cells)))
  let inside = place * Float(cells) - SIMD2(Float(column), Float(row))

  func corner(_ right: Int, _ down: Int) -> Float {
    let bits = scramble((column + right) & (cells - 1), (row + down) & (cells - 1), seed)
    return (gradients[Int(bits & 255)] * (inside - SIMD2(Float(right), Float(down)))).sum()
  }
  let share = inside * inside * inside * (inside * (inside * 6 - 15) + 10)
  let above = mix(corner(0, 0), corner(1, 0), share.x)
  return mix(above, mix(corner(0, 1), corner(1, 1), share.x), share.y) * 1.6
}

/// Bits that look random and depend only on two whole numbers and a seed.
@inline(__always) private func scramble(_ x: Int, _ y: Int, _ seed: UInt32) -> UInt32 {
  var bits =
    UInt32(truncatingIfNeeded: x) &* 0x85eb_ca6b ^ UInt32(truncatingIfNeeded: y) &* 0xc2b2_ae35
    ^ seed &* 0x27d4_eb2f
  bits = (bits ^ bits >> 15) &* 0x2c1b_3c6d
  bits = (bits ^ bits >> 12) &* 0x297a_2d39
  return bits ^ bits >> 15
}
