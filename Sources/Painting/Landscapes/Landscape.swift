import Base
import Imaging

/// A landscape that can be painted at any size, always the same.
package struct Landscape: Sendable, Equatable {
  package enum Subject: String, Sendable, CaseIterable {
    case alps, lake, fjord, hills, dunes, canyon, volcano, islands, sea
    case ridges, forest, cloudSea, meadow, lavender, winter, night, aurora, tree
  }

  package enum Hour: String, Sendable, CaseIterable {
    case dawn, morning, noon, golden, sunset, crimson, dusk, night, overcast, mist, storm, polar
  }

  package var subject: Subject
  package var hour: Hour
  package var seed: UInt64
  var finish = Finish()

  package init(_ subject: Subject, _ hour: Hour, seed: UInt64, isGrey: Bool = false) {
    self.subject = subject
    self.hour = hour
    self.seed = seed
    if isGrey { finish.saturation = 0 }
  }

  /// Paints it.
  /// - Parameters:
  ///   - width: in pixels, at least 16.
  ///   - height: in pixels, at least 16.
  package func picture(width: Int, height: Int) -> Picture {
    let canvas = Canvas(width: width, height: height)
    paint(on: canvas)
    return finish.picture(of: canvas, seed: seed &* 0x9e37_79b9)
  }

  var light: Light {
    switch hour {
    case .dawn: .dawn
    case .morning: .morning
    case .noon: .noon
    case .golden: .golden
    case .sunset: .sunset
    case .crimson: .crimson
    case .dusk: .dusk
    case .night: .night
    case .overcast: .overcast
    case .mist: .mist
    case .storm: .storm
    case .polar: .polar
    }
  }

  private func paint(on canvas: Canvas) {
    var random = SplitMix(seed: seed)
    switch subject {
    case .alps, .lake, .fjord, .hills, .dunes, .canyon, .volcano, .islands, .sea:
      paintRelief(on: canvas, &random)
    case .ridges, .forest, .cloudSea, .winter, .night, .aurora:
      paintRidges(on: canvas, &random)
    case .meadow, .lavender, .tree:
      paintMeadow(on: canvas, &random)
    }
  }
}
