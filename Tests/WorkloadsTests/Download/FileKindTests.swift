import Imaging
import Testing

@testable import Workloads

@Suite("What a downloaded file is")
struct FileKindTests {
  private let picture = Picture(width: 40, height: 30, format: .rgb)

  @Test("A PNG or JPEG cut anywhere is noticed, a whole one with something after it is not")
  func cutShort() throws {
    for (type, file) in [(ImageType.png, try encodePNG(picture)), (.jpeg, try encodeJPEG(picture))] {
      #expect(!isCutShort(type, file))
      #expect(!isCutShort(type, file + [0, 0, 1, 2, 3]))
      for count in 8..<file.count - 8 { #expect(isCutShort(type, Array(file.prefix(count)))) }
    }
  }

  @Test("The end of a small picture inside a JPEG is not the JPEG's own")
  func thumbnail() throws {
    let file = try encodeJPEG(picture)
    let small: [UInt8] = [0xFF, 0xE1, 0, 6, 0xFF, 0xD8, 0xFF, 0xD9]
    let whole = Array(file.prefix(2)) + small + file.dropFirst(2)
    #expect(!isCutShort(.jpeg, whole))
    #expect(isCutShort(.jpeg, Array(whole.dropLast(2))))
  }

  @Test("A WebP says how long it is")
  func webP() {
    let file: [UInt8] = Array("RIFF".utf8) + [8, 0, 0, 0] + Array("WEBPVP8 ".utf8)
    #expect(!isCutShort(.webp, file))
    #expect(isCutShort(.webp, file.dropLast()))
  }

  @Test("Behind thousands of boxes, nothing is looked for any more: it would hold up all transfers")
  func tinyBoxes() throws {
    let file = SmallImage.avif.bytes
    let free: [UInt8] = [0, 0, 0, 8] + Array("free".utf8)
    func isTakenForWhole(behind count: Int) -> Bool {
      !isCutShort(.avif, Array(repeatElement(free, count: count).joined()) + file)
    }
    #expect(isTakenForWhole(behind: 1000))
    #expect(!isTakenForWhole(behind: 10_000))
  }

  @Test(
    "Images of other formats are whole, and cut anywhere they are not", arguments: SmallImage.allCases)
  func cutShort(image: SmallImage) throws {
    let file = image.bytes
    let type = try file.withUnsafeBytes { try ImageType(of: $0) }
    #expect(!isCutShort(type, file))
    #expect(!isCutShort(type, file + [0, 0, 0, 0, 0, 0, 0, 0]))
    for count in 0..<file.count { #expect(isCutShort(type, Array(file.prefix(count))), "\(count)") }
  }

  @Test(
    "Whatever is changed in an image, looking for its end comes to an end", arguments: SmallImage.allCases)
  func changed(image: SmallImage) throws {
    let file = image.bytes
    let type = try file.withUnsafeBytes { try ImageType(of: $0) }
    for place in file.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        for width in [1, 4, 8] {
          var other = file
          for index in place..<min(place + width, file.count) { other[index] = value }
          _ = isCutShort(type, other)
        }
      }
    }
  }

  @Test("A TIFF whose directories lead back to the first is gone through once")
  func circle() {
    let tiff: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0, 8, 0, 0, 0]
    #expect(!isCutShort(.tiff, tiff))
  }

  @Test("A wrong length in a BMP's header is not minded, as the pixels tell their own")
  func wrongLength() {
    var file = SmallImage.bmp.bytes
    for length: UInt8 in [0, 0xFF] {
      file[2] = length
      #expect(!isCutShort(.bmp, file))
      #expect(isCutShort(.bmp, file.dropLast()))
    }
  }

  @Test("An SVG is whole when its element is closed")
  func svg() {
    let file = Array("<svg xmlns='http://www.w3.org/2000/svg'><g><path d='M0 0'/></g></svg >\n".utf8)
    #expect(!isCutShort(.svg, file))
    for count in 0..<file.count - 2 { #expect(isCutShort(.svg, Array(file.prefix(count)))) }
  }

  @Test(
    "What is no image is named after its URL, else after what the server calls it, and never as an image",
    arguments: [
      ("http://a/b/report.pdf?x=1", nil, "pdf"), ("http://a/b", "text/html; charset=utf-8", "html"),
      ("http://a/page.this-is-long", "Application/JSON", "json"), ("http://a/x", nil, "bin"),
      ("http://a/x.t%2Fz", "what/ever", "bin"),
      ("http://a/d.png", "text/html", "html"), ("http://a/d.JPEG", "image/jpeg", "bin"),
      ("http://a/d.psd", nil, "bin"), ("http://a/d.heif", "text/plain", "txt"),
    ] as [(String, String?, String)])
  func others(url: String, type: String?, suffix: String) {
    #expect(FileKind.suffix(url: url, contentType: type) == suffix)
  }

  private func isCutShort(_ type: ImageType, _ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { type.isCutShort($0) }
  }
}
