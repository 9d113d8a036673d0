import Foundation

extension LinearCanvas {
  /// Darkens what is there as the soft shadow of a rectangle does.
  ///
  /// A rectangle that is blurred with a Gaussian needs no blurring: along each side it is the difference of two normal
  /// distributions, and the whole is the product of both. (E. Wallace, "Fast Rounded Rectangle Shadows".)
  ///
  /// - Parameters:
  ///   - placement: the rectangle, moved to where its shadow falls.
  ///   - softness: the Gaussian's standard deviation, in pixels; more than 0.
  ///   - darkness: how much light the shadow's middle takes away, 0...1.
  public func drawShadow(of placement: Placement, softness: Float, darkness: Float) {
    let edgeX = SoftEdge(length: placement.width, softness: softness)
    let edgeY = SoftEdge(length: placement.height, softness: softness)
    normalDistribution.withUnsafeBufferPointer { table in
      eachPixel(of: placement.grown(by: SoftEdge.reach * softness)) { u, v, _, pixel in
        let alpha = darkness * edgeX.share(u, table) * edgeY.share(v, table)
        pixel *= 1 - alpha
        pixel.w += alpha
      }
    }
  }
}

/// A stretch around 0 with blurred ends.
private struct SoftEdge {
  /// In standard deviations: beyond this less than a thousandth is left.
  static let reach: Float = 3.2

  private let half: Float
  private let perStep: Float

  init(length: Float, softness: Float) {
    half = length / 2
    perStep = Float(stepsPerDeviation) / softness
  }

  @inline(__always) func share(_ place: Float, _ table: UnsafeBufferPointer<Float>) -> Float {
    normal(place + half, table) - normal(place - half, table)
  }

  @inline(__always) private func normal(_ place: Float, _ table: UnsafeBufferPointer<Float>) -> Float {
    let middle = Float(table.count - 1) / 2
    let index = max(0, min(Float(table.count - 2), place * perStep + middle))
    let low = Int(index)
    return table[low] + (table[low + 1] - table[low]) * (index - Float(low))
  }
}

private let stepsPerDeviation = 64

/// The standard normal distribution from 4 standard deviations below the middle to 4 above.
private let normalDistribution: [Float] = (-4 * stepsPerDeviation...4 * stepsPerDeviation).map { step in
  Float(0.5 * erfc(-Double(step) / Double(stepsPerDeviation) / 2.0.squareRoot()))
}
