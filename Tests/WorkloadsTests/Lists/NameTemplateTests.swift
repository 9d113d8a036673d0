import Testing

@testable import Workloads

@Suite("How files are called on demand")
struct NameTemplateTests {
  @Test(
    "A template is filled with the name, the number and what stands between",
    arguments: [
      ("{name}-{number}.{ext}", "Boat-7"), ("{number:3} {name}", "007 Boat"), ("{number:1}", "7"),
      ("x{name}{name}", "xBoatBoat"),
    ])
  func filled(template: String, stem: String) throws {
    #expect(try NameTemplate(template).stem(name: "Boat.jpg", number: 7) == stem)
  }

  @Test(
    "What cannot name files is refused with its reason",
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

  @Test("Names that would be alike get numbers, in the order of the list")
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
