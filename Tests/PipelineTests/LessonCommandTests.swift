import LessonKit
import Lessons
import Testing

@testable import pipeline

@Suite("pipeline lesson")
struct LessonCommandTests {
  @Test("Without a number the lessons are listed")
  func list() async throws {
    let result = try await Program.run(["lesson"], in: "/")
    #expect(result.status == 0)
    for lesson in lessons { #expect(result.output.contains("\(lesson.number)  \(lesson.title)\n")) }
  }

  @Test("A lesson is its text, its versions, and what they did; without escapes where it is piped")
  func lesson() async throws {
    let result = try await Program.run(["lesson", "6"], in: "/")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("6 · A cancelled dependency still lets its dependents run\n"))
    #expect(!result.output.contains("\u{1B}") && !result.output.contains("**"))
    let told = result.output.split(separator: "\n").filter { $0.contains("│") && $0.contains("●") }
    #expect(told.count == 7)
    #expect(told.count { $0.contains("nothing to filter") } == 3)
  }

  @Test("The text of a lesson has no marks of Markdown but those of code", arguments: lessons)
  func marks(lesson: Lesson) {
    let text = Prose(lesson.explanation, style: Style(usesColor: false)).wrapped(to: 100)
    #expect(!text.contains("*") && !text.contains("]("))
  }

  @Test("A lesson that needs the main queue runs")
  func mainQueue() async throws {
    let result = try await Program.run(["lesson", "1"], in: "/")
    #expect(result.status == 0)
    let shown = result.output.split(separator: "\n").filter { $0.contains("●") && $0.contains("shown") }
    #expect(shown.count == 3)
    #expect(shown.allSatisfy { $0.hasPrefix("  main") })
  }

  @Test("A lesson that there is not is refused with those that there are", arguments: ["0", "99"])
  func outOfRange(number: String) async throws {
    let result = try await Program.run(["lesson", number], in: "/")
    #expect(result.status == 64)
    #expect(result.error.contains("There is no lesson \(number): choose from 1 to \(lessons.count)."))
  }

  @Test("The lesson about many jobs makes as many as it is told, and tells the ratio; no other is told any")
  func jobs() async throws {
    let result = try await Program.run(["lesson", "18", "--jobs", "3000"], in: "/")
    #expect(result.status == 0)
    #expect(result.output.split(separator: "\n").count { $0.contains("· jobs: 3000 ·") } == 3)
    #expect(result.output.contains("times as much with Operation and"))
    let refused = try await Program.run(["lesson", "6", "--jobs", "3000"], in: "/")
    #expect(refused.status == 64)
    #expect(refused.error.contains("--jobs is for lesson 18"))
  }

  @Test("The versions stand beside each other where that fits, and all of each is there", arguments: lessons)
  func beside(lesson: Lesson) {
    let plain = Style(usesColor: false)
    for width in [40, 80, 118, 119, 160, 250] {
      let page = LessonPage(lesson, style: plain, width: width).text
      let isBeside = page.contains("─┬─")
      if width == 40 || width > 118 { #expect(isBeside == (width > 40)) }
      if isBeside { #expect(page.split(separator: "\n").allSatisfy { columns(String($0)) <= width }) }
      for version in Lesson.Version.allCases {
        // A string may have gone to the next line.
        let words = lesson.source(version).replacing("(\"", with: "( \"").split(
          whereSeparator: \.isWhitespace)
        for word in words {
          #expect(page.contains(word), "\(word)")
        }
      }
    }
  }

  @Test("A line that is too long is folded beside its strings, not in them", arguments: lessons)
  func foldedStrings(lesson: Lesson) {
    for version in Lesson.Version.allCases {
      for line in lesson.source(version).split(separator: "\n") where !line.contains("//") {
        for width in 20...80 {
          let folded = SwiftCode.folded(String(line), to: width)
          #expect(folded.allSatisfy { $0.count { $0 == "\"" }.isMultiple(of: 2) }, "\(width): \(folded)")
        }
      }
    }
  }

  @Test("A string with a string in it stays whole, as long as it may be; what is around it is folded")
  func foldedLiteral() {
    let line = #"  diary.note("on “\(name ?? "no name")” or so", at: 1)"#
    #expect(
      SwiftCode.folded(line, to: 30) == [
        "  diary.note(", #"      "on “\(name ?? "no name")” or so","#, "          at: 1)",
      ])
    #expect(
      SwiftCode.folded(line, to: 49) == [#"  diary.note("on “\(name ?? "no name")” or so","#, "      at: 1)"])
    #expect(SwiftCode.folded(line, to: 80) == [line])
    #expect(
      SwiftCode.folded("  run(1)  // Not at once.", to: 18) == [
        "  run(1) ", "      // Not at", "      // once.",
      ])
    #expect(
      SwiftCode.folded(#"/// Says "a b c" of it"#, to: 12) == [#"/// Says "a"#, #"/// b c" of"#, "/// it"])
  }

  @Test("Colours come on top of the same text")
  func colours() {
    for lesson in lessons {
      for line in Lesson.Version.allCases.flatMap({ lesson.source($0).split(separator: "\n") }) {
        let colored = SwiftCode.colored(String(line), Style(usesColor: true))
        #expect(colored.replacing(/\u{1B}\[[0-9]*m/, with: "") == String(line))
      }
    }
    #expect(
      SwiftCode.colored(#"let a = "b \(c("d")) e" // let"#, Style(usesColor: true))
        == "\u{1B}[36mlet\u{1B}[0m a = \u{1B}[32m\"b \\(c(\"d\")) e\"\u{1B}[0m \u{1B}[2m// let\u{1B}[0m")
  }

  @Test("A timeline shows who did what when, and the same thing again in the same row")
  func timeline() {
    let diary = Diary()
    for _ in 1...3 { diary.span("work") {} }
    diary.note("done")
    diary.figure("left", 0)
    let story = diary.story
    let text = Timeline(
      style: Style(usesColor: false), width: 60, length: Timeline.length(story),
      labels: Timeline.labels(story)
    ).drawn(story)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].contains("caller  work ×3 │") && lines[0].contains("━"))
    #expect(lines[1].contains("caller  done    │") && lines[1].contains("●"))
    #expect(lines[2].hasSuffix("at most 1 body at once · left: 0"))
    #expect(lines[0].count == lines[1].count)
  }
  @Test("Of several kinds of bodies the most at once of each is told")
  func mostOfEach() {
    let diary = Diary()
    let (first, second) = (diary.begin("waits"), diary.begin("waits"))
    for span in [first, second] { span.end() }
    for _ in 1...2 { diary.span("computes") {} }
    diary.span("looks") {}
    let page = LessonPage(lessons[0], style: Style(usesColor: false), width: 100)
    #expect(page.outcome(of: [(.gcd, diary.story)]).contains("at most 2 “waits”, 1 “computes” at once"))
  }

  @Test("On a narrow terminal no line of what happened is too wide", arguments: [24, 36, 60])
  func narrowOutcome(width: Int) {
    let diary = Diary()
    for _ in 1...2 { diary.span("a body with a long name") {} }
    for _ in 1...2 { diary.span("another one of them") {} }
    diary.note("“a moment” with a name as long")
    diary.figure("ns a job", 100)
    let page = LessonPage(lessons[0], style: Style(usesColor: false), width: width)
    let text = page.outcome(of: [(.gcd, diary.story), (.operation, diary.story)])
    #expect(text.contains("━") && text.replacing("\n", with: " ").contains("times as much"))
    for line in text.split(separator: "\n") { #expect(columns(String(line)) <= width, "\(line)") }
  }
}
