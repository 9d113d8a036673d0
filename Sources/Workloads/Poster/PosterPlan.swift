import Foundation
import Imaging

/// How many photos each layer gets, and how large they are.
///
/// The further back, the smaller the photos and the more of them, as in perspective.
struct PosterPlan: Sendable {
  let width: Double
  let height: Double
  /// As asked for, but no more than there are photos.
  let layers: Int
  let seed: UInt64
  /// The area of a photo in the frontmost layer, in square pixels.
  private var frontArea = 0.0

  /// The size of photos at the very back, relative to those in front.
  private static let farScale = 0.26
  /// The share of the poster that a layer's photos would cover if none overlapped: at the back, and in front.
  private static let coverage = (back: 0.31, front: 0.09)
  /// The largest share of the poster for one photo, however few there are.
  private static let largestShare = 0.06

  /// - Parameter photos: in all layers together.
  init(_ options: PosterOptions, photos: Int) {
    width = Double(options.width)
    height = Double(options.height)
    // A layer without photos would be invisible.
    layers = max(1, min(options.layers, photos))
    seed = options.seed
    let weights = (0..<layers).map(weight).reduce(0, +)
    frontArea = width * height * min(weights / Double(max(1, photos)), Self.largestShare)
  }

  /// 0 at the back, 1 in front; a lone layer is in front.
  func nearness(_ layer: Int) -> Double { layers < 2 ? 1 : Double(layer) / Double(layers - 1) }

  /// The size of a layer's photos, relative to those in front.
  private func scale(_ layer: Int) -> Double { pow(Self.farScale, 1 - nearness(layer)) }

  /// The area of a layer's photos in square pixels, whether wide or high.
  func photoArea(_ layer: Int) -> Double { frontArea * scale(layer) * scale(layer) }

  /// The size of a photo in a layer, in pixels, whether wide or high.
  ///
  /// - Parameter area: a factor on the layer's photo area.
  func size(width: Int, height: Int, in layer: Int, area: Double) -> (width: Double, height: Double) {
    let ratio = Double(width) / Double(height)
    // A panorama must not become a thread across the poster: beyond 2.2 to 1, sides cost area.
    let area = photoArea(layer) * area * min(1, 2.2 / max(ratio, 1 / ratio))
    return ((area * ratio).squareRoot(), (area / ratio).squareRoot())
  }

  /// The smallest size that suits any place of a layer. A photo is kept at this size until it is drawn.
  func size(of photo: PictureSize, in layer: Int) -> PictureSize {
    let size = size(width: photo.width, height: photo.height, in: layer, area: Place.areas.upperBound)
    return photo.shrunk(toWidth: Int(size.width.rounded(.up)), height: Int(size.height.rounded(.up)))
  }

  /// A layer's share of the photos that are left for it and the layers in front.
  ///
  /// It is asked layer by layer, so that layers in front make do with fewer when photos fail. If there are enough, even the
  /// frontmost gets a few.
  func share(_ layer: Int, of left: Int) -> Int {
    let others = layers - 1 - layer
    guard others > 0, left > 0 else { return max(0, left) }
    let few = min(3, left / (others + 1))
    let weights = (layer..<layers).map(weight)
    let fair = Int((Double(left) * weights[0] / weights.reduce(0, +)).rounded())
    return min(max(fair, few), left - few * others)
  }

  /// The number of photos, relative to other layers, by the layer's coverage and their size.
  private func weight(_ layer: Int) -> Double {
    let (near, scale, coverage) = (nearness(layer), scale(layer), Self.coverage)
    return (coverage.back + (coverage.front - coverage.back) * near) / (scale * scale)
  }
}
