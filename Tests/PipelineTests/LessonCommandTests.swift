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

  @Test("A lesson is its text, both versions, and what they did; without escapes where it is piped")
  func lesson() async throws {
    let result = try await Program.run(["lesson", "6"], in: "/")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("6 · A cancelled dependency still lets its dependents run\n"))
    #expect(!result.output.contains("\u{1B}") && !result.output.contains("**"))
    let told = result.output.split(separator: "\n").filter { $0.contains("│") && $0.contains("●") }
    #expect(told.count == 4)
    #expect(told.count { $0.contains("nothing to filter") } == 2)
  }

  @Test("A lesson that needs the main queue runs")
  func mainQueue() async throws {
    let result = try await Program.run(["lesson", "1"], in: "/")
    #expect(result.status == 0)
    let shown = result.output.split(separator: "\n").filter { $0.contains("●") && $0.contains("shown") }
    #expect(shown.count == 2)
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
    #expect(result.output.split(separator: "\n").count { $0.contains("· jobs: 3000 ·") } == 2)
    #expect(result.output.contains("times as much with Operation as with GCD"))
    let refused = try await Program.run(["lesson", "6", "--jobs", "3000"], in: "/")
    #expect(refused.status == 64)
    #expect(refused.error.contains("--jobs is for lesson 18"))
  }

  @Test("Both versions stand beside each other where that fits, and all of both is there", arguments: lessons)
  func beside(lesson: Lesson) {
    let plain = Style(usesColor: false)
    for width in [40, 80, 118, 119, 160, 250] {
      let page = LessonPage(lesson, style: plain, width: width).text
      let isBeside = page.contains("─┬─")
      if width == 40 || width > 118 { #expect(isBeside == (width > 40)) }
      if isBeside { #expect(page.split(separator: "\n").allSatisfy { columns(String($0)) <= width }) }
      for version in Lesson.Version.allCases {
        for word in lesson.source(version).split(whereSeparator: \.isWhitespace) {
          #expect(page.contains(word), "\(word)")
        }
      }
    }
  }

  @Test("Colours come on top of the same text")
  func colours() {
    for lesson in lessons {
      for line in lesson.text.gcd.split(separator: "\n") + lesson.text.operation.split(separator: "\n") {
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
}
