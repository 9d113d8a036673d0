import Base
import Imaging

/// A landscape that can be painted at any size, always the same.
package struct Landscape: Sendable, Equatable {
  package enum Subject: Sendable, CaseIterable {
    case alps, lake, fjord, hills, dunes, canyon, volcano, islands, sea
    case ridges, forest, cloudSea, meadow, lavender, winter, night, aurora, tree

    var isStarry: Bool { self == .night || self == .aurora }
  }

  package enum Hour: String, Sendable, CaseIterable {
    case dawn, morning, noon, golden, sunset, crimson, dusk, night, overcast, mist, storm, polar
  }

  package let subject: Subject
  package let hour: Hour
  let seed: UInt64

  package init(_ subject: Subject, _ hour: Hour, seed: UInt64) {
    (self.subject, self.hour, self.seed) = (subject, hour, seed)
  }

  /// Paints it, from the back to the front, on at least 16 pixels each way.
  /// - Parameter isOval: cut out; what is outside the oval is transparent.
  package func picture(width: Int, height: Int, isOval: Bool = false) -> Picture {
    var random = SplitMix(seed: seed)
    var light = Light(hour)
    if random.unit() < 0.5 { light.place.x = -light.place.x }
    let canvas = Canvas(width: width, height: height, horizon: horizon)
    for var layer in [Sky(subject: subject)] + layers { layer.paint(on: canvas, in: light, &random) }
    return canvas.picture(seed: seed &* 0x9e37_79b9, isOval: isOval)
  }
}

/// One part of a landscape, painted over those behind it. Lengths are shares of the canvas's longer side.
protocol Layer {
  mutating func paint(on canvas: Canvas, in light: Light, _ random: inout SplitMix)
}
