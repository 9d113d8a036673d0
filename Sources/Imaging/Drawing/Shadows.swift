import Foundation

extension LinearCanvas {
  /// Darkens the current content with the soft shadow of a rectangle.
  ///
  /// A rectangle blurred with a Gaussian has a closed form, so nothing is actually blurred. Along each side, the
  /// shadow is the difference of two normal distributions. The result is the product of both sides (E. Wallace, "Fast
  /// Rounded Rectangle Shadows").
  ///
  /// - Parameters:
  ///   - placement: The rectangle, already offset to the position of its shadow.
  ///   - softness: The standard deviation of the Gaussian in pixels, greater than 0.
  ///   - darkness: The fraction of light that is removed at the centre of the shadow, 0...1.
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

/// The profile of a shadow along one side: a stretch centred at 0 with blurred ends.
private struct SoftEdge {
  /// The extent of the blur in standard deviations. Less than a thousandth of the shadow lies beyond it.
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

/// A table of the cumulative normal distribution, from 4 standard deviations below the mean to 4 above.
private let normalDistribution: [Float] = (-4 * stepsPerDeviation...4 * stepsPerDeviation).map { step in
  Float(0.5 * erfc(-Double(step) / Double(stepsPerDeviation) / 2.0.squareRoot()))
}
