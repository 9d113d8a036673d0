import CPNGShim

@testable import Imaging

/// Decodes a PNG, and says what has decoded it.
///
/// - Parameters:
///   - libpngAlone: no libdeflate, to compare.
///   - byRows: from how many bytes on a picture that is made smaller is read row by row.
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
