import Base
import Foundation

/// A photo's place on the poster.
struct Place: Sendable, Equatable {
  /// Its middle, in pixels from the left and top edges.
  var x: Double
  var y: Double
  /// Radians, clockwise.
  var angle: Double
  /// A factor on its layer's photo area.
  var area: Double

  static let areas = 0.8...1.2
}

extension PosterPlan {
  /// Places for the photos of a layer, evenly spread and yet in no pattern.
  ///
  /// Mitchell's best candidate: of some random places the one farthest from its neighbours is taken ("Spectrally
  /// Optimal Sampling for Distribution Ray Tracing", SIGGRAPH 1991). So the first few of them are evenly spread too, and
  /// a layer that gets fewer photos than it has places has no hole.
  ///
  /// - Parameter behind: the places of the layer behind, which photos avoid where they can.
  func places(_ count: Int, in layer: Int, behind: [Place]) -> [Place] {
    var chance = SplitMix(seed: seed, stream: layer)
    let near = nearness(layer)
    let side = photoArea(layer).squareRoot()
    // Far photos may be cut by the poster's edge, near ones hang inside.
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

  /// The stretch for middles; all of it one point when photos are too large for the inset.
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
  /// - Parameter stream: the numbers of one stream say nothing about those of another with the same seed.
  fileprivate init(seed: UInt64, stream: Int) {
    var mixed = SplitMix(seed: seed)
    self.init(seed: mixed.next() ^ UInt64(truncatingIfNeeded: stream))
    self = SplitMix(seed: next())
  }

  fileprivate mutating func within(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }
}
