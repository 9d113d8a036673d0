/// The parts of EXIF that decoding needs: the orientation and the colour space.
struct EXIF {
  let orientation: Orientation
  /// sRGB or Adobe RGB, or nil if the EXIF names neither.
  let colourSpace: ColourSpace?

  /// Tags from EXIF 2.32, 4.6.3 to 4.6.5, and 4.6.8 for interoperability.
  private enum Tag {
    static let orientation = 0x0112
    static let exif = 0x8769
    static let colourSpace = 0xA001
    static let interoperability = 0xA005
    static let index = 0x0001
  }

  /// - Parameter bytes: The TIFF data, starting with its byte order mark.
  init(_ bytes: UnsafeRawBufferPointer) {
    let file = TIFFReader(bytes)
    orientation = file?.number(Tag.orientation, at: file?.first).flatMap(Orientation.init) ?? .upright
    colourSpace = file.flatMap(Self.colourSpace)
  }

  /// Returns the declared colour space.
  ///
  /// There is no number for Adobe RGB. It is declared as “uncalibrated” with the interoperability index R03, as in
  /// option files of the Design rule for Camera File system (DCF 2.0). Some cameras write 2 instead.
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
