import Foundation
import Testing

@testable import Imaging

@Suite("Whether a file's end is missing") struct CutShortTests {
  private let picture = Picture.gradient(width: 40, height: 30)

  @Test("A PNG or JPEG cut anywhere is noticed, a whole one with something after it is not")
  func cut() throws {
    for (type, file) in [(ImageType.png, try encodePNG(picture)), (.jpeg, try encodeJPEG(picture))] {
      #expect(!isCutShort(type, file))
      #expect(!isCutShort(type, file + [0, 0, 1, 2, 3]))
      // A PNG ends with an empty chunk of 12 bytes and two sums of 4 bytes.
      for count in 8..<file.count - 24 { #expect(isCutShort(type, Array(file.prefix(count)))) }
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

  /// A still and an animated GIF with three by two red pixels, as written by Pillow.
  private static let gifs = [
    "R0lGODdhAwACAIEAAMgeCgAAAAAAAAAAACwAAAAAAwACAAAIBgABCBwYEAA7",
    """
    R0lGODlhAwACAIEAAMgeCgAAAAAAAAAAACH/C05FVFNDQVBFMi4wAwEAAAAh+QQBAAAAACwAAAAAAwACAAAIBgABCBwYEAAh\
    +QQBAAAAACwCAAAAAQACAIHIHgoAAAAAAAAAAAAIBQADBAgIACH5BAEAAAAALAIAAAABAAIAgcgeCgAAAAAAAAAAAAgFAAEA\
    CAgAOw==
    """,
  ]

  @Test("A GIF is whole, cut anywhere it isn't, and is never read past its end", arguments: gifs)
  func gif(text: String) throws {
    let file = try [UInt8](#require(Data(base64Encoded: text)))
    #expect(!isCutShort(.gif, file))
    #expect(!isCutShort(.gif, file + [0, 0, 0, 0, 0, 0, 0, 0]))
    for count in file.indices { #expect(isCutShort(.gif, Array(file.prefix(count))), "\(count)") }
    for place in file.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        for width in [1, 4, 8] {
          var other = file
          for index in place..<min(place + width, file.count) { other[index] = value }
          _ = isCutShort(.gif, other)
        }
      }
    }
  }

  private func isCutShort(_ type: ImageType, _ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { type.isCutShort($0) }
  }
}
