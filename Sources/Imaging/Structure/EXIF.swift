/// The parts of EXIF that decoding needs: which way up the picture is, and its colour space.
struct EXIF {
  let orientation: Orientation
  /// sRGB or Adobe RGB; nil where neither is named.
  let colourSpace: ColourSpace?

  /// EXIF 2.32, 4.6.3 to 4.6.5, and 4.6.8 for the interoperability.
  private enum Tag {
    static let orientation = 0x0112
    static let exif = 0x8769
    static let colourSpace = 0xA001
    static let interoperability = 0xA005
    static let index = 0x0001
  }

  /// - Parameter bytes: the TIFF file, from its byte order on.
  init(_ bytes: UnsafeRawBufferPointer) {
    let file = TIFFReader(bytes)
    orientation = file?.number(Tag.orientation, at: file?.first).flatMap(Orientation.init) ?? .upright
    colourSpace = file.flatMap(Self.colourSpace)
  }

  /// Adobe RGB has no number of its own: it is “uncalibrated”, of the option files of the Design rule for Camera File
  /// system (DCF 2.0), whose interoperability is R03. Some cameras write a 2 for it.
  private static func colourSpace(_ file: TIFFReader) -> ColourSpace? {
    let directory = file.number(Tag.exif, at: file.first)
    switch file.number(Tag.colourSpace, at: directory) {
    case 1: return .sRGB(intent: 0)
    case 2: return .adobeRGB
    case 0xFFFF:
      let index = file.entries([Tag.index], at: file.number(Tag.interoperability, at: directory)).first
      return index?.type == 2 && index?.value == Array("R03\0".utf8) ? .adobeRGB : nil
    default: return nil
    }
  }
}
