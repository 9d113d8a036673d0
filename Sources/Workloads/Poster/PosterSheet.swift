import Foundation
import Imaging

/// The poster's canvas and style: prints floating over a dark background, with each layer nearer than the one
/// before.
///
/// It is accessed only by jobs of the drawing queue, which run one at a time.
final class PosterSheet: @unchecked Sendable {
  // Sendable: see above. The engine's lock orders the end of one job before the start of the next.
  private let canvas: LinearCanvas
  let plan: PosterPlan
  /// A thousandth of the poster's longer side in pixels, the unit for all distances.
  private let unit: Float

  /// - Throws: `OutputError` if there isn't enough memory.
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

  /// Returns the background's colour at a point. It is dark with a glow slightly above the centre, and distant
  /// photos fade into it.
  private static func ground(across: Float, down: Float) -> Light {
    let (x, y) = (across - 0.5, (down - 0.42) * 0.8)
    let share = min(1, (x * x + y * y) * 2.6)
    return middle + (edge - middle) * (share * share * (3 - 2 * share))
  }

  private static let middle = Light(screen: 0x222E42)
  private static let edge = Light(screen: 0x07090F)
  private static let paper = Light(screen: 0xF6F3EC)
  /// The fraction of its light that a photo in the backmost layer keeps.
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

  /// Dims and softens everything drawn so far, before the next layer is drawn in front of it.
  func recede() {
    let steps = Double(max(1, plan.layers - 1))
    canvas.soften(deviation: unit * 1.5 / Float(steps.squareRoot()))
    canvas.veil(density: Float(1 - pow(Self.farLight, 1 / steps)), Self.ground)
  }

  /// Returns the poster as a picture.
  ///
  /// - Throws: `OutputError` if there isn't enough memory.
  func picture() throws -> Picture {
    do throws(ImagingError) { return try canvas.picture() } catch { throw Self.tooLarge(plan) }
  }

  /// Creates the error for insufficient memory. The canvas takes 16 bytes per pixel. The pictures of two
  /// layers, one of which is being written, take 3 bytes per pixel each.
  private static func tooLarge(_ plan: PosterPlan) -> OutputError {
    let megabytes = Int((plan.width * plan.height * 22 / 1e6).rounded(.up))
    return OutputError(
      "not enough memory for a poster of \(Int(plan.width))×\(Int(plan.height)) pixels, which takes \(megabytes) MB",
      [.size: "make it smaller", .otherwise: "allow the program more memory (ulimit -v)"], isFatal: true)
  }
}
