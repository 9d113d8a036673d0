import PhotoLists
import Testing

@testable import Workloads

@Suite("Name templates")
struct NameTemplateTests {
  @Test(
    "A template is filled in with the name, the number and the text between",
    arguments: [
      ("{name}-{number}.{ext}", "Boat-7"), ("{number:3} {name}", "007 Boat"), ("{number:1}", "7"),
      ("x{name}{name}", "xBoatBoat"),
    ])
  func filled(template: String, stem: String) throws {
    #expect(try NameTemplate(template).stem(name: "Boat.jpg", number: 7) == stem)
  }

  @Test(
    "A template that cannot name files is refused with the reason",
    arguments: [
      ("", "the same name"), ("photo.{ext}", "the same name"), ("{name", "without a }"), ("{nam}", "{nam}"),
      ("a/{name}", "slash"),
      ("{ext}.{name}", "not at its end"), ("{number:0}", "{number:0}"), ("{number:x}", "unknown placeholder"),
    ])
  func refused(template: String, reason: String) {
    let flaw = #expect(throws: NameTemplate.Flaw.self) { try NameTemplate(template) }
    #expect(flaw?.description.contains(reason) == true)
  }

  @Test("Equal names get numbers, in the list's order")
  func different() throws {
    func places(_ part: ListPart, _ names: String...) -> [String?] {
      var part = part
      return names.map { part.take(PhotoEntry(name: $0, url: "http://a/"))?.place }
    }
    #expect(
      places(ListPart(name: try NameTemplate("{name}"), isNumbered: true), "a.jpg", "A", "b") == [
        "a", "A 2", "b",
      ])
    #expect(places(ListPart(), "a", "a") == ["a", "a 2"])
    #expect(places(ListPart(isNumbered: true), "a", "a") == ["Image 1", "Image 2"])
  }
}
