import ArgumentParser
import Imaging

extension Compression: ExpressibleByArgument {}

extension PictureFormat.Kind: ExpressibleByArgument {}

extension PictureFormat.Kind {
  /// Rejects a setting that the format doesn't have.
  /// - Parameter isGiven: Whether the user gave the option.
  /// - Throws: `ValidationError`.
  func refuse(_ setting: PictureFormat.Setting, isGiven: Bool) throws {
    guard isGiven, !settings.contains(setting) else { return }
    switch setting {
    case .compression: throw ValidationError("--compression is for PNGs: write a PNG, or leave it out.")
    case .quality:
      throw ValidationError("--quality is for JPEGs, because PNGs are lossless: add --format jpeg.")
    case .depth16: throw ValidationError("--depth 16 is for PNGs: a JPEG has 8 bits per channel.")
    }
  }
}

/// Options for the format and size of the written photos.
struct PictureOptions: ParsableArguments {
  @Option(
    help: .about("Fit photos into this box: 1600x1200, 1600x or x1200.", "width×height"),
    transform: parsing(Box.accepted))
  var resize: Box?

  enum Colour: String, CaseIterable, ExpressibleByArgument {
    case keep, srgb
  }

  @Option(
    name: [.customLong("colour"), .customLong("color")],
    help: .rare(
      "“keep” keeps each photo's colour space and embeds it in the file; “srgb” converts before the filter."))
  var colour = Colour.keep

  @Option(help: .rare("16 keeps the precision of PNGs with 16 bits per channel; 8 rounds them.", "bits"))
  var depth = 8

  @Option(help: "The file format.")
  var format = PictureFormat.Kind.png

  @Option(
    help: .rare(
      "JPEG quality, 1 to 100; from 90 on, colours keep their full resolution (default: \(PictureFormat.defaultQuality)).",
      "number"))
  var quality: Int?

  @Option(help: .rare("The compression of PNGs; smaller files take longer (default: default)."))
  var compression: Compression?

  @Flag(
    help: .rare(
      "Keep the camera, the settings and the time of a photo (EXIF), but no position or serial numbers."))
  var keepExif = false

  @Flag(help: .rare("With --keep-exif: also keep the position."))
  var keepPosition = false

  func validate() throws {
    if keepPosition, !keepExif {
      throw ValidationError("--keep-position requires --keep-exif: add it.")
    }
    try check("--quality", quality, in: 1...100)
    if depth != 8, depth != 16 { throw ValidationError("--depth must be 8 or 16, not \(depth).") }
    try format.refuse(.depth16, isGiven: depth == 16)
    try format.refuse(.quality, isGiven: quality != nil)
    try format.refuse(.compression, isGiven: compression != nil)
  }

  var recipe: Recipe {
    var recipe = Recipe()
    recipe.size = resize
    recipe.convertsToSRGB = colour == .srgb
    recipe.keeps16Bits = depth == 16
    recipe.keptEXIF = keepExif ? keepPosition ? .withPosition : .withoutPosition : nil
    return recipe
  }

  var pictureFormat: PictureFormat {
    PictureFormat(
      format, compression: compression ?? .default, quality: quality ?? PictureFormat.defaultQuality)
  }
}

extension Box: ExpressibleByArgument {
  private static let sides = 1...1_000_000
  static let accepted =
    "one or two sides from \(sides.lowerBound) to \(sides.upperBound), as in 1600x1200, 1600x or x1200"

  /// Parses “1600x1200”, “1600x” or “x1200”. The separator may also be “×”.
  public init?(argument: String) {
    let sides = argument.split(maxSplits: 1, omittingEmptySubsequences: false) { "xX×".contains($0) }
    guard sides.count == 2, !(sides[0].isEmpty && sides[1].isEmpty) else { return nil }
    func side(_ text: Substring) -> Int?? {
      if text.isEmpty { return .some(nil) }
      guard let side = Int(text), Self.sides.contains(side) else { return nil }
      return side
    }
    guard let width = side(sides[0]), let height = side(sides[1]) else { return nil }
    self.init(width: width, height: height)
  }

  public var defaultValueDescription: String { description }
}
