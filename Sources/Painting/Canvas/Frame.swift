import Imaging

/// The shape that a photo is cut out in; what is outside it is transparent.
package enum Frame: Sendable, CaseIterable {
  /// Rounded corners.
  case rounded
  /// An oval whose rim fades away.
  case oval
  /// A postage stamp's white border and teeth.
  case stamp

  /// `picture` with alpha, cut out in this shape.
  package func cut(_ picture: Picture) -> Picture {
    var result = Picture(width: picture.width, height: picture.height, format: .rgba)
    let size = SIMD2(Float(picture.width), Float(picture.height))
    picture.withUnsafeBytes { from in
      result.withUnsafeMutableBytes { to in
        for at in 0..<picture.width * picture.height {
          let (y, x) = at.quotientAndRemainder(dividingBy: picture.width)
          let (alpha, paper) = look(SIMD2(Float(x), Float(y)) + 0.5, size)
          for channel in 0..<3 {
            to[at * 4 + channel] = UInt8(mix(Float(from[at * 3 + channel]), 248, paper))
          }
          to[at * 4 + 3] = UInt8(clamp(alpha) * 255)
        }
      }
    }
    return result
  }

  /// How much of a pixel shows, and how much of that is white paper.
  private func look(_ place: SIMD2<Float>, _ size: SIMD2<Float>) -> (alpha: Float, paper: Float) {
    // From the nearest edges, upright and level.
    let inside = pointwiseMin(place, size - place)
    switch self {
    case .rounded:
      let radius = size.min() * 0.09
      return (0.5 + radius - pointwiseMax(radius - inside, SIMD2()).length, 0)
    case .oval:
      return (smoothstep(1, 0.86, (place / size * 2 - 1).length), 0)
    case .stamp:
      // Holes are punched along the edge, a tooth apart, evenly on every side.
      let tooth = size.min() * 0.04
      let teeth = place / size * (size / tooth).rounded(.toNearestOrAwayFromZero)
      let along = inside.x < inside.y ? teeth.y : teeth.x
      let hole = SIMD2((along - along.rounded()) * tooth, inside.min()).length - tooth * 0.32
      return (hole + 0.5, smoothstep(tooth * 1.6 + 1, tooth * 1.6, inside.min()))
    }
  }
}
