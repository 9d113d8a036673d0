import Foundation
import PhotoLists
import Testing
import Transport

@testable import Workloads

@Suite("Grouped lists")
struct GroupedListTests {
  private let list = GroupedList(source: .url("http://x.org/list"), fileExtension: "png")

  @Test("Houses keep their order, monarchs names, years and URLs, and one without a usable URL has failed")
  func read() throws {
    let groups = try groups(
      """
      [{"house": "York", "monarchs": [
         {"name": "Edward IV", "years": "1461–1470", "thumbnail": "/t/4.png"},
         {"name": "Edward V", "thumbnail": "5.png", "more": {"than": ["is", "read"]}}]},
       {"house": "Blois", "monarchs": [{"name": "Stephen"}, {"name": "Matilda", "thumbnail": "ftp://x/y"}]},
       {"house": "Denmark", "monarchs": []}]
      """)
    #expect(groups.map(\.name) == ["York", "Blois", "Denmark"])
    #expect(groups[0].photos.map(\.years) == ["1461–1470", ""])
    #expect(groups[0].photos.map(\.url) == ["http://x.org/t/4.png", "http://x.org/m/5.png"])
    #expect(groups[1].photos.map(\.hasFailed) == [true, true])
    #expect(groups[0].photos.map(\.fileName) == ["York/Edward IV.png", "York/Edward V.png"])
  }

  @Test("Groups, photos and URLs may have other usual names")
  func otherKeys() throws {
    let groups = try groups(
      #"[{"title": "Sea", "photos": [{"caption": "Waves", "image_url": "w.png"}, {"name": "Tide", "url": "t.png"}]}]"#
    )
    #expect(groups.map(\.name) == ["Sea"])
    #expect(groups[0].photos.map(\.name) == ["Waves", "Tide"])
    #expect(groups[0].photos.map(\.url) == ["http://x.org/m/w.png", "http://x.org/m/t.png"])
  }

  @Test("Names that would leave the folder, or be one file, do not")
  func names() throws {
    let groups = try groups(
      """
      [{"house": "../etc", "monarchs": [{"name": "a/b", "thumbnail": "1"}, {"name": "A-B", "thumbnail": "2"}]},
       {"house": "../ETC", "monarchs": [{"name": "x\\ny", "thumbnail": "3"}]}]
      """)
    let files = groups.flatMap(\.photos).map(\.fileName)
    #expect(Set(files.map { $0.lowercased() }).count == 3)
    #expect(
      files.allSatisfy { $0.split(separator: "/").count == 2 && !$0.contains("..") && !$0.contains("\n") })
  }

  @Test(
    "Any other JSON is refused, with the place of the problem and the shape that is expected",
    arguments: [
      ("", "it is empty"), ("<html>", "it is not JSON"), ("{}", "the list itself has the wrong type"),
      (#"[{"house": "A"}]"#, "[0].monarchs is missing"),
      (#"[{"house": "A", "monarchs": [{"name": 1}]}]"#, "[0].monarchs[0].name has the wrong type"),
      (#"[{"house": null, "monarchs": []}]"#, "[0].house is null"),
    ])
  func refused(text: String, words: String) {
    let error = #expect(throws: ListError.Reason.self) { try groups(text) }
    #expect(error == .notGrouped(words))
  }

  private func groups(_ text: String) throws -> [ThumbnailGroup] {
    try list.groups(of: Data(text.utf8), base: RequestURL("http://x.org/m/list"))
  }
}
