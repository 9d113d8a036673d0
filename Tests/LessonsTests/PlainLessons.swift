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
        #expect(!(line.hasSuffix("{") && next.drop { $0 == " " }.hasPrefix("}")), "\(version): \(line)")
        #expect(!line.contains(/\{  +\}/) && !line.contains(/[^!]\bcatch \{ ?\}/), "\(version): \(line)")
      }
    }
  }

  @Test("Below the dividing line, nothing is shown, and all of it is in the standalone file")
  func divided() {
    let code = """
      public func gcd() {
        show("done")
      }

      // Only for running and checking it here.
      // computes: filter
      func drive() { gcd() }

      """
    let versions: [Lesson.Version: (String, Lesson.Body)] = [.gcd: (code, {})]
    let lesson = Lesson(folder: "01-a", readme: "# 1 · A", versions: versions)
    #expect(lesson.plain(.gcd).text == "public func gcd() {\n  show(\"done\")\n}\n\n")
    let program = lesson.program(.gcd)
    #expect(program.contains("// computes: filter\n") && program.contains("func drive()"))
  }

  @Test("Each job is named in the code, at least in a comment beside its body", arguments: lessons)
  func names(lesson: Lesson) {
    for version in Lesson.Version.allCases {
      let code = lesson.plain(version).text
      for name in lesson.source(version).matches(of: /diary\.(?:span|begin|suspended)\("(.+?)"[),]/) {
        let shown = name.output.1.replacing(/\\\([^)]*\)/, with: "…")
        #expect(code.contains(name.output.1) || code.contains(shown), "\(version)")
      }
    }
  }

  @Test("Each version says how it differs, and by which code where runs look alike", arguments: lessons)
  func difference(lesson: Lesson) {
    for version in Lesson.Version.apis {
      let (lines, differing) = (lesson.plain(version).lines, lesson.differingCode(version))
      for code in differing { #expect(lines.contains { $0.has(code) }, "\(version): \(code)") }
      #expect(lesson.parting != nil || !differing.isEmpty, "\(version)")
      #expect(lesson.difference(version)?.hasSuffix(".") == true, "\(version)")
    }
  }

  @Test("A line has code as whole words, outside of a comment")
  func has() {
    let line = PlainCode.Line(number: 1, text: "  queue.async { item.cancel() }  // on the main queue")
    for code in ["queue.async", "item.cancel()", "async"] { #expect(line.has(code), "\(code)") }
    for code in ["queue.as", "ancel()", "main"] { #expect(!line.has(code), "\(code)") }
  }

  @Test("A job that only its recording named has its name where its closure begins, or at its first line")
  func named() {
    let code = PlainCode(
      """
      func f() {
        queue.async {
          diary.submitted("b")
          diary.span("a \\(1)") {
            body()
          }
          diary.span("b") {
            // Why.
            body()
          }
        }
        let c = { diary.span("c") { body() } }
        queue.async { diary.span("d") { body() } }
      }
      """)
    #expect(
      code.text == """
        func f() {
          queue.async {  // a …
            body()
            // Why.
            body()  // b
          }
          let c = { body() }
          queue.async { body() }  // d
        }

        """)
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
          queue.async {  // a
            body()
          }
          Task { try await work { 1 } }  // b
        }

        """)
    #expect(code.lines.map(\.number) == [2, 5, 11, 13, 14, 16])
  }
}
