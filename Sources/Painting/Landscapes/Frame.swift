import Imaging

/// The shape that a photo is cut out in; what is outside it is transparent.
package enum Frame: String, Sendable, CaseIterable {
  /// Corners rounded off.
  case rounded
  /// An oval whose rim fades away.
  case oval
  /// A postage stamp's white border and teeth.
  case stamp

  /// `picture` with alpha, cut out in this shape.
  package func cut(_ picture: Picture) -> Picture {
    var result = Picture(width: picture.width, height: picture.height, format: .rgba)
    let width = Float(picture.width)
    let height = Float(picture.height)
    picture.withUnsafeBytes { from in
      result.withUnsafeMutableBytes { to in
        for y in 0..<picture.height {
          for x in 0..<picture.width {
            let (alpha, paper) = look(Float(x) + 0.5, Float(y) + 0.5, width, height)
            let source = (y * picture.width + x) * 3
            let target = (y * picture.width + x) * 4
            for channel in 0..<3 {
              to[target + channel] = UInt8(mix(Float(from[source + channel]), 248, paper))
            }
            to[target + 3] = UInt8(clamp(alpha) * 255)
          }
        }
      }
    }
    return result
  }

  /// How much of a pixel shows, and how much of that is white paper.
  private func look(_ x: Float, _ y: Float, _ width: Float, _ height: Float) -> (alpha: Float, paper: Float) {
    let short = min(width, height)
    switch self {
    case .rounded:
      return (clamp(0.5 - Self.distance(x, y, width, height, radius: short * 0.09)), 0)
    case .oval:
      let across = (x - width / 2) / (width / 2)
      let down = (y - height / 2) / (height / 2)
      return (smoothstep(1, 0.86, (across * across + down * down).squareRoot()), 0)
    case .stamp:
      let tooth = short * 0.04
      let nearest = min(min(x, width - x), min(y, height - y))
      // Holes are punched along the edge, a tooth apart, evenly on every side.
      let along =
        nearest == x || nearest == width - x
        ? y / height * (height / tooth).rounded() : x / width * (width / tooth).rounded()
      let offset = (along - along.rounded()) * tooth
      let hole = (offset * offset + nearest * nearest).squareRoot() - tooth * 0.32
      return (clamp(hole + 0.5), smoothstep(tooth * 1.6 + 1, tooth * 1.6, nearest))
    }
  }

  /// From a rectangle with rounded corners; negative inside.
  private static func distance(_ x: Float, _ y: Float, _ width: Float, _ height: Float, radius: Float)
    -> Float
  {
    let dx = max(0, abs(x - width / 2) - width / 2 + radius)
    let dy = max(0, abs(y - height / 2) - height / 2 + radius)
    return (dx * dx + dy * dy).squareRoot() - radius
  }
}
