import Foundation

/// Effects that imitate how air and a lens change distant objects.
extension LinearCanvas {
  /// Draws a haze over everything by mixing each pixel with the light of the haze. Transparent areas stay transparent.
  ///
  /// - Parameters:
  ///   - density: From 0 (no change) to 1 (hides everything).
  ///   - light: Returns the opaque light of the haze at a pixel's centre, given as 0...1 across and 0...1 down.
  public func veil(density: Float, _ light: (_ across: Float, _ down: Float) -> Light) {
    change { across, down, pixel in pixel = pixel * (1 - density) + light(across, down) * (density * pixel.w)
    }
  }

  /// Blurs everything with a Gaussian. Pixels at the edges are repeated beyond them.
  ///
  /// - Parameter deviation: The standard deviation of the Gaussian in pixels. Values below 0.1 are ignored because the
  ///   blur would be invisible.
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

  /// Blurs vertically in place. Each row is overwritten before the rows below it have read it, so copies of the rows
  /// within the kernel's reach are kept.
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

/// Returns the weights of a Gaussian from its centre to three standard deviations. The full, symmetric kernel sums to
/// 1.
private func halfGaussian(_ deviation: Float) -> [Float] {
  let reach = max(1, Int((3 * deviation).rounded(.up)))
  let weights = (0...reach).map { expf(-Float($0 * $0) / (2 * deviation * deviation)) }
  let whole = 2 * weights.reduce(0, +) - weights[0]
  return weights.map { $0 / whole }
}
