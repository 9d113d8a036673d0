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
      ("", "alike"), ("photo.{ext}", "alike"), ("{name", "without a }"), ("{nam}", "{nam}"),
      ("a/{name}", "slash"),
      ("{ext}.{name}", "not at its end"), ("{number:0}", "{number:0}"), ("{number:x}", "unknown placeholder"),
    ])
  func refused(template: String, reason: String) {
    do throws(NameTemplate.Flaw) {
      _ = try NameTemplate(template)
      Issue.record("it was taken")
    } catch {
      #expect("\(error)".contains(reason))
    }
  }

  @Test("Equal names get numbers, in the list's order")
  func different() throws {
    var naming = FileNaming(try NameTemplate("{name}"), isNumbered: true, fansOut: false)
    #expect(
      ["a.jpg", "A", "b"].enumerated().map { naming.next(for: $1, number: $0 + 1) } == ["a", "A 2", "b"])
    var plain = FileNaming(nil, fansOut: false)
    #expect(plain.next(for: "a", number: 1) == "a")
    var numbered = FileNaming(nil, isNumbered: true, fansOut: false)
    #expect(["a", "a"].map { numbered.next(for: $0, number: 7) } == ["Image 7", "Image 7"])
  }
}
