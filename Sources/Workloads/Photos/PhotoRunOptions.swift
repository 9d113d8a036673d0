import Imaging

/// What a run of the main job does, beside where its photos come from.
public struct PhotoRunOptions: Sendable {
  /// Downloads at a time.
  public var downloads = 8
  /// Filters at a time.
  public var filters = 2
  /// Photos in progress at most. More would not be faster, and would cost memory; and a queue of `operation` that
  /// holds thousands of jobs which wait for others looks through all of them for each that it starts.
  public var ahead = 64
  /// Of the sepia filter, 0…1.
  public var intensity = 0.8
  public var compression = Compression.default
  /// The largest picture that is decoded, in pixels.
  public var maxPixels = 100_000_000
  /// Whether to rebuild photos that already exist.
  public var force = false
  /// Whether to ask for the originals of photos that already exist, and to rebuild those that have changed since.
  public var refresh = false
  /// The part of the list that is run; nil for all of it.
  public var shard: Shard?
  /// Whether the files are spread over 256 folders.
  public var fansOut = false

  public init() {}
}
