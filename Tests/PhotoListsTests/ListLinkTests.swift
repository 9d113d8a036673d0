import Foundation
import TestSupport
import Testing
import Transport

@testable import PhotoLists

@Suite("Lists: links are checked and made absolute, and every photo has a name")
struct ListLinkTests {
  private let web = LinkResolver(base: RequestURL("https://a.example/lists/l.json?v=1"), allowsFile: false)
  private let file = LinkResolver(
    base: RequestURL(filePath: ("/home/me/my lists/l.txt").utf8), allowsFile: true)
  private let nowhere = LinkResolver(base: nil, allowsFile: false)

  private func entry(_ url: String, _ resolver: LinkResolver) -> PhotoEntry {
    resolver.entry(RawEntry(url: .text(url)), number: 1)
  }

  @Test("Relative URLs are relative to the list")
  func relative() {
    #expect(entry("b/c.png", web).link == "https://a.example/lists/b/c.png")
    #expect(entry("../c d.png", web).link == "https://a.example/c%20d.png")
    #expect(entry("/c.png", web).link == "https://a.example/c.png")
    #expect(entry("//b.example/c.png", web).link == "https://b.example/c.png")
    #expect(entry("b/c é.png", file).link == "file:///home/me/my%20lists/b/c%20%C3%A9.png")
    #expect(entry("/c.png", file).link == "file:///c.png")
    #expect(entry("https://b.example/c.png", file).link == "https://b.example/c.png")
    #expect(entry("c.png", nowhere).flaw?.contains("relative") == true)
  }

  @Test(
    "Several URLs in one entry are refused, however they are divided",
    arguments: [
      "http://a/1.png, http://a/2.png", "http://a/1.png,https://a/2.png", "http://a/1.png\thttp://a/2.png",
      "http://a/1.png | http://a/2.png", "http://a/1.png;HTTP://a/2.png", "[http://a/1.png](http://a/2.png)",
      "http://me:secret@a/1.png http://you:secret@a/2.png", "http://a/1.jpg\nhttp://a/2.jpg",
    ])
  func several(text: String) {
    for resolver in [web, file, nowhere] {
      let entry = entry(text, resolver)
      #expect(entry.flaw?.contains("contains several URLs") == true)
      #expect(entry.flaw?.contains("secret") == false && !entry.name.contains("secret"))
    }
  }

