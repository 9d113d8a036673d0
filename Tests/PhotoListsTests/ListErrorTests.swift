import Foundation
import TestSupport
import Testing
import Transport

@testable import PhotoLists

@Suite("Lists: what is not a list is refused with what it is, and the cure")
struct ListErrorTests {
  private static let withoutURL = "without a single URL (under \(EntryKey.urlKeys), at most one level down)"

  @Test(
    "Something other than a list is named; JSON without a URL where one is looked for, with the keys",
    arguments: [
      ("<!DOCTYPE html>\n<html><body>hello</body></html>", "an HTML page"),
      ("<!-- x --><HTML lang=en><br>", "an HTML page"),
      ("<html><p>5 < 6", "an HTML page"),
      ("<!doctype html><p>hello", "an HTML page"),
      ("<!DOCTYPE html>hello", "an HTML page"),
      ("<a b=c>", "markup of an unknown kind"),
      ("<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>", "an SVG image"),
      ("<?xml version='1.0'?><rss><a/></rss>", "XML of another kind (<rss>)"),
      ("<svg xmlns='http://www.w3.org/2000/svg'/>", "an SVG image"),
      ("<plist><string>x</string></plist>", "a property list of a single text"),
      ("\u{89}PNG", "text in which no line is a URL"),
      ("GIF89a............", "a GIF image"),
      ("%PDF-1.7 .........", "a PDF document"),
      ("Dear reader,\nthis is a letter.\n", "text in which no line is a URL"),
      ("Hello, world\nthis is text\n", "text in which no line is a URL"),
      ("[1, 2, [3]]", "a JSON array \(withoutURL)"),
      (#"[{"name":"Sea","href2":"http://a.example/1.jpg"}]"#, "a JSON array \(withoutURL)"),
      (#"{"photos": [{"name":"a","href2":"http://a/"}]}"#, "a JSON object \(withoutURL)"),
      (#"{"data":{"photos":[{"url":"http://a.example/1.jpg"}]}}"#, "a JSON object \(withoutURL)"),
      ("\u{1}\u{2}\u{3} what is this", "binary data"),
    ])
  func somethingElse(text: String, found: String) {
    #expect(outcome(of: text).reason == .notAList(found))
    #expect(outcome(of: text, step: 1).reason == .notAList(found))
  }

  @Test(
    "Images and archives are named by their first bytes",
    arguments: [
      ([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10], "a PNG image"), ([0xFF, 0xD8, 0xFF, 0xE0], "a JPEG image"),
      (Array("RIFF....WEBPVP8 ".utf8), "a WebP image"),
      ([0x42, 0x5A, 0x68, 0x39], "compressed with bzip2 (unpack it first)"),
      ([0x28, 0xB5, 0x2F, 0xFD], "compressed with zstd (unpack it first)"),
    ])
  func magics(start: [UInt8], found: String) {
    #expect(outcome(of: start + [UInt8](repeating: 0x55, count: 16)).reason == .notAList(found))
  }

  @Test("A file of blanks and comments is empty", arguments: ["", " \n\t", "# only\n\n#this", "\u{FEFF}"])
  func empty(text: String) {
    #expect(outcome(of: text).reason == .empty)
  }

  @Test("A property list whose photos are nested is told to have them at its root")
  func nestedPropertyList() {
    let list = "<dict><key>photos</key><array><string>http://a.example/a.png</string></array></dict>"
    #expect(outcome(of: "<plist>\(list)</plist>").reason == .noURLInPropertyList)
  }

  @Test("UTF-32, and what expat does not know, is refused by name")
  func encodings() throws {
    let text = #"{"A":"http://a.example/a.png"}"#
    for (encoding, name) in [
      (String.Encoding.utf32, "UTF-32"), (.utf32LittleEndian, "UTF-32LE"), (.utf32BigEndian, "UTF-32BE"),
    ] {
      #expect(outcome(of: Array(try #require(text.data(using: encoding)))).reason == .encoding(name))
    }
    let windows = "<?xml version=\"1.0\" encoding=\"windows-1252\"?><plist><dict/></plist>"
    #expect(outcome(of: windows).reason == .encoding("windows-1252"))
  }

  @Test("A list cut short anywhere is an error, after the entries before the cut")
  func cutShort() throws {
    let lists: [[UInt8]] = [
      Array(#"{"a":"http://a.example/","b":["x"],"c":"http://c.example/"}"#.utf8),
      Array(#"[{"name":"a","url":"http://a.example/"},{"name":"b","url":"http://b.example/"}]"#.utf8),
      try propertyList(["a": "http://a.example/", "b": "http://b.example/"], .xml).dropLast(),
    ]
    for list in lists {
      let whole = outcome(of: list)
      #expect(whole.reason == nil)
      for count in 1..<list.count {
        let cut = outcome(of: Array(list.prefix(count)))
        #expect(cut.reason != nil, "cut after \(count) bytes")
        #expect(cut.entries == Array(whole.entries.prefix(cut.entries.count)))
      }
    }
  }

  private static let xml = "<plist><dict><key>a</key><string>http://a.example/</string>"

  @Test(
    "Where a list is broken is reported by entry and byte, and the entries before it are given",
    arguments: [
      (#"{"a":"http://a.example/" "#, #""c":1}"#, "a ',' was expected between entries", 0),
      (#"{"a":"http://a.example/""#, "", "it ends too early", 0),
      ("{\"url\":\"http://a.example/\"}\n", "{\"url\":\"http", "a string is not closed", 12),
      ("[\"http://a.example/\", ", "]", "a comma before the end, which JSON does not allow", 0),
      ("[\"http://a.example/\", ", "// b\n\"http://b/\"]", "a comment, which JSON does not allow", 0),
      ("url\nhttp://a.example/\n", "\"http://b/\n", "a quoted field is not closed", 11),
      (xml, "<key>b</key></dict></plist>", "</dict> where a value was expected", 12),
      (xml, "<string>b</string></dict></plist>", "<string> where <key> was expected", 0),
      (xml, "<key>b</key><string>&nbsp;</string></dict></plist>", "the unknown character '&nbsp;'", 20),
      (xml, "<key>b</key><string>x", "it ends too early", 21),
      (xml, "</dict></plist><more/>", "there is text after </plist>", 15),
      // An external document type isn't read.
      (
        #"<!DOCTYPE plist SYSTEM "file:///etc/passwd">"# + xml, "<key>&passwd;</key></dict></plist>",
        "the unknown character '&passwd;'", 5
      ),
    ])
  func place(before: String, rest: String, what: String, offset: Int) {
    for step in [1, 7, .max] {
      let read = outcome(of: before + rest, step: step)
      #expect(read.urls == ["http://a.example/"])
      #expect(read.reason == .broken(what, entry: 2, byte: before.utf8.count + offset))
    }
  }

  @Test(
    "JSON and property lists that break the rules are refused",
    arguments: [
      #"["http://a/",]"#, #"["http://a/" "http://b/"]"#, #"["http://a/"]]"#, #"{"a":"http://a/"}}"#,
      #"{"a" "http://a/"}"#, #"["http://a/", tru]"#, #"["http://a/", -]"#, #"["http://a/", 1.2.3]"#,
      #"["http://\x"]"#, #"["http://\u12g4"]"#, "[\"http://a/\n\"]", "{a:1}", "['http://a/']", "[,]",
      "<plist><dict><key>a</key></dict></plist>", "<plist><dict><string>a</string></dict></plist>",
      "<plist><dict><key>a</key><string>http://a/</dict></plist>", "<plist><dict></array></plist>",
      "<plist><array><string>a &nbsp; b</string></array></plist>",
      "<plist><array><string>a & b</string></array></plist>", "<plist><dict/></plist><more>", "<plist/>",
      "<plist version=1><dict/></plist>", "<plist><dict/><dict/></plist>",
      "<plist><dict><key>a</key><string>\u{1}</string></dict></plist>",
      "<plist><array><dict><key>x</key><array></dict></array></plist>",
    ])
  func brokenRules(text: String) {
    #expect(outcome(of: text).isBroken)
  }

  @Test(
    "A document type with declarations of its own is refused before they are read",
    arguments: [
      #"<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">"#,
      #"<!ENTITY a SYSTEM "file:///etc/passwd">"#, #"<!ENTITY % a SYSTEM "http://a.example/">%a;"#,
      #"<!ATTLIST string a CDATA "aaaaaaaaaa">"#, "",
    ])
  func declarations(text: String) {
    let list = "<!DOCTYPE plist [\(text)]><plist><array><string>http://a/&b;</string></array></plist>"
    #expect(
      outcome(of: list).reason
        == .broken("its document type contains declarations, which are not supported", entry: 1, byte: 16))
  }

  @Test("Deep nesting is refused, not followed")
  func deep() {
    let json = "[" + String(repeating: "[", count: 100_000)
    #expect(outcome(of: json).reason == .broken("it is nested too deeply", entry: 1, byte: 257))
    let xml = "<plist><array>" + String(repeating: "<array>", count: 100_000)
    #expect("\(outcome(of: xml))".contains("it is nested too deeply"))
  }

  @Test("The error of a list that cannot be opened names it and the cure")
  func cannotOpen() throws {
    let transport = Transport(.patient)
    func reason(_ source: ListSource) -> ListError? {
      #expect(throws: ListError.self) { try PhotoListReader(source, transport: transport).next(atMost: 1) }
    }
    let folder = FileManager.default.temporaryDirectory.path
    #expect(reason(.file("/no/such/list.plist"))?.reason == .noSuchFile)
    #expect(reason(.file(folder))?.reason == .isFolder)
    #expect(reason(.file("/no/such\u{1B}[2J"))?.description.contains("\u{1B}") == false)
    #expect(
      reason(.file("/no/such/list.plist"))?.description.hasPrefix("/no/such/list.plist: no such file. ")
        == true)
    let ftp = ListSource(argument: "ftp://user:secret@a.example/list")
    #expect(reason(ftp)?.reason == .notFetched("unsupported URL scheme 'ftp'"))
    #expect(reason(ftp)?.description.contains("secret") == false)
  }
}
