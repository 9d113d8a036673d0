import Base
import Foundation
import Testing

@testable import PhotoLists

@Suite("Lists: every format is recognized by content and read in order")
struct ListFormatTests {
  private let names = ["Boats", "Été à Nice", "A & B <c>", "Wrong"]
  private let urls = [
    "https://a.example/boats.png", "https://a.example/x?y=1&z=2", "http://b.example/c.jpg", nil,
  ]

  private func expectAll(_ outcome: Outcome, _ location: SourceLocation = #_sourceLocation) {
    #expect(outcome.reason == nil, sourceLocation: location)
    #expect(outcome.names == names, sourceLocation: location)
    #expect(outcome.urls == urls, sourceLocation: location)
  }

  @Test(
    "JSON is an object, name to URL, or an array of objects with both, whatever else they hold; it keeps its order",
    arguments: [
      #"""
      { "Boats": "https:\/\/a.example\/boats.png", "\u00c9t\u00E9 à Nice" : "https://a.example/x?y=1&z=2",
        "A & B <c>":"http://b.example/c.jpg","Wrong":{"deep":[1,-2.5e3,true,false,null,{}, []]} }
      """#,
      #"""
      [{"name":"Boats","url":"https://a.example/boats.png","size":[1,2]},
       {"URL":"https://a.example/x?y=1&z=2","Name":"Été à Nice"},
       {"tags":{"url":"https://no.example/"},"name":"A & B <c>","url":"http://b.example/c.jpg"},
       {"name":"Wrong"}]
      """#,
    ])
  func json(text: String) { expectAll(outcome(of: text)) }

  @Test("A JSON array may hold URLs alone, and takes their names from them")
  func jsonArrayOfURLs() {
    let read = outcome(of: #"["http://a.example/d/One%20two.png?x=/y", "http://a.example/", 5]"#)
    #expect(read.names == ["One two.png", "a.example", "entry 3"])
    #expect(read.urls == ["http://a.example/d/One%20two.png?x=/y", "http://a.example/", nil])
    #expect(read.entries.last?.flaw == "its URL is a number, not text")
  }

  @Test("JSON Lines are distinguished from a JSON object", arguments: ["\n", "\r\n", "\n\n \n"])
  func jsonLines(lineBreak: String) {
    let lines = [
      #"{"name":"Boats","url":"https://a.example/boats.png"}"#,
      #"{"url":"https://a.example/x?y=1&z=2","name":"Été à Nice"}"#,
      #" {"name":"A & B <c>", "url" : "http://b.example/c.jpg", "more":[{}]} "#,
      #"{"name":"Wrong"}"#,
    ]
    expectAll(outcome(of: lines.joined(separator: lineBreak)))
    expectAll(outcome(of: lines.joined(separator: lineBreak) + lineBreak))
  }

  @Test("A line of JSON Lines that is not JSON fails as one entry")
  func brokenLine() {
    let read = outcome(
      of: """
        {"name":"A","url":"http://a.example/a.png"}
        {"name":"B","url":"http://a.example/b.png"
        what?
        {"name":"C","url":"http://a.example/c.png"} trailing
        {"name":"D","url":"http://a.example/d.png"}
        """)
    #expect(read.reason == nil)
    #expect(read.names == ["A", "entry 2", "entry 3", "entry 4", "D"])
    #expect(read.entries[1].flaw?.contains("not JSON") == true)
  }

  @Test("Plain text has a URL a line; blank lines and comments are ignored", arguments: ["\n", "\r\n", "\r"])
  func text(lineBreak: String) {
    let lines = [
      "# Photos", "", "  http://a.example/%C3%A9t%C3%A9.png  ", "\t# more", "http://a.example/b c.png",
    ]
    for end in ["", lineBreak] {
      let read = outcome(of: lines.joined(separator: lineBreak) + end)
      #expect(read.names == ["été.png", "b c.png"])
      #expect(read.urls == ["http://a.example/%C3%A9t%C3%A9.png", "http://a.example/b%20c.png"])
    }
  }

  @Test("An XML property list as Foundation writes it is read; dictionaries in the order of the file")
  func xmlPropertyList() throws {
    let dictionary = outcome(
      of: """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <!-- a comment with <tags> & more -->
        <plist version="1.0">
        <dict>
          <key>Boats</key>
          <string>https://a.example/boats.png</string>
          <key>&#xC9;t&#233; à Nice</key><string>https://a.example/x?y=1&amp;z=2</string>
          <key><![CDATA[A & B <c>]]></key>
          <string>http://b.example<!-- here -->/c.jpg</string>
          <key>Wrong</key>
          <dict><key>deep</key><array><true/><integer>1</integer></array></dict>
        </dict>
        </plist>

        """)
    expectAll(dictionary)
    let array = names.indices.map { index in
      var entry: [String: Any] = ["name": names[index], "size": 5]
      if let url = urls[index] { entry["url"] = url }
      return entry
    }
    expectAll(outcome(of: try propertyList(array, .xml)))
    #expect(outcome(of: try propertyList(["http://a.example/a.png"], .xml)).names == ["a.png"])
  }

  @Test("An XML property list is read in the encodings that libexpat knows")
  func encodings() throws {
    func list(_ encoding: String) -> String {
      "<?xml version='1.0' encoding='\(encoding)'?>\n<plist><dict><key>Été</key><string>http://é/</string></dict></plist>"
    }
    let expected = outcome(of: list("UTF-8"))
    #expect(expected.names == ["Été"])
    for (encoding, mark) in [
      (String.Encoding.utf16LittleEndian, [0xFF, 0xFE]), (.utf16LittleEndian, []),
      (.utf16BigEndian, [0xFE, 0xFF]), (.utf16BigEndian, []),
    ] as [(String.Encoding, [UInt8])] {
      let bytes = mark + Array(try #require(list("UTF-16").data(using: encoding)))
      for step in [1, 2, 5, .max] { #expect(outcome(of: bytes, step: step) == expected) }
    }
    #expect(outcome(of: Array(try #require(list("ISO-8859-1").data(using: .isoLatin1)))) == expected)
  }

  @Test("A binary property list is refused with the command that converts it")
  func binaryPropertyList() throws {
    let read = outcome(of: try propertyList(["A": "http://a.example/a"], .binary))
    #expect(read.reason == .binaryPropertyList && read.entries.isEmpty)
  }

  @Test("A byte order mark of UTF-8 is skipped")
  func byteOrderMark() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    #expect(outcome(of: mark + Array("http://a.example/a.png\n".utf8)).names == ["a.png"])
    #expect(outcome(of: mark + Array(#"{"A":"http://a.example/a.png"}"#.utf8)).names == ["A"])
    #expect(outcome(of: mark + (try propertyList(["A": "http://a.example/a.png"], .xml))).names == ["A"])
  }

  @Test(
    "A list without photos is a list",
    arguments: ["[]", " {} ", "<plist><dict/></plist>", "<plist><array></array></plist>"])
  func nothing(text: String) {
    #expect(outcome(of: text) == Outcome())
  }

  @Test("Wherever the bytes are split, the result is the same")
  func everySplit() throws {
    for list in try listsOfAllFormats() {
      let whole = outcome(of: list)
      #expect(whole.reason == nil)
      #expect(!whole.entries.isEmpty)
      for step in 1...max(8, min(list.count, 24)) { #expect(outcome(of: list, step: step) == whole) }
    }
  }

  @Test("JSON strings come out as Foundation's decoder reads them")
  func jsonStrings() throws {
    var generator = SplitMix(seed: 7)
    let pieces = [
      "a", "é", "😀", #"\n"#, #"\""#, #"\\"#, #"\/"#, #"\u0041"#, #"\uD83D\uDE00"#, #"\u00e9"#, " ",
      #"\t\b\f\r"#,
    ]
    for _ in 0..<300 {
      let literal = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }
      let json = "\"x\(literal.joined())x\""
      let expected = try JSONDecoder().decode(String.self, from: Data(json.utf8))
      let scanner = JSONScanner(ByteStream(MemorySource(json.utf8)))
      #expect(try scanner.value() == .text(expected))
    }
  }

  @Test("The numbers that only Python writes are numbers", arguments: ["NaN", "Infinity", "-Infinity"])
  func oddNumbers(number: String) throws {
    let text = #"[{"size":\#(number),"url":"http://a/1.png"},\#(number)]"#
    let read = outcome(of: text)
    #expect(read.urls == ["http://a/1.png", nil])
    #expect(read.entries.last?.flaw == "its URL is a number, not text")
  }

  @Test("Half a surrogate pair is shown as a missing character")
  func loneSurrogates() throws {
    for (json, expected) in [
      (#""\uD83D""#, "\u{FFFD}"), (#""\uD83Dx""#, "\u{FFFD}x"), (#""\uDE00\uD83D\n""#, "\u{FFFD}\u{FFFD}\n"),
      (#""\uD83D\uD83D\uDE00""#, "\u{FFFD}😀"),
    ] {
      #expect(try JSONScanner(ByteStream(MemorySource(json.utf8))).value() == .text(expected))
    }
  }
}
