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
  /// What is made of each photo.
  public var recipe = Recipe()
  /// The format of the files.
  public var format = PictureFormat.png(.default)
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

  public init() { recipe.intensity = 0.8 }

  /// What is taken of a list, and what the files are called.
  package var part: ListPart { ListPart(shard, FileNaming(name, fansOut: fansOut)) }

  /// Everything that the content of a photo's file depends on: with other settings, it is made again.
  var settings: String {
    var parts = ["sepia \(recipe.intensity)", "\(format)"]
    if let size = recipe.size { parts.append("\(size)") }
    if recipe.convertsToSRGB { parts.append("sRGB") }
    if recipe.keeps16Bits { parts.append("16 bits") }
    if let keptEXIF = recipe.keptEXIF { parts.append("EXIF \(keptEXIF)") }
    return parts.joined(separator: ", ")
  }
}
