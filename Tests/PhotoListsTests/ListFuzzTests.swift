import Base
import Foundation
import TestSupport
import Testing

@testable import PhotoLists

@Suite("Lists: whatever the bytes, reading ends with entries or an error")
struct ListFuzzTests {
  @Test("Lists with bytes changed, cut, doubled or swapped neither crash nor hang")
  func mutated() throws {
    let seeds: [[UInt8]] = [
      Array(#"{"a\u00e9":"http://a.example/","b":[1,{"x":null}],"c":"http://c.example/"}"#.utf8),
      Array(#"[{"name":"a","url":"http://a.example/"},"http://b.example/"]"#.utf8),
      Array("{\"name\":\"a\",\"url\":\"http://a/\"}\n{\"url\":\"http://b/x\"}\n".utf8),
      Array("# c\r\nhttp://a/é.png\r\nb/c.png\n".utf8),
      try propertyList(["a&é": "http://a/<>", "b": 5, "c": ["d": Data([1, 2])]] as [String: Any], .xml),
      Array(
        "\u{FEFF}<?xml version='1.0'?><plist><array><dict><key>url</key><string>http://a/</string></dict></array></plist>"
          .utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
      try propertyList([["name": "é", "url": "http://a/"], ["url": 5]], .binary),
      try propertyList(["a": "http://a/", "b": Date(), "c": ["d"]] as [String: Any], .binary),
    ]
    var generator = SplitMix(seed: 3)
    let interesting: [UInt8] = Array("{}[]\",:\\<>/&;!-u#\n\r\t 0".utf8) + [0, 0xFF, 0x80, 0xEF]
    for round in 0..<4000 {
      var bytes = seeds[round % seeds.count]
      for _ in 0..<Int.random(in: 1...6, using: &generator) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes[place] = interesting.randomElement(using: &generator) ?? 0
        case 2: bytes.remove(at: place)
        case 3:
          bytes.insert(
            contentsOf: bytes[place...].prefix(Int.random(in: 1...12, using: &generator)), at: place)
        default: bytes.removeSubrange(place...)
        }
      }
      let whole = outcome(of: bytes)
      #expect(whole.entries.allSatisfy { !$0.name.isEmpty })
      #expect(outcome(of: bytes, step: 3) == whole)
    }
  }
}
