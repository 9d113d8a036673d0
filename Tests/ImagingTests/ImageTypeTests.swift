import Testing

@testable import Imaging

@Suite struct ImageTypeTests {
  static let beginnings: [(ImageType, [UInt8])] = [
    (.xcodePNG, PNGChunks.signature + [0, 0, 0, 4] + Array("CgBI".utf8) + [0x50, 0, 0x20, 2]),
    (.gif, Array("GIF89a".utf8) + [1, 0, 1, 0]),
    (.webp, Array("RIFF".utf8) + [9, 0, 0, 0] + Array("WEBPVP8 ".utf8)),
    (.bmp, Array("BM".utf8) + [70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0]),
    (.tiff, [0x49, 0x49, 42, 0, 8, 0, 0, 0]),
    (.tiff, [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]),
    (.heic, [0, 0, 0, 20] + Array("ftypheic".utf8) + [0, 0, 0, 0] + Array("mif1".utf8)),
    (.avif, [0, 0, 0, 24] + Array("ftypmif1".utf8) + [0, 0, 0, 0] + Array("mif1avif".utf8)),
    (.jpegXL, [0xFF, 0x0A, 0xFA]),
    (.jpeg2000, [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A]),
    (.ico, [0, 0, 1, 0, 1, 0, 16, 16, 0, 0]),
    (.psd, Array("8BPS".utf8) + [0, 1]),
    (.svg, Array("<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\">".utf8)),
  ]

  @Test("Types that are not decoded are recognised, and the error names them", arguments: beginnings)
  func unsupported(type: ImageType, beginning: [UInt8]) {
    #expect(throws: ImagingError.unsupported(type)) { try decode(beginning) }
    #expect(
      ImagingError.unsupported(type).description == "\(type) images are not supported; PNG and JPEG are")
  }

  static let others: [(String, String)] = [
    ("\n<!DOCTYPE html><html><body>Not found", "a web page"),
    ("{\"error\": 404}", "JSON"),
    ("<?xml version=\"1.0\"?><Error/>", "XML"),
    ("Not found", "text"),
    ("%PDF-1.7", "a PDF"),
    ("BMW", "text"),
    ("\u{1}\u{2}abcdefgh", "unknown data that begins with 01 02 61 62 63 64 65 66"),
  ]

  @Test("What is no image is refused, with what it looks like", arguments: others)
  func noImage(content: String, looksLike: String) {
    #expect(throws: ImagingError.notAnImage(looksLike: looksLike)) { try decode(Array(content.utf8)) }
  }

  @Test("An empty file is refused as such")
  func empty() {
    #expect(throws: ImagingError.empty) { try decode([]) }
  }
}
