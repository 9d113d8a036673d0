import Base
import CPNGShim

@testable import Imaging

/// The rules that must hold for every file, valid or damaged, with any settings.
struct PhotoRules {
  /// The decoding limits, which are small so that many files can be tested.
  static let limits = DecodeLimits(maxPixels: 1 << 16, maxWidth: 1 << 12, maxScans: 10)
  private static let pool = PixelPool()

  /// Does everything with a photo's bytes that the program does. `seed` determines the settings.
  ///
  /// - Parameter broken: Called with each rule that is violated.
  /// - Returns: Whether a picture was decoded.
  @discardableResult
  static func check(_ file: [UInt8], seed: UInt64, broken: (String) -> Void) -> Bool {
    var random = SplitMix(seed: seed)
    if let type = try? file.lend({ bytes throws(ImagingError) in try ImageType(of: bytes) }) {
      _ = file.withUnsafeBytes(type.isCutShort)
      if type == .png { checkDecoders(file, &random, broken) }
    }
    checkEXIF(file, broken)
    return checkDevelop(file, &random, broken)
  }

  // MARK: Developing

  private static func checkDevelop(
    _ file: [UInt8], _ random: inout SplitMix, _ broken: (String) -> Void
  ) -> Bool {
    var recipe = Recipe()
    recipe.limits = limits
    recipe.size =
      [nil, nil, Box(square: 1), Box(square: 9), Box(width: 5, height: nil), Box(width: nil, height: 300)][
        random.number(below: 6)]
    recipe.convertsToSRGB = random.number(below: 3) == 0
    recipe.keeps16Bits = random.number(below: 3) == 0
    recipe.filter = [.none, .sepia(), .sepia(amount: 0.77)][random.number(below: 3)]
    recipe.keptEXIF = [nil, .withPosition, .withoutPosition][random.number(below: 3)]
    let formats: [PictureFormat] = [
      .png(.fast), .png(.default), .png(.small), .jpeg(quality: 85), .jpeg(quality: 95),
    ]
    let format = formats[random.number(below: formats.count)]
    // Buffers from a pool may be larger than needed, and then writing past the end isn't detected.
    let pool = random.number(below: 2) == 0 ? pool : nil
    func made() -> [UInt8]? {
      let environment = Recipe.Environment(pool: pool)
      return try? developed(file, recipe, as: format, in: environment)
    }
    let whole = made()
    recipe.largePNG = 0
    if let byRows = made(), byRows != whole { broken("by rows as a whole") }
    guard let whole else { return false }
    guard let picture = try? decode(whole, keeps16Bits: recipe.keeps16Bits) else {
      broken("what was written can be read")
      return true
    }
    if let width = recipe.size?.width, picture.width > width { broken("no wider than the box") }
    if let height = recipe.size?.height, picture.height > height { broken("no higher than the box") }
    return true
  }

  // MARK: Both decoders

  /// Checks that libpng alone, and libdeflate with our loops, return the same pixels and reject the same files with
  /// the same reasons.
  ///
  /// The exception is data that deflate reserves or forbids and that libdeflate accepts without harm: the length
  /// symbols 286 and 287, the distance symbols 30 and 31, and too many symbols.
  private static func checkDecoders(_ file: [UInt8], _ random: inout SplitMix, _ broken: (String) -> Void) {
    let keeps16Bits = random.number(below: 2) == 0
    let (fast, slow) = (
      PNGOutcome(file, limits: limits, keeps16Bits: keeps16Bits, libpngAlone: false),
      PNGOutcome(file, limits: limits, keeps16Bits: keeps16Bits, libpngAlone: true)
    )
    let isTolerated =
      fast.decoder == .libdeflate && slow.picture == nil
      && [
        "invalid literal/length code", "invalid distance code", "too many length or distance symbols",
      ].contains { slow.reason.contains($0) }
    if isTolerated { return }
    if fast != slow { broken("\(fast) against libpng's \(slow)") }
    if let picture = fast.picture { checkWriting(picture, &random, broken) }
  }

  /// Checks that both decoders can read a written picture, regardless of its compressor and filters.
  private static func checkWriting(_ picture: Picture, _ random: inout SplitMix, _ broken: (String) -> Void) {
    let level = random.number(below: 7)
    let settings = PNGSettings(
      deflater: level == 0 ? .runs : level == 1 ? .matches : .libdeflate(level: level),
      filters: PNGSettings.Filters(rawValue: UInt32(random.number(below: 32))))
    guard let file = try? encodePNG(picture, settings: settings) else {
      return broken("a picture can be written")
    }
    for libpngAlone in [false, true] {
      let again = try? decodePNG(
        file, limits: limits, keeps16Bits: picture.format.is16Bit, libpngAlone: libpngAlone
      ).picture
      // Pictures without transparency are written without alpha.
      let isSame =
        again?.format == picture.format ? again.map(pixels(of:)) == pixels(of: picture) : picture.isOpaque
      if !isSame { broken("what was written is read again: \(settings)") }
    }
  }

  private static func pixels(of picture: Picture) -> [UInt8] { picture.withUnsafeBytes { Array($0) } }

  // MARK: EXIF

  /// Checks the bytes both as a photo file and as bare EXIF.
  private static func checkEXIF(_ file: [UInt8], _ broken: (String) -> Void) {
    for kept in [KeptEXIF.withPosition, .withoutPosition] {
      let found = [file.withUnsafeBytes(kept.tiff(ofFile:)), file.withUnsafeBytes(kept.tiff(of:))]
      for tiff in found.compactMap({ $0 }) {
        if tiff.withUnsafeBytes(kept.tiff(of:)) != tiff { broken("what is kept once is kept again") }
        if tiff.count > 65_000 { broken("what is kept has room in a JPEG's segment") }
      }
    }
  }
}
