/// What is wanted of EXIF: which way up the picture is, and what its colours are.
///
/// EXIF is a TIFF file (TIFF 6.0, section 2): a byte order, the offset of a directory, and there entries of
/// 12 bytes, some of which are offsets of more directories. Everything comes from a stranger, so every offset is
/// checked; what makes no sense is as if it were not there.
struct EXIF {
  let orientation: Orientation
  /// sRGB or Adobe RGB; nil where none of them is named.
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
    let file = FileBytes(bytes)
    guard let entries = EXIFDirectories(file) else {
      orientation = .upright
      colourSpace = nil
      return
    }
    let main = entries.first
    orientation = entries.value(of: Tag.orientation, in: main).flatMap(Orientation.init) ?? .upright
    colourSpace = Self.colourSpace(entries, in: entries.value(of: Tag.exif, in: main))
  }

  /// Adobe RGB has no number of its own: it is “uncalibrated”, of the option files of the Design rule for Camera File
  /// system (DCF 2.0), whose interoperability is R03. Some cameras write a 2 for it.
  private static func colourSpace(_ entries: EXIFDirectories, in directory: Int?) -> ColourSpace? {
    switch entries.value(of: Tag.colourSpace, in: directory) {
    case 1: return .sRGB(intent: 0)
    case 2: return .adobeRGB
    case 0xFFFF:
      let place = entries.value(of: Tag.interoperability, in: directory)
      return entries.letters(of: Tag.index, in: place) == "R03" ? .adobeRGB : nil
    default: return nil
    }
  }
}
