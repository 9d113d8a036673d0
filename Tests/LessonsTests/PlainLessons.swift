import Lessons
import Testing

/// The code as a reader sees it, without what records it. That it compiles is checked by `.ci/lessons`.
@Suite struct PlainLessons {
  static let views: [View] = lessons.flatMap { lesson in
    Lesson.Version.allCases.map { View(name: "\(lesson.number), \($0)", code: lesson.plain($0)) }
  }

  struct View: Sendable, CustomTestStringConvertible {
    let name: String
    let code: PlainCode
    var testDescription: String { name }
  }

  @Test("Nothing in a view records, and nothing that did leaves a trace", arguments: views)
  func plain(view: View) {
    for line in view.code.lines {
      #expect(!line.text.contains("diary"), "\(line)")
      #expect(!line.text.contains(/\bspan\b|LessonKit|Lesson19/), "\(line)")
    }
  }

  @Test("No view has a block that is empty but for what recorded in it", arguments: views)
  func blocks(view: View) {
    let code = view.code.lines.map(\.text).filter { !$0.drop { $0 == " " }.hasPrefix("//") }
    for (line, next) in zip(code, code.dropFirst()) {
      #expect(!(line.hasSuffix("{") && next.drop { $0 == " " }.hasPrefix("}")), "\(line)")
      #expect(!line.contains(/\{  +\}/) && !line.contains(/[^!]\bcatch \{ ?\}/), "\(line)")
    }
  }

  @Test("Every bracket in a view is closed", arguments: views)
  func brackets(view: View) {
    for (open, close) in ["()", "[]", "{}"].map({ ($0.first, $0.last) }) {
      #expect(view.code.text.count { $0 == open } == view.code.text.count { $0 == close })
    }
  }

  @Test("Every constant and variable in a view is used", arguments: views)
  func used(view: View) {
    let words = view.code.text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    for name in view.code.text.matches(of: /\b(?:let|var) ([a-z]\w*) =/).map(\.output.1) {
      #expect(words.count { $0 == name } > 1, "\(name)")
    }
  }

  @Test("A line keeps its number, and an event on one that is left out is seen at the next")
  func numbers() throws {
    let code = PlainCode(
      """
      import LessonKit
      func f() {
        diary.submitted(
          "a")
        queue.async {
          await diary.span("a") {
            for name in names {
              diary.submitted(name)
            }

            body()
          }
        }
        Task { try await diary.span("b") { try await work { 1 } } }
        for name in names { diary.submitted(name) }
      }
      """)
    #expect(
      code.text == """
        func f() {
          queue.async {
            body()
          }
          Task { try await work { 1 } }
        }

        """)
    #expect(code.lines.map(\.number) == [2, 5, 11, 13, 14, 16])
  }
}
