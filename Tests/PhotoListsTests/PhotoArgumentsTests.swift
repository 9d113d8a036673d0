import Foundation
import TestSupport
import Testing

@testable import PhotoLists

@Suite("Photos themselves as arguments")
struct PhotoArgumentsTests {
  private let folder: Folder
  private static let png = Data([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + [UInt8](repeating: 0, count: 16))

  init() throws {
    folder = try Folder()
    for name in ["b.png", "a.jpg", ".hidden.png", "in/c.png", "called otherwise"] {
      try folder.write(Self.png, to: name)
    }
    try folder.write("http://a/", to: "list.txt")
  }

  private func source(_ names: String...) throws(ListError) -> ListSource {
    try ListSource(arguments: names.map { $0.contains("://") || $0 == "-" ? $0 : "\(folder.path)/\($0)" })
  }

  private func reason(_ names: String...) -> ListError.Reason? {
    let arguments = names.map { $0 == "-" ? $0 : "\(folder.path)/\($0)" }
    return #expect(throws: ListError.self) { try ListSource(arguments: arguments) }?.reason
  }

  @Test("One argument is a list, unless it is a photo, a folder or a pattern")
  func one() throws {
    #expect(try source("list.txt") == .file(folder.path + "/list.txt"))
    #expect(try source("nowhere.json") == .file(folder.path + "/nowhere.json"))
    #expect(try source("-") == .standardInput)
    #expect(try source("https://a/list.json") == .url("https://a/list.json"))
    #expect(try source("https://a/b.jpg?w=9") == .photos(["https://a/b.jpg?w=9"]))
    #expect(try source("HTTP://a.example") == .url("HTTP://a.example"))
    #expect(try source("file:///tmp/a%20b.txt") == .file("/tmp/a b.txt"))
    #expect(try source("odd/x://y") == .file("odd/x://y"))
    #expect(try source("called otherwise") == .photos([folder.path + "/called otherwise"]))
  }

  @Test("A folder's photos are taken in order of their names; hidden ones and those of its folders are not")
  func folders() throws {
    #expect(try source("") == .photos(["a.jpg", "b.png"].map { "\(folder.path)/\($0)" }))
    #expect(try source("in/", "b.png") == .photos(["in/c.png", "b.png"].map { "\(folder.path)/\($0)" }))
  }

  @Test("A pattern that no shell has expanded stands for its files")
  func patterns() throws {
    #expect(try source("*.png") == .photos([folder.path + "/b.png"]))
    #expect(
      try source("[ab].*", "in/?.png")
        == .photos(["a.jpg", "b.png", "in/c.png"].map { "\(folder.path)/\($0)" }))
  }

  @Test("What is no photo among photos is refused by its name")
  func refused() throws {
    #expect(reason("b.png", "list.txt") == .mixed)
    #expect(reason("b.png", "-") == .mixed)
    #expect(reason("b.png", "nowhere") == .noSuchFile)
    #expect(reason("*.gif") == .noMatch)
    try folder.makeFolder("empty")
    #expect(reason("empty") == .noPhotos)
  }

  @Test("Photos are read as a list, under the names of their files")
  func read() throws {
    let photos = ["\(folder.path)/Photo #7 100%.png", "/é ü.jpg", "https://a/b.png"]
    let read = outcome(of: reader(of: ListSource.list(of: photos), as: .photos(photos)))
    #expect(read.reason == nil)
    #expect(read.names == ["Photo #7 100%.png", "é ü.jpg", "b.png"])
    #expect(read.urls.compactMap { URL(string: $0 ?? "")?.path } == photos.prefix(2) + ["/b.png"])
  }
}
