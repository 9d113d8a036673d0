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

  @Test(
    "What is no image is named after its URL, else after what the server calls it",
    arguments: [
      ("http://a/b/report.pdf?x=1", nil, "pdf"), ("http://a/b", "text/html; charset=utf-8", "html"),
      ("http://a/page.this-is-long", "Application/JSON", "json"), ("http://a/x", nil, "bin"),
      ("http://a/x.t%2Fz", "what/ever", "bin"),
    ] as [(String, String?, String)])
  func others(url: String, type: String?, suffix: String) {
    #expect(FileKind.suffix(url: url, contentType: type) == suffix)
  }

  private func isCutShort(_ type: ImageType, _ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { FileKind.isCutShort(type, $0) }
  }
}
