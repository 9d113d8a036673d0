import Lessons
import Testing

/// Tests of the lessons' code without its recording, as a reader sees it. `.ci/lessons` checks that it compiles without
/// warnings.
@Suite struct PlainLessons {
  @Test("Nothing in a version records, and what did leaves no trace and no empty block", arguments: lessons)
  func plain(lesson: Lesson) {
    for version in Lesson.Version.allCases {
      let lines = lesson.plain(version).lines.map(\.text)
      for line in lines {
        #expect(!line.contains(/diary|\bspan\b|LessonKit|Lesson19/), "\(version): \(line)")
      }
      let code = lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      for (line, next) in zip(code, code.dropFirst()) {
        #expect(
          !(line.hasSuffix("{") && next.drop { $0 == " " }.hasPrefix("}")), "\(version): \(line)")
        #expect(!line.contains(/\{  +\}/) && !line.contains(/[^!]\bcatch \{ ?\}/), "\(version): \(line)")
      }
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
