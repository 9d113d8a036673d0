import Foundation

/// The effects of air and lens on distant things.
extension LinearCanvas {
  /// Draws a veil over everything: each pixel's light comes nearer to the veil's. What is transparent stays so.
  ///
  /// - Parameters:
  ///   - density: 0 changes nothing, 1 hides all.
  ///   - light: the veil's own, opaque, for a pixel's middle: 0...1 across, and 0...1 down.
  public func veil(density: Float, _ light: (_ across: Float, _ down: Float) -> Light) {
    change { across, down, pixel in pixel = pixel * (1 - density) + light(across, down) * (density * pixel.w)
    }
  }

  /// Blurs everything with a Gaussian. Pixels at the edges go on beyond them.
  ///
  /// - Parameter deviation: the Gaussian's standard deviation in pixels; less than a tenth would not be
  ///   visible.
  public func soften(deviation: Float) {
    guard deviation >= 0.1 else { return }
    let kernel = halfGaussian(deviation)
    softenRows(kernel)
    softenColumns(kernel)
  }

  private func softenRows(_ kernel: [Float]) {
    let reach = kernel.count - 1
    var line = [Light](repeating: Light(), count: width + 2 * reach)
    line.withUnsafeMutableBufferPointer { line in
      for y in 0..<height {
        let row = pixels + y * width
        for x in line.indices { line[x] = row[max(0, min(width - 1, x - reach))] }
        for x in 0..<width {
          var sum = line[x + reach] * kernel[0]
          for offset in 1...reach {
            sum += (line[x + reach - offset] + line[x + reach + offset]) * kernel[offset]
          }
          row[x] = sum
        }
      }
    }
  }

  /// Keeps copies of as many rows as the kernel reaches over, as each is written before the rows below have read it.
  private func softenColumns(_ kernel: [Float]) {
    let reach = kernel.count - 1
    let kept = 2 * reach + 1
    var rows = [Light](repeating: Light(), count: kept * width)
    rows.withUnsafeMutableBufferPointer { rows in
      guard let start = rows.baseAddress else { return }
      func copy(of y: Int) -> UnsafeMutablePointer<Light> { start + (y + kept) % kept * width }
      func keep(_ y: Int) {
        copy(of: y).update(from: pixels + max(0, min(height - 1, y)) * width, count: width)
      }
      for y in -reach..<reach { keep(y) }
      for y in 0..<height {
        keep(y + reach)
        let row = pixels + y * width
        let middle = copy(of: y)
        for x in 0..<width { row[x] = middle[x] * kernel[0] }
        for offset in 1...reach {
          let (above, below) = (copy(of: y - offset), copy(of: y + offset))
          for x in 0..<width { row[x] += (above[x] + below[x]) * kernel[offset] }
        }
      }
    }
  }
}

/// A Gaussian's weights from its middle to three standard deviations away, so that both halves add up to 1.
private func halfGaussian(_ deviation: Float) -> [Float] {
  let reach = max(1, Int((3 * deviation).rounded(.up)))
  let weights = (0...reach).map { expf(-Float($0 * $0) / (2 * deviation * deviation)) }
  let whole = 2 * weights.reduce(0, +) - weights[0]
  return weights.map { $0 / whole }
}
