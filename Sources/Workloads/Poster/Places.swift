import Base
import Foundation

/// A photo's position and orientation on the poster.
struct Place: Sendable, Equatable {
  /// The distance of the photo's centre from the left edge, in pixels. `y` is the distance from the top.
  var x: Double
  var y: Double
  /// The clockwise rotation in radians.
  var angle: Double
  /// A factor applied to the layer's photo area.
  var area: Double

  static let areas = 0.8...1.2
}

extension PosterPlan {
  /// Returns random places for the photos of a layer, spread evenly but without a pattern.
  ///
  /// This is Mitchell's best-candidate algorithm, which picks the random place that is farthest from its
  /// neighbours ("Spectrally Optimal Sampling for Distribution Ray Tracing", SIGGRAPH 1991). The first few
  /// places alone are also evenly spread, so a layer that doesn't fill all its places has no holes.
  ///
  /// - Parameter behind: The places of the layer behind, which photos avoid if possible.
  func places(_ count: Int, in layer: Int, behind: [Place]) -> [Place] {
    var chance = SplitMix(seed: seed, stream: layer)
    let near = nearness(layer)
    let side = photoArea(layer).squareRoot()
    // The poster's edge may cut off distant photos, but near ones stay inside.
    let inset = side * (near * 1.22 - 0.45)
    let columns = span(width, inset)
    let rows = span(height, inset)
    let candidates = 24
    var places: [Place] = []
    for _ in 0..<count {
      var best = (x: 0.0, y: 0.0, room: -1.0)
      for _ in 0..<candidates {
        let (x, y) = (chance.within(columns), chance.within(rows))
        let room = min(Self.room(x, y, places), 1.6 * Self.room(x, y, behind))
        if room > best.room { best = (x, y, room) }
      }
      let turn = (0.03 + 0.10 * near) * chance.within(-1...1)
      places.append(Place(x: best.x, y: best.y, angle: turn, area: chance.within(Place.areas)))
    }
    return places
  }

  /// Returns the range for photo centres. It is a single point if photos are too large for the inset.
  private func span(_ length: Double, _ inset: Double) -> ClosedRange<Double> {
    let inset = min(inset, length / 2)
    return inset...(length - inset)
  }

  private static func room(_ x: Double, _ y: Double, _ places: [Place]) -> Double {
    var nearest = Double.greatestFiniteMagnitude
    for place in places {
      let (across, down) = (place.x - x, place.y - y)
      nearest = min(nearest, across * across + down * down)
    }
    return nearest
  }
}

extension SplitMix {
  /// - Parameter stream: The number of the stream. Streams with the same seed are independent of each other.
  fileprivate init(seed: UInt64, stream: Int) {
    var mixed = SplitMix(seed: seed)
    self.init(seed: mixed.next() ^ UInt64(truncatingIfNeeded: stream))
    self = SplitMix(seed: next())
  }

  fileprivate mutating func within(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }
}