  @Test(
    "A URL within another one's path or query belongs to it",
    arguments: [
      "http://a/x?url=http://b/1.png", "http://a/web/2020/http://b/1.png",
      "http://a/x?u=1&url=https://b/1.png", "http://a/a,b.png",
    ])
  func within(url: String) {
    for resolver in [web, file, nowhere] { #expect(entry(url, resolver).link == url) }
  }

  @Test(
    "Text around a URL is named, and so is an invisible character",
    arguments: [
      ("\u{200B}http://a/1.png", "an invisible character before its URL, U+200B"),
      ("\u{FEFF}http://a/1.png", "U+FEFF"), ("\u{2060}\u{200E}https://a/1.png", "U+2060"),
      ("1.png (https://a/1.png)", "contains a URL and other text"),
      (#"=IMAGE("https://a/1.png")"#, "contains a URL and other text"),
      ("<http://a/1.png>", "contains a URL and other text"),
      ("![photo](http://a/1.png)", "contains a URL and other text"),
    ])
  func around(text: String, reason: String) {
    for resolver in [web, file, nowhere] { #expect(entry(text, resolver).flaw?.contains(reason) == true) }
  }

  @Test(
    "A URL that cannot be fetched is reported",
    arguments: [
      "", "   ", "http://", "http://a b/x.png", "http://a.example:99999/x", "http://[::1/x",
      "ftp://a.example/x.png", "data:image/png;base64,AAAA", "javascript:alert(1)", "C:\\photos\\x.png",
      "http://a\u{1B}[2J/", "file:///etc/passwd", "file://a.example/x",
    ])
  func bad(url: String) {
    #expect(entry(url, web).link == nil)
    #expect(entry(url, nowhere).flaw?.contains("\u{1B}") == false)
  }

  @Test(
    "A password is shown neither by the reason for a bad link nor by the name of the entry",
    arguments: [
      "ftp://me:secret@a.example/x", "http://me:secret@a.example:99999/x", "http:/me:secret@[::1/x",
      "//me:secret@a b/x", #"http:\\me:secret@a b\x"#, "http://me:s?/secret@a.example/x",
      "http://me:secret?x@a.example/", "http://me:pa/secret@a.example",
      "http://me@b.example:pa/secret@a.example/", "http://me:1234567/secret@a.example/x",
      "me:secret@a.example/x.jpg", "me:1secret@a.example/x.jpg", "https:\t//me:secret@a b/",
    ])
  func passwords(url: String) {
    for resolver in [web, nowhere] {
      let entry = entry(url, resolver)
      #expect(entry.flaw?.contains("secret") == false && !entry.name.contains("secret"))
    }
  }

  @Test("Files may be named by lists that are files, and only on this machine")
  func files() {
    #expect(entry("file:///a/b.png", file).link == "file:///a/b.png")
    #expect(entry("file:///a/b.png", web).flaw?.contains("is a file") == true)
    #expect(entry("file://server/a.png", file).flaw?.contains("another machine") == true)
    #expect(entry("//server/a.png", file).flaw?.contains("write https: before it") == true)
    #expect(entry("file:///a%00.png", file).flaw?.contains("null character") == true)
  }

  @Test("A host and port without a scheme are told to need one")
  func noScheme() {
    #expect(entry("localhost:8080/a.png", web).flaw?.contains("has no http:// before its host") == true)
  }

  @Test("Control characters are removed or encoded, as in browsers")
  func controls() {
    #expect(entry("http://a/\u{0}\u{1B}[2J\n", web).link == "http://a/%00%1B[2J")
    #expect(entry("http://a/b\n  c.png", web).link == "http://a/b%20%20c.png")
  }

  @Test("A URL that is not text, or is too long, is reported")
  func fields() {
    func flaw(_ field: Field) -> String? { web.entry(RawEntry(url: field), number: 1).flaw }
    #expect(flaw(.missing) == "it has no URL")
    #expect(flaw(.other("a number")) == "its URL is a number, not text")
    #expect(flaw(.tooLong) == "its URL is longer than 65536 bytes")
  }

  @Test("A name is the list's, or from the URL, or the entry's number; fit for a terminal, and not too long")
  func names() {
    func name(_ name: Field, _ url: Field) -> String {
      web.entry(RawEntry(name: name, url: url), number: 12).name
    }
    let url = Field.text("http://a.example/d/%F0%9F%98%80%20x.png")
    #expect(name(.text(" Sunset \n"), url) == "Sunset")
    #expect(name(.missing, url) == "😀 x.png")
    #expect(name(.text("  "), url) == "😀 x.png")
    #expect(name(.other("a number"), .text("http://a.example/d/")) == "d")
    #expect(name(.missing, .text("http://a.example")) == "a.example")
    #expect(name(.missing, .missing) == "entry 12")
    #expect(name(.text("a\u{1B}[31m"), url) == "a\u{FFFD}[31m")
    #expect(name(.missing, .text("http://a.example/%1B%0A")) == "\u{FFFD}")
    #expect(name(.text(String(repeating: "é", count: 9000)), url).count == 500)
    #expect(name(.text("a" + String(repeating: "\r\n", count: 400) + "b"), url).count == 500)
  }

  @Test("A long entry is a bad one, and the list goes on")
  func long() {
    let long = "http://a.example/" + String(repeating: "x", count: 200_000)
    for text in [
      "http://b.example/\n\(long)\nhttp://c.example/",
      #"["http://b.example/","\#(long)","http://c.example/"]"#,
      #"{"a":"http://b.example/","b":"\#(long)","c":"http://c.example/"}"#,
      "<plist><array><string>http://b.example/</string><string>\(long)</string><string>http://c.example/</string></array></plist>",
    ] {
      let read = outcome(of: text)
      #expect(read.reason == nil)
      #expect(read.urls == ["http://b.example/", nil, "http://c.example/"])
      #expect(read.entries.dropFirst().first?.flaw?.contains("longer") == true)
    }
  }

  @Test("Bytes that are not UTF-8 are read as Latin-1, and links as browsers send them")
  func latin1() {
    let read = outcome(
      of: Array("http://a.example/\n".utf8) + Array("http://b.example/".utf8) + [0xE9, 0x0A]
        + Array("http://c.example/".utf8))
    #expect(read.urls == ["http://a.example/", "http://b.example/%C3%A9", "http://c.example/"])
    let names = outcome(of: Array("name,url\nCaf".utf8) + [0xE9] + Array(",http://a.example/\n".utf8))
    #expect(names.names == ["Café"])
  }

  @Test("Paths that are piped in, as from ls, are files of the folder; other formats may not name files")
  func paths() {
    #expect(outcome(of: "a.png\nb c.png\n").urls.map { $0?.hasSuffix(".png") } == [true, true])
    #expect(outcome(of: "a.png\n").entries.first?.link?.hasPrefix("file:///") == true)
    #expect(outcome(of: #"["http://a.example/", "file:///a.png"]"#).urls == ["http://a.example/", nil])
  }

  @Test("A file whose path is no URL is found by its path")
  func odd() throws {
    let folder = try Folder()
    let name = "Photo #7 at 100%?.jpg"
    try folder.write("", to: name)
    let list = LinkResolver(base: RequestURL(filePath: (folder.path + "/list.txt").utf8), allowsFile: true)
    #expect(URL(string: try #require(entry(name, list).link))?.path == "\(folder.path)/\(name)")
    #expect(entry("Photo 8.jpg#x", list).link?.hasSuffix("Photo%208.jpg#x") == true)
  }
}
