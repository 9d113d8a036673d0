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
  /// What each photo is made to fit into; nil leaves its size.
  public var size: Box?
  /// Whether colours are converted to sRGB before they are filtered. Otherwise the file carries its photo's colour space,
  /// and the filter is applied to the values as they are.
  public var convertsToSRGB = false
  /// Whether PNGs of 16 bits a channel stay so, as far as the format has them.
  public var keeps16Bits = false
  /// What the files have of their photos' EXIF; nil for nothing.
  public var keptEXIF: KeptEXIF?
  /// What the files are.
  public var format = PictureFormat.png(.default)
  /// The largest picture that is decoded, in pixels.
  public var maxPixels = 100_000_000
  /// How the files are called; nil for the photos' names.
  public var name: NameTemplate?
  /// Whether to rebuild photos that already exist.
  public var force = false
  /// Whether to ask for the originals of photos that already exist, and to rebuild those that have changed since.
  public var refresh = false
  /// The part of the list that is run; nil for all of it.
  public var shard: Shard?
  /// Whether the files are spread over 256 folders.
  public var fansOut = false

  public init() {}

  var recipe: Recipe {
    var recipe = Recipe()
    recipe.limits = DecodeLimits(maxPixels: maxPixels)
    recipe.size = size
    recipe.convertsToSRGB = convertsToSRGB
    recipe.keeps16Bits = keeps16Bits
    recipe.intensity = intensity
    recipe.keptEXIF = keptEXIF
    return recipe
  }

  /// All that decides what a photo's file holds: one that was made with other settings is made again.
  var settings: String {
    var parts = ["sepia \(intensity)", "\(format)"]
    if let size { parts.append("\(size)") }
    if convertsToSRGB { parts.append("sRGB") }
    if keeps16Bits { parts.append("16 bits") }
    if let keptEXIF { parts.append("EXIF \(keptEXIF)") }
    return parts.joined(separator: ", ")
  }
}
