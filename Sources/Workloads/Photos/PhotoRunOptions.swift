import Imaging

/// The settings of the main job.
public struct PhotoRunOptions: Sendable {
  /// Downloads at a time.
  public var downloads = 8
  /// Filters at a time.
  public var filters = 2
  /// The most photos in progress. More would cost memory and not be faster; and an `operation` queue with thousands of
  /// waiting jobs searches all of them for each that it starts.
  public var ahead = 64
  /// How strong the sepia filter is, 0…1.
  public var intensity = 0.8
  /// The size that each photo is made to fit; nil leaves it as it is.
  public var size: Box?
  /// Whether colours are converted to sRGB before they are filtered. Otherwise the file keeps its photo's colour space, and
  /// the values are filtered as they are.
  public var convertsToSRGB = false
  /// Whether PNGs with 16 bits a channel keep them, if the format has them.
  public var keeps16Bits = false
  /// The part of the photos' EXIF that the files keep; nil for nothing.
  public var keptEXIF: KeptEXIF?
  /// The format of the files.
  public var format = PictureFormat.png(.default)
  /// The largest picture that is decoded, in pixels.
  public var maxPixels = 100_000_000
  /// The worker processes that photos are developed in; nil for this one.
  public var isolation: Isolation?
  /// The pattern of their names; nil for the photos' names.
  public var name: NameTemplate?
  /// Whether to make photos again that already exist.
  public var force = false
  /// Whether to ask servers for originals that have changed since, and to make those photos again.
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

  /// Everything that the content of a photo's file depends on: with other settings, it is made again.
  var settings: String {
    var parts = ["sepia \(intensity)", "\(format)"]
    if let size { parts.append("\(size)") }
    if convertsToSRGB { parts.append("sRGB") }
    if keeps16Bits { parts.append("16 bits") }
    if let keptEXIF { parts.append("EXIF \(keptEXIF)") }
    return parts.joined(separator: ", ")
  }
}
