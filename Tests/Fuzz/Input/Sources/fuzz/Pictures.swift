@testable import Imaging

/// Photos: what they are, how large, whether they are whole, their pixels, and what is kept of their EXIF.
@Sendable func fuzzPictures(_ bytes: [UInt8]) {
  if let type = try? bytes.lend({ bytes throws(ImagingError) in try ImageType(of: bytes) }) {
    _ = bytes.withUnsafeBytes(type.isCutShort)
  }
  let info = try? ImageInfo(of: bytes)
  if let picture = try? decode(bytes, limits: limits) {
    expect(
      info?.width == picture.width && info?.height == picture.height,
      "what can be decoded is as large as its header says")
    let small = try? decode(bytes, limits: limits, size: { ($0 / 2, $1 / 2) })
    expect(
      small.map { $0.width <= picture.width && $0.height <= picture.height } ?? false,
      "what can be decoded can be made smaller")
    expect((try? decode(bytes, limits: limits, keeps16Bits: true)) != nil, "with 16 bits, too")
  }
  // As the file of a photo, and as its EXIF alone.
  for kept in [KeptEXIF.withPosition, .withoutPosition] {
    for tiff in [bytes.withUnsafeBytes(kept.tiff(ofFile:)), bytes.withUnsafeBytes(kept.tiff(of:))].compactMap(
      { $0 })
    {
      expect(tiff.withUnsafeBytes(kept.tiff(of:)) == tiff, "what is kept once is kept again")
    }
  }
}

/// More would only take longer.
private let limits = DecodeLimits(maxPixels: 1 << 16, maxWidth: 1 << 12, maxScans: 10)
