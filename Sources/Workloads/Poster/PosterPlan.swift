import Foundation
import Imaging

/// Decides how many photos each layer gets, and how large they are.
///
/// To suggest perspective, layers farther back have more and smaller photos.
struct PosterPlan: Sendable {
  let width: Double
  let height: Double
  /// The number of layers: the requested number, but at most the number of photos.
  let layers: Int
  let seed: UInt64
  /// The area of a photo in the frontmost layer, in square pixels.
  private var frontArea = 0.0

  /// The size of photos in the backmost layer, relative to those in front.
  private static let farScale = 0.26
  /// The fraction of the poster that a layer's photos would cover if none overlapped, for the backmost and
  /// the frontmost layer.
  private static let coverage = (back: 0.31, front: 0.09)
  /// The largest fraction of the poster that a single photo may cover, even if there are few photos.
  private static let largestShare = 0.06

  /// - Parameter photos: The number of photos in all layers together.
  init(_ settings: PosterSettings, photos: Int) {
    width = Double(settings.width)
    height = Double(settings.height)
    // A layer without photos would be invisible.
    layers = max(1, min(settings.layers, photos))
    seed = settings.seed
    let weights = (0..<layers).map(weight).reduce(0, +)
    frontArea = width * height * min(weights / Double(max(1, photos)), Self.largestShare)
  }

  /// Returns 0 for the backmost layer and 1 for the frontmost. A single layer is in front.
  func nearness(_ layer: Int) -> Double { layers < 2 ? 1 : Double(layer) / Double(layers - 1) }

  /// Returns the size of a layer's photos, relative to those in front.
  private func scale(_ layer: Int) -> Double { pow(Self.farScale, 1 - nearness(layer)) }

  /// Returns the area of a layer's photos in square pixels, regardless of their shape.
  func photoArea(_ layer: Int) -> Double { frontArea * scale(layer) * scale(layer) }

  /// Returns the size in pixels of a photo with these proportions in a layer.
  ///
  /// - Parameter area: A factor applied to the layer's photo area.
  func size(width: Int, height: Int, in layer: Int, area: Double) -> (width: Double, height: Double) {
    let ratio = Double(width) / Double(height)
    // Keeps a panorama from becoming a thin line across the poster: its area shrinks once its aspect ratio
    // exceeds 2.2.
    let area = photoArea(layer) * area * min(1, 2.2 / max(ratio, 1 / ratio))
    return ((area * ratio).squareRoot(), (area / ratio).squareRoot())
  }

  /// Returns the smallest size that is large enough for every place in a layer. A photo is kept at this size
  /// until it is drawn.
  func size(of photo: PictureSize, in layer: Int) -> PictureSize {
    let size = size(width: photo.width, height: photo.height, in: layer, area: Place.areas.upperBound)
    return photo.shrunk(toWidth: Int(size.width.rounded(.up)), height: Int(size.height.rounded(.up)))
  }

  /// Returns a layer's share when `left` photos are distributed among it and the layers in front of it.
  ///
  /// This is called layer by layer, so that layers in front get fewer photos if some photos fail. If there
  /// are enough photos, even the frontmost layer gets a few.
  func share(_ layer: Int, of left: Int) -> Int {
    let others = layers - 1 - layer
    guard others > 0, left > 0 else { return max(0, left) }
    let few = min(3, left / (others + 1))
    let weights = (layer..<layers).map(weight)
    let fair = Int((Double(left) * weights[0] / weights.reduce(0, +)).rounded())
    return min(max(fair, few), left - few * others)
  }

  /// Returns the relative number of photos in a layer, based on its coverage and its photos' size.
  private func weight(_ layer: Int) -> Double {
    let (near, scale, coverage) = (nearness(layer), scale(layer), Self.coverage)
    return (coverage.back + (coverage.front - coverage.back) * near) / (scale * scale)
  }
}
