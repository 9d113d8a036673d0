import Foundation
import TestSupport
import Testing
import Transport

@testable import PhotoLists

@Suite("Lists: a path that exists is a file, whichever way it is named")
struct LocalFilesTests {
  private let folder: Folder
  /// File names that look like URLs, comments, headings or other formats.
  private static let names: [[UInt8]] =
    [
      "plain.jpg", "#1 dad.jpg", " leading space.jpg", "trailing space.jpg ", "photo-10:20:30.jpg", "a:b.jpg",
      "http:weird.jpg", "a[1].jpg", "100%.jpg", "a%20b.jpg", "what?.jpg", "Photo #7.jpg", "tab\there.jpg",
      "quote\".jpg", "back\\slash.jpg", "url,x.jpg", "{brace}.jpg", "[1].jpg", "<x>.jpg", "GIF89.jpg",
    ].map { Array($0.utf8) } + [Array("caf".utf8) + [0xE9] + Array(".jpg".utf8)]

  init() throws { folder = try Folder() }

  private func path(_ name: [UInt8]) -> [UInt8] { Array(folder.path.utf8) + "/".utf8 + name }

  private func make(_ names: [[UInt8]]) throws {
    for name in names {
      let descriptor = open(LocalFiles.cString(path(name)), O_WRONLY | O_CREAT, 0o600)
      try #require(descriptor >= 0)
      close(descriptor)
    }
  }

  /// Returns the file paths of the entries of a list in the folder.
  private func paths(_ bytes: [UInt8]) -> [[UInt8]?] {
    let base = RequestURL(filePath: path(Array("list.txt".utf8)))
    let reader = reader(of: bytes, as: .file("list.txt"), base: base)
    return outcome(of: reader).entries.map { $0.link.flatMap { RequestURL($0).filePath } }
  }

  @Test("Each line of text that is a file is that file, whatever its name and its place")
  func lines() throws {
    try make(Self.names)
    for start in Self.names.indices {
      let order = Self.names[start...] + Self.names[..<start]
      #expect(paths(Array(order.joined(separator: "\n".utf8))) == order.map(path))
    }
  }

  @Test("Names that end with null bytes may hold line breaks, also the first")
  func nulls() throws {
    let odd = Array("./new\nline.jpg".utf8)
    try make(Self.names + [odd])
    for order in [Self.names + [odd], [odd] + Self.names, [odd]] {
      let plain = order.map { Array($0.starts(with: "./".utf8) ? $0[2...] : $0[...]) }
      #expect(paths(Array((order + [[]]).joined(separator: [0]))) == plain.map(path))
    }
    #expect(outcome(of: "http://a/1.jpg\0http://a/2.jpg\0").urls == ["http://a/1.jpg", "http://a/2.jpg"])
    #expect(outcome(of: "abc\0def\u{1}").reason == .notAList("binary data"))
  }

  @Test("A folder's photos are taken whatever their names")
  func folders() throws {
    let odd = Array("new\nline.jpg".utf8)
    try make(Self.names + [odd])
    let source = try ListSource(arguments: [folder.path])
    guard case .photos(let photos) = source else {
      Issue.record("\(source)")
      return
    }
    let read = outcome(of: reader(of: ListSource.list(of: photos), as: source))
    let expected = Self.names + [odd]
    let found = read.entries.map { RequestURL($0.url).filePath }
    #expect(Set(found) == Set(expected.map { path($0) }))
    #expect(read.names.contains("café.jpg"))
  }
}
