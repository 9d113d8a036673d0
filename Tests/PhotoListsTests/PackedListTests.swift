import Foundation
import Testing

@Suite("Lists that are packed, or written in UTF-16")
struct PackedListTests {
  /// The lines http://a.example/a.png and http://b.example/b.png, each packed by gzip.
  private let gzip = Self.bytes("H4sIAAAAAAAC/8soKSmw0tdP1EutSMwtyEkFsgry0rkADPSLvRcAAAA=")
  private let secondGzip = Self.bytes("H4sIAAAAAAAC/8soKSmw0tdP0kutSMwtyEkFsgry0rkAUDLXEhcAAAA=")
  private let urls: [String?] = ["http://a.example/a.png", "http://b.example/b.png"]

  @Test("gzip is unpacked, including several consecutive members", arguments: [1, 2, 7, .max])
  func unpacked(step: Int) {
    #expect(outcome(of: gzip + secondGzip, step: step).urls == urls)
    // This is how gzip itself behaves.
    #expect(outcome(of: gzip + secondGzip + [0, 0, 0, 0], step: step).urls == urls)
  }

  @Test("What is packed and cut short anywhere, or damaged, is an error")
  func damaged() {
    for count in 4..<gzip.count {
      let outcome = outcome(of: Array(gzip.prefix(count)))
      #expect(outcome.reason != nil, "\(count) of \(gzip.count)")
    }
    var damaged = gzip
    for place in 6..<12 { damaged[place] ^= 0x55 }
    #expect(outcome(of: damaged).reason != nil)
  }

  @Test(
    "Every format but the binary one is read in UTF-16, with or without a byte order mark",
    arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
  func utf16(encoding: String.Encoding) throws {
    let mark: [UInt8] = encoding == .utf16BigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
    for text in [
      #"{"Été 🌞":"http://a/é.png"}"#, #"[{"name":"Été 🌞","url":"http://a/é.png"}]"#,
      "{\"name\":\"Été 🌞\",\"url\":\"http://a/é.png\"}\n", "http://a/é.png\nhttp://a/🌞.png\n",
    ] {
      let expected = outcome(of: text)
      #expect(expected.reason == nil)
      let list = Array(try #require(text.data(using: encoding)))
      for step in [1, 3, .max] {
        #expect(outcome(of: mark + list, step: step) == expected)
        #expect(outcome(of: list, step: step) == expected)
      }
    }
  }

  @Test("A line of UTF-16 that is longer than parsers look ahead is read whole", arguments: [1000, .max])
  func longLine(step: Int) throws {
    let members = (0..<4000).map { "\"\($0)\":\"http://a.example/\($0).png\"" }
    let text = "{" + members.joined(separator: ",") + "}"
    let read = outcome(of: Array(try #require(text.data(using: .utf16))), step: step, atMost: 500)
    #expect(read.reason == nil)
    #expect(read.entries.count == members.count)
  }

  @Test("Half a character of UTF-16 becomes a replacement character, and no more is lost")
  func halves() {
    let units: [UInt16] = Array("http://a/".utf16) + [0xD83C] + Array("b.png".utf16) + [0xDF1E]
    let text: [UInt8] = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let list: [UInt8] = [0xFF, 0xFE] + text + [0x41]
    #expect(outcome(of: list).urls == outcome(of: "http://a/\u{FFFD}b.png\u{FFFD}").urls)
  }

  private static func bytes(_ base64: String) -> [UInt8] { Data(base64Encoded: base64).map(Array.init) ?? [] }
}
