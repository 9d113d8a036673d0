/// A square of smooth noise that repeats without a seam, made once and looked up ever after: that is what makes
/// painting fast.
final class NoiseTile: @unchecked Sendable {
  // Sendable without checks: written in init alone.
  static let size = 512
  private static let mask = size - 1
  private let values: UnsafeMutablePointer<Float>

  /// Clouds and grass: sums of ever finer noise, around 0 and mostly within ±1.
  static let soft = NoiseTile { x, y in
    sum(x, y, seed: 11, octaves: 7) { $0 }
  }

  /// Crests and veins: sharp at their tops, from 0 to 1.
  static let ridged = NoiseTile { x, y in
    sum(x, y, seed: 23, octaves: 7, gain: 0.5) { value in
      let crest = 1 - min(1, abs(value) * 1.6)
      return crest * crest
    } / 1.9
  }

  /// Mountains: finer noise is weaker where it is steep, as if rain had washed the slopes; around 0.5. The way of
  /// damping is Inigo Quilez's (https://iquilezles.org/articles/morenoise/).
  static let eroded = NoiseTile { x, y in
    var height: Float = 0
    var weight: Float = 0.5
    var slope: (x: Float, y: Float) = (0, 0)
    for octave in 0..<8 {
      let cells = 4 << octave
      let noise = gradientNoise(x, y, cells: cells, seed: UInt32(41 + octave))
      slope.x += noise.dx * 0.6
      slope.y += noise.dy * 0.6
      height += weight * noise.value / (1 + slope.x * slope.x + slope.y * slope.y)
      weight *= 0.5
    }
    return 0.5 + height
  }

  private init(_ value: (Float, Float) -> Float) {
    values = .allocate(capacity: Self.size * Self.size)
    for row in 0..<Self.size {
      for column in 0..<Self.size {
        let at = value(Float(column) / Float(Self.size), Float(row) / Float(Self.size))
        (values + row * Self.size + column).initialize(to: at)
      }
    }
  }

  deinit { values.deallocate() }

  /// The noise at a place measured in the tile's cells; 128 of them span its coarsest features.
  @inline(__always) func at(_ x: Float, _ y: Float) -> Float {
    let left = floor(x)
    let top = floor(y)
    let column = left & Self.mask
    let row = top & Self.mask
    let nextColumn = (column + 1) & Self.mask
    let first = values + row * Self.size
    let second = values + ((row + 1) & Self.mask) * Self.size
    let across = x - Float(left)
    let down = y - Float(top)
    let above = first[column] + (first[nextColumn] - first[column]) * across
    let below = second[column] + (second[nextColumn] - second[column]) * across
    return above + (below - above) * down
  }

  private static func sum(
    _ x: Float, _ y: Float, seed: UInt32, octaves: Int, gain: Float = 0.5, _ shape: (Float) -> Float
  ) -> Float {
    var total: Float = 0
    var weight: Float = 1
    for octave in 0..<octaves {
      total += weight * shape(gradientNoise(x, y, cells: 4 << octave, seed: seed + UInt32(octave)).value)
      weight *= gain
    }
    return total
  }
}

/// 256 directions, evenly round the circle.
private let gradients: [SIMD2<Float>] = (0..<256).map {
  let angle = Float($0) * (6.283_185 / 256)
  return SIMD2(cosine(angle), sine(angle))
}

/// The whole number below; the library's own is a function call on older processors.
@inline(__always) private func floor(_ value: Float) -> Int {
  let whole = Int(value)
  return Float(whole) > value ? whole - 1 : whole
}

/// Perlin's gradient noise on a grid of `cells` by `cells` that repeats, at a place from 0 to 1, with its slopes per
/// cell. About ±1.
private func gradientNoise(
  _ x: Float, _ y: Float, cells: Int, seed: UInt32
) -> (value: Float, dx: Float, dy: Float) {
  let u = x * Float(cells)
  let v = y * Float(cells)
  let column = floor(u)
  let row = floor(v)
  let fu = u - Float(column)
  let fv = v - Float(row)
  let wrap = cells - 1

  func corner(_ right: Int, _ down: Int) -> (value: Float, gx: Float, gy: Float) {
    let slope = gradients[Int(scramble((column + right) & wrap, (row + down) & wrap, seed) & 255)]
    return (slope.x * (fu - Float(right)) + slope.y * (fv - Float(down)), slope.x, slope.y)
  }
  let a = corner(0, 0)
  let b = corner(1, 0)
  let c = corner(0, 1)
  let d = corner(1, 1)
  let su = fu * fu * fu * (fu * (fu * 6 - 15) + 10)
  let sv = fv * fv * fv * (fv * (fv * 6 - 15) + 10)
  let du = 30 * fu * fu * (fu * (fu - 2) + 1)
  let dv = 30 * fv * fv * (fv * (fv - 2) + 1)
  let k1 = b.value - a.value
  let k2 = c.value - a.value
  let k3 = a.value - b.value - c.value + d.value
  let value = a.value + su * k1 + sv * k2 + su * sv * k3
  let gx = a.gx + su * (b.gx - a.gx) + sv * (c.gx - a.gx) + su * sv * (a.gx - b.gx - c.gx + d.gx)
  let gy = a.gy + su * (b.gy - a.gy) + sv * (c.gy - a.gy) + su * sv * (a.gy - b.gy - c.gy + d.gy)
  return (value * 1.6, (gx + du * (k1 + sv * k3)) * 1.6, (gy + dv * (k2 + su * k3)) * 1.6)
}

/// Bits that look random and depend on two whole numbers and a seed alone.
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
  var total: Float = 0
  var weight: Float = 1
  var place = x
  for octave in 0..<octaves {
    let index = floor(place)
    let share = place - Float(index)
    let smooth = share * share * (3 - 2 * share)
    let salt = seed &+ UInt32(octave) &* 101
    let left = Float(scramble(index, 7, salt) & 0xffff) / 32_768 - 1
    let right = Float(scramble(index + 1, 7, salt) & 0xffff) / 32_768 - 1
    total += weight * mix(left, right, smooth)
    weight *= gain
    place = place * 2 + 17.3
  }
  return total * (1 - gain)
}
