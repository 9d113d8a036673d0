import Imaging

/// What a poster is to be, beside where its photos come from.
public struct PosterOptions: Sendable, Equatable {
  /// Photos on it; fewer where the list has not as many.
  public var photos = 200
  /// From back to front; no more than there are photos.
  public var layers = 10
  /// In pixels.
  public var width = 2560
  public var height = 1600
  /// Same seed and list, same pixels.
  public var seed: UInt64 = 1
  /// Downloads at a time.
  public var downloads = 8
  /// Photos scaled down at a time.
  public var scalings = 2
  /// Of the finished poster, where it is a PNG.
  public var compression = Compression.default
  /// The largest photo that is decoded, in pixels.
  public var maxPixels = 100_000_000

  public init() {}

  /// Photos between the start of their download and their drawing, at most: what bounds the memory. Twice what runs at
  /// a time, so that no queue waits for the drawing.
  public var underWay: Int { 2 * (downloads + scalings) }

  /// How many entries of a list are read: as many again as are wanted, to take the places of photos that fail.
  public var entries: Int { 2 * photos + 64 }
}
