import Foundation
import Imaging

/// The poster itself, and how it looks: prints that float over a dark ground, each layer nearer than the one before.
///
/// Touched by jobs of the drawing queue only, which run one at a time.
final class PosterSheet: @unchecked Sendable {
  // Safe: see above; the engine's lock orders one job's end before the next one's start.
  private let canvas: LinearCanvas
  let plan: PosterPlan
  /// In pixels, for a poster of any size: a thousandth of its longer side.
  private let unit: Float

  /// - Throws: `OutputError`, where the memory is missing.
  init(_ plan: PosterPlan) throws {
    self.plan = plan
    do throws(ImagingError) {
      canvas = try LinearCanvas(width: Int(plan.width), height: Int(plan.height))
    } catch {
      throw Self.tooLarge(plan)
    }
    unit = Float(max(plan.width, plan.height)) / 1000
    canvas.fill(Self.ground)
  }

  /// The background, into which distant photos fade: dark, with a glow a little above the middle.
  private static func ground(across: Float, down: Float) -> Light {
    let (x, y) = (across - 0.5, (down - 0.42) * 0.8)
    let share = min(1, (x * x + y * y) * 2.6)
    return middle + (edge - middle) * (share * share * (3 - 2 * share))
  }

  private static let middle = Light(screen: 0x222E42)
  private static let edge = Light(screen: 0x07090F)
  private static let paper = Light(screen: 0xF6F3EC)
  /// The share of its own light that a photo at the very back keeps.
  private static let farLight = 0.2

  func draw(_ picture: Picture, at place: Place, in layer: Int) {
    let near = Float(plan.nearness(layer))
    let size = plan.size(width: picture.width, height: picture.height, in: layer, area: place.area)
    let placement = Placement(
      x: Float(place.x), y: Float(place.y), width: Float(size.width), height: Float(size.height),
      angle: Float(place.angle))
    let short = min(placement.width, placement.height)
    let border = short * 0.035
    let sheet = placement.grown(by: border)
    canvas.drawShadow(
      of: sheet.moved(x: short * 0.035, y: short * 0.075), softness: max(0.5, short * 0.06), darkness: 0.55)
    canvas.draw(
      picture, at: placement, border: border, paper: Self.paper, brightness: 0.82 + 0.18 * near)
  }

  /// Makes everything drawn so far dimmer and softer, before the next layer is drawn in front of it.
  func recede() {
    let steps = Double(max(1, plan.layers - 1))
    canvas.soften(deviation: unit * 1.5 / Float(steps.squareRoot()))
    canvas.veil(density: Float(1 - pow(Self.farLight, 1 / steps)), Self.ground)
  }

  /// - Throws: `OutputError`, where the memory is missing.
  func picture() throws -> Picture {
    do throws(ImagingError) { return try canvas.picture() } catch { throw Self.tooLarge(plan) }
  }

  /// The canvas takes 16 bytes a pixel, and the pictures of two layers, one of them being written, 3 each.
  private static func tooLarge(_ plan: PosterPlan) -> OutputError {
    let megabytes = Int((plan.width * plan.height * 22 / 1e6).rounded(.up))
    return OutputError(
      "not enough memory for a poster of \(Int(plan.width))×\(Int(plan.height)) pixels, which takes \(megabytes) MB",
      .size("make it smaller"), .otherwise("allow the program more memory (ulimit -v)"), isFatal: true)
  }
}
