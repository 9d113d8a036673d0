import CPNGShim
import Foundation

@testable import Imaging

/// Decodes a PNG, and returns the picture and the decoder that was used.
///
/// - Parameters:
///   - libpngAlone: Whether to avoid libdeflate, for comparison.
///   - byRows: The minimum size in bytes of a picture that is scaled down row by row.
func decodePNG(
  _ file: [UInt8], limits: DecodeLimits = DecodeLimits(), keeps16Bits: Bool = false, size: SizeRule? = nil,
  libpngAlone: Bool = false, byRows: Int = PNGFile.large, isWanted: @escaping () -> Bool = { true }
) throws(ImagingError) -> (picture: Picture, decoder: PNGFile.Decoder) {
  try file.lend { (bytes) throws(ImagingError) in
    let file = try PNGFile(bytes, limits: limits, keeps16Bits: keeps16Bits, isWanted: isWanted)
    (file.isLibpngAlone, file.large) = (libpngAlone, byRows)
    return (try file.picture(size, pool: nil), file.decoder)
  }
}

/// The result of decoding a PNG: a picture, or the reason why there is none.
struct PNGOutcome: Equatable, CustomStringConvertible {
  private(set) var picture: Picture?
  private(set) var decoder = PNGFile.Decoder.nobody
  private(set) var reason = ""

  init(_ file: [UInt8], limits: DecodeLimits, keeps16Bits: Bool = false, libpngAlone: Bool) {
    do throws(ImagingError) {
      let (picture, decoder) = try decodePNG(
        file, limits: limits, keeps16Bits: keeps16Bits, libpngAlone: libpngAlone)
      (self.picture, self.decoder) = (picture, decoder)
    } catch {
      reason = "\(error)"
    }
  }

  var description: String { picture.map { "\($0.width) × \($0.height), \($0.format)" } ?? "“\(reason)”" }

  /// Compares the results regardless of the decoder.
  static func == (one: Self, other: Self) -> Bool {
    // In an unoptimized build, `Data` compares far faster than an array.
    func pixels(_ outcome: Self) -> Data? { outcome.picture?.withUnsafeBytes { Data($0) } }
    return one.description == other.description && pixels(one) == pixels(other)
  }
}

extension Recipe {
  /// Returns a recipe with the sepia filter, with changes applied.
  static func sepia(_ change: (inout Recipe) -> Void = { _ in }) -> Recipe {
    var recipe = Recipe()
    recipe.filter = .sepia()
    change(&recipe)
    return recipe
  }
}

/// Returns the file that a recipe produces from another file.
func developed(
  _ file: [UInt8], _ recipe: Recipe = Recipe(), as format: PictureFormat = .png(.fast),
  in environment: Recipe.Environment = Recipe.Environment()
) throws -> [UInt8] {
  var new: [UInt8] = []
  try file.withUnsafeBytes { bytes in
    try recipe.develop(bytes, as: format, in: environment) { new += $0 }
  }
  return new
}
