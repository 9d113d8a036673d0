import Foundation
import LessonKit
import Lessons
import Testing
import Timelines

@testable import pipeline

@Suite("pipeline lesson")
struct LessonCommandTests {
  /// Returns the output of the command.
  private func lesson(_ options: String) async throws -> String {
    try await Program.run(words("lesson " + options)).output
  }

  /// Returns whether a text has all parts, and the first place of each is in this order.
  private func isOrdered(_ parts: [String], in text: String) -> Bool {
    let places = parts.compactMap { text.firstRange(of: $0)?.lowerBound }
    return places.count == parts.count && places == places.sorted()
  }

  /// Returns the page of a lesson in plain text.
  private func page(_ lesson: Lesson, width: Int = 80) -> LessonPage {
    LessonPage(lesson, style: Style(usesColor: false), width: width)
  }

  @Test("Without a number the lessons are listed")
  func list() async throws {
    let text = try await lesson("")
    for lesson in lessons { #expect(text.contains("\(lesson.number)  \(lesson.title)\n")) }
  }

  @Test("A lesson is its question, what versions did, their code and its meaning; without escapes in a pipe")
  func lesson() async throws {
    let text = try await lesson("6")
    #expect(text.hasPrefix("6 · A cancelled dependency\n"))
    #expect(!text.contains("\u{1B}") && !text.contains("**"))
    let notes = text.split(separator: "\n").filter { $0.contains("│") && $0.contains("●") }
    #expect(notes.count == 4)
    #expect(notes.count { $0.contains("nothing to filter") } == 3)
    let parts = [
      "still run?", "2. Yes", "█", "The answer is", "Because", "In short.", "DispatchWorkItem",
      "The trap of", "\n\nOn Linux", "✓ ran here",
    ]
    #expect(isOrdered(parts, in: text))
  }

  @Test("An answer is right, or wrong and the right one is shown")
  func verdict() throws {
    let lesson = try #require(lessons.first { $0.number == 6 })
    let page = page(lesson)
    let answer = lesson.content.answers[1].text
    #expect(page.verdict(2) == "Right: \(answer)\n")
    #expect(page.verdict(1) == "1 is wrong. It is 2: \(answer)\n")
    #expect(page.verdict(nil) == "The answer is 2: \(answer)\n")
  }

  @Test("Only Enter alone, a number of an answer, c, b and q are answers")
  func answers() {
    let answers = [
      "", " ", "2", "2.", "c", "Code", "q", "QUIT", "b", "Back", "3", "0", "-1", "yes", "1 2",
      "99999999999999999999",
    ]
    #expect(
      answers.map { LessonReader.answer($0, count: 2) }
        == [
          .next, .next, .number(2), .number(2), .code, .code, .end, .end, .back, .back, nil, nil, nil, nil,
          nil, nil,
        ])
    #expect(LessonReader.answer("1", count: 0) == nil)
  }

  @Test("What is no answer is asked again, and a wrong one is called wrong")
  func asksAgain() async throws {
    let session = try TerminalSession("lesson 6")
    try await session.type("maybe\n", after: "alone to see: ")
    try #require(await session.sees("“maybe” is none of these: a number from 1 to"))
    // The second Enter is for the pause between the outcomes and the verdict.
    try await session.type("1\n\n", after: "alone to see: ")
    #expect(await session.sees("1 is wrong. It is 2:"))
    #expect(await session.end(typing: "q\n") == 0)
  }

  @Test("The code can be read before the answer")
  func codeFirst() async throws {
    let session = try TerminalSession("lesson 6")
    // All three are typed in advance, so that the lesson ends even if it doesn't show the code.
    try await session.type("c\nq\nq\n", after: "alone to see: ")
    #expect(await session.sees("q for the question"))
    #expect(session.textBefore.contains("DispatchWorkItem"))
    #expect(await session.sees("alone to see: "), "the question is asked again")
    #expect(await session.end() == 0)
  }

  @Test("Before the answer, declarations that make no difference are folded", arguments: lessons)
  func brief(lesson: Lesson) {
    let page = page(lesson)
    let (brief, code) = (page.briefCode.joined(), page.code.joined())
    // Lesson 19 has a long base class.
    let (briefCount, count) = (brief.count { $0.isNewline }, code.count { $0.isNewline })
    #expect(lesson.number == 19 ? briefCount + 50 < count : briefCount <= count)
    // Comments often tell the answer. Only folds have one, which counts their lines.
    #expect(!brief.contains(/\/\/ (?!\+[0-9]+ lines)/))
    for version in Lesson.Version.apis {
      for code in lesson.differingCode(version) { #expect(brief.contains(code)) }
    }
  }

  @Test("After Ctrl-C at a question, the shell's prompt has its own line")
  func interrupted() async throws {
    let session = try TerminalSession("lesson 6")
    try #require(await session.sees("alone to see: "))
    session.signal(SIGINT)
    #expect(await session.sees("\n"))
    #expect(await session.end() == 130)
  }

  @Test("A prompt is erased when it was answered")
  func erased() async throws {
    let session = try TerminalSession("lesson 6")
    try await session.type("\n", after: "alone to see: ")
    var screen = DrawnScreen()
    // The number of rows depends on how the lesson's jobs were scheduled, so any prompt may be the last on a
    // screen.
    for _ in 0..<3 {
      try #require(await session.sees(", q to end: "))
      screen.show(session.textBefore)
      session.type("\n")
    }
    try #require(await session.sees(", q to end: "))
    screen.show(session.textBefore)
    #expect(screen.rows.joined().components(separatedBy: "Enter for").count == 2)
  }

  @Test("Lessons are found by words of their titles, texts and code, those of titles first")
  func search() async throws {
    let titles = lessons.filter { $0.title.lowercased().contains("cancel") }
    let found = LessonSearch.lessons(with: ["CANCEL"])
    #expect(found.prefix(titles.count).map(\.number) == titles.map(\.number))
    #expect(found.count > titles.count)
    for word in ["maxConcurrentOperationCount", "DispatchGroup", "addDependency", "Sendable"] {
      #expect(!LessonSearch.lessons(with: [word]).isEmpty, "\(word)")
    }
    #expect(LessonSearch.lessons(with: ["cancel", "dependency"]).contains { $0.number == 6 })
    #expect(LessonSearch.lessons(with: ["xyzzy", "plugh", "addDependency"]).isEmpty)
    let text = try await lesson("cancel dependency")
    #expect(text.contains(" 6  A cancelled dependency\n") && !text.contains(" 1  "))
  }

  @Test("What people type leads to the lesson that the site finds")
  func queries() throws {
    let rows = try Page("Comparison/Site/Tests/queries.tsv").text.split(separator: "\n").dropFirst()
    for row in rows.map({ $0.components(separatedBy: "\t") }) {
      let wanted = row[1].components(separatedBy: " | ").map { Int($0) }
      let found = LessonSearch.lessons(with: [row[0]]).map(\.number)
      if row[1] == "nothing" { #expect(found.isEmpty, "\(row[0])") }
      // The site has pages besides lessons, and knows which of many lessons with an API's name is about it.
      if wanted.contains(nil) || !row[0].contains(" ") { continue }
      #expect(found.prefix(3).contains { wanted.contains($0) }, "\(row): \(found.prefix(5))")
    }
  }

  @Test("The times of a lesson share a unit")
  func unit() {
    #expect(
      ["0.04", "0.5"].compactMap(Double.init).map(TimeUnit(fitting: 0.5).words) == ["0.04 s", "0.50 s"])
    #expect([0.0004, 0.05].map(TimeUnit(fitting: 0.05).words) == ["0.4 ms", "50.0 ms"])
  }

  @Test("A lesson's text has no Markdown, but marks of code where colours cannot show it", arguments: lessons)
  func marks(lesson: Lesson) {
    func shown(_ style: Style) -> String {
      lesson.content.parts.flatMap(\.paragraphs).map { prose($0, to: 100, style) }.joined()
    }
    let text = shown(Style(usesColor: false))
    #expect(!text.contains("*") && !text.contains("](") && !text.contains("<details") && !text.contains("</"))
    let coloured = shown(Style(usesColor: true))
    #expect(!coloured.contains("`") && !coloured.contains("**"))
    #expect(
      coloured.replacing(/\u{1B}\[[0-9]*m/, with: "").filter { !$0.isWhitespace }
        == text.filter { !$0.isWhitespace && $0 != "`" })
  }

  @Test("Code within bold words keeps both, word by word, and asterisks in code stay")
  func painted() {
    #expect(
      prose("**a `b c`** d `2 ** 3`", to: 80, Style(usesColor: true))
        == "\u{1B}[1ma\u{1B}[0m \u{1B}[1m\u{1B}[36mb\u{1B}[0m\u{1B}[0m \u{1B}[1m\u{1B}[36mc\u{1B}[0m\u{1B}[0m d "
        + "\u{1B}[36m2\u{1B}[0m \u{1B}[36m**\u{1B}[0m \u{1B}[36m3\u{1B}[0m\n")
  }

  @Test("A version is printed as one file without the diary")
  func file() async throws {
    let text = try await lesson("6 --file operation")
    #expect(text.contains("BlockOperation") && !text.contains("diary."))
  }

  @Test("The trap is its code, its run with the moment at which it goes wrong, what went wrong and the cure")
  func trap() async throws {
    let text = try await lesson("6 --trap")
    let parts = [
      "6 · A cancelled dependency", "/// Meant: ", "// Wrong: ", "█", "▲",
      "Here it goes wrong, “a poster without its photo”: The cancelled filter", "The cure: ",
    ]
    #expect(isOrdered(parts, in: text))
    #expect(!text.contains("diary.") && !text.contains("Predict"))
    // The arrow is below the mark.
    let rows = text.split(separator: "\n")
    let mark = try #require(rows.first { $0.contains("●") && $0.contains("its photo") }).prefix { $0 != "●" }
    #expect(try #require(rows.first { $0.contains("▲") }).prefix { $0 != "▲" }.count == mark.count)
    #expect(try await lesson("6 --all").contains("\n`pipeline lesson 6 --trap` shows a trap go wrong.\n"))
    #expect(try await lesson("6 --file trap").contains("\nawait trap()\n"))
  }

  @Test("A trap's code is shown first, and Enter runs it")
  func trapByKeyboard() async throws {
    let session = try TerminalSession("lesson 6 --trap")
    try await session.type("\n", after: "Enter for more (1/3), q to end: ")
    try await session.type("\n", after: "Enter for its run (2/3), b to go back, q to end: ")
    #expect(await session.sees("The cure:"))
    #expect(await session.end() == 0)
  }

  @Test("A prompt says which screen it is of how many, and b goes back by one", arguments: [100, 36])
  func back(columns: UInt16) async throws {
    let session = try TerminalSession("lesson 6 --trap", columns: columns)
    try #require(await session.sees("Enter for more (1/"))
    let first = session.textBefore
    // There is nothing before the first screen, so b shows it again.
    for keys in ["b\n", "\n"] {
      try await session.type(keys, after: ", q to end: ")
      try #require(await session.sees(keys == "\n" ? " (2/" : "Enter for more (1/"))
    }
    try await session.type("b\n", after: ", b to go back, q to end: ")
    try #require(await session.sees("Enter for more (1/"))
    // The prompt was erased, with all rows that it took.
    let prompt = "Enter for its run (2/3), b to go back, q to end: b"
    let up = columns == 100 ? 1 : 1 + (prompt.count - 1) / Int(columns)
    #expect(session.textBefore == "b\r\n\u{1B}[\(up)A\r\u{1B}[J" + first)
    #expect(await session.end(typing: "q\n") == 0)
  }

  @Test("A list is shown a screen at a time, without a line that is wider", arguments: ["", "queue"])
  func pagedList(words: String) async throws {
    let session = try TerminalSession("lesson " + words, columns: 40, rows: 24)
    var (text, count) = ("", 0)
    repeat {
      if count > 0 { session.type("\n") }
      count += 1
      try #require(await session.sees(count == 1 ? "Enter for more (1/2), q to end: " : " shows one."))
      #expect(session.textBefore.count { $0.isNewline } <= 23)
      text += session.textBefore
    } while count < 2
    for line in text.split(whereSeparator: \.isNewline) {
      #expect(columns(String(line)) <= 40 || line.contains("\u{1B}"))
    }
    let found = LessonSearch.lessons(with: words.isEmpty ? [] : [words])
    #expect(found.count > 22 && found.allSatisfy { text.contains("\($0.number)  \($0.title.prefix(20))") })
    #expect(await session.end() == 0)
  }

  @Test("A lesson ends with the next one, and its question fits a terminal of 24 lines", arguments: lessons)
  func next(lesson: Lesson) {
    let page = page(lesson)
    let next = lessons.first { $0.number == lesson.number + 1 }
    let words = next.map { "Next: `pipeline lesson \($0.number)`: \($0.title)" }
    #expect(
      page.explanation.last?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        == words ?? "This was the last lesson: `pipeline lesson` lists all of them.")
    #expect((page.heading + page.question).count { $0.isNewline } < 23)
  }

  @Test("A lesson that needs the main queue runs")
  func mainQueue() async throws {
    let text = try await lesson("1")
    let shown = text.split(separator: "\n").filter { $0.contains("█") && $0.contains(" show ") }
    #expect(shown.count == 3)
    #expect(shown.allSatisfy { $0.hasPrefix("  main") })
  }

  @Test("The lesson about many jobs makes as many as asked for")
  func jobs() async throws {
    let text = try await lesson("18 --jobs 3000")
    #expect(text.split(separator: "\n").count { $0.contains("· jobs: 3000 ·") } == 3)
    #expect(text.contains("times as much with Operation and"))
  }

  @Test("Versions are side by side if no line need be folded, and all of each is there", arguments: lessons)
  func beside(lesson: Lesson) {
    for width in [80, 120, 250] {
      let code = page(lesson, width: width).code.joined()
      if width == 250 { #expect(code.contains("─┬─")) }
      let lines = code.split(separator: "\n")
      #expect(!code.contains("─┬─") || lines.allSatisfy { columns(String($0)) <= width })
      for version in Lesson.Version.apis {
        for line in lesson.plain(version).lines where !line.text.isEmpty {
          #expect(code.contains(line.text), "\(line)")
        }
      }
    }
  }

  @Test("A terminal that is too low for all of it is given a screen at a time")
  func aScreenAtATime() async throws {
    let session = try TerminalSession("lesson 20")
    #expect(await session.sees("or Enter alone to see: "))
    // The number of screens for the outcomes depends on how the jobs were scheduled.
    for (parts, end) in [
      (["Operation", "In short."], "Enter for the code"), (["DispatchQueue"], "Enter for more"),
    ] {
      var text = ""
      repeat {
        session.type("\n")
        try #require(await session.sees(", q to end: "))
        // The text consists of the echoed key, a blank line and the rows, one of which is left for the prompt.
        #expect(session.textBefore.count { $0.isNewline } <= 2 + 29)
        text += session.textBefore
      } while !session.textBefore.contains(end + " (")
      for part in parts { #expect(text.contains(part)) }
    }
    #expect(await session.end(typing: "q\n") == 0)
  }

  @Test("Colours come on top of the same text")
  func colours() {
    for lesson in lessons {
      for line in Lesson.Version.apis.flatMap({ lesson.source($0).split(separator: "\n") }) {
        let colored = SwiftCode.colored(String(line), Style(usesColor: true))
        #expect(colored.replacing(/\u{1B}\[[0-9]*m/, with: "") == String(line))
      }
    }
    #expect(
      SwiftCode.colored(#"let a = "b \(c("d")) e" // let"#, Style(usesColor: true))
        == "\u{1B}[36mlet\u{1B}[0m a = \u{1B}[32m\"b \\(c(\"d\")) e\"\u{1B}[0m \u{1B}[2m// let\u{1B}[0m")
  }

  @Test("The picture has a lane for each job and note, with the states of the job")
  func lanes() throws {
    let diary = Diary()
    diary.submitted("photo")
    diary.submitted("never")
    diary.cancelled("never")
    diary.span("photo") {}
    diary.note("done")
    let timeline = diary.story.timeline
    #expect(timeline.lanes.map(\.name) == ["photo", "never", "done"])
    #expect(
      timeline.lanes.map { $0.bars.map(\.state) } == [[.waiting, .running], [.waiting, .neverRan], []])
    let chart = LaneChart(style: Style(usesColor: false), width: 60, timelines: [timeline])
    let lines = chart.drawn(timeline).split(separator: "\n")
    #expect(lines.count == 3 && Set(lines.map(\.count)).count == 1)
    #expect(lines[0].contains("caller  photo │░") && lines[0].contains("█"))
    #expect(lines[1].contains("never │") && lines[1].contains("╌"))
    #expect(lines[2].contains("done  │") && lines[2].contains("●"))
    let legend = chart.legend([timeline])
    #expect(legend.contains("░ waiting · █ running · ╌ never ran · ● a note · left to\n  right: order"))
  }

  @Test("Jobs of one name that are too many to draw apart share a lane, which says how many ran at once")
  func merged() {
    let diary = Diary()
    let first = diary.begin("job")
    for _ in 1...60 { diary.span("job") {} }
    first.end()
    let lanes = diary.story.timeline.lanes
    #expect(lanes.map(\.name) == ["job ×61"] && lanes.map(\.detail) == ["2 at once"])
    #expect(lanes.first?.bars.map(\.state) == [.running])
  }

  @Test("The record of a lesson as JSON has the jobs with their states and source lines, in every version")
  func json() async throws {
    let text = try await lesson("6 --json")
    let record = try JSONDecoder().decode(Record.self, from: Data(text.utf8))
    #expect(record.lesson == 6 && record.versions.map(\.version) == Lesson.Version.apis.map(\.rawValue))
    let source = try #require(lessons.first { $0.number == 6 })
    for (version, run) in zip(Lesson.Version.apis, record.versions) {
      let download = try #require(run.lanes.first { $0.name == "download" })
      #expect(download.bars.last?.state == .neverRan)
      let line = try #require(download.bars.last?.start.line)
      #expect(
        source.source(version).split(separator: "\n", omittingEmptySubsequences: false)[line - 1]
          .contains("diary.cancelled(\"download\")"))
    }
  }

  private struct Record: Decodable {
    struct Run: Decodable {
      let version: String
      let lanes: [Timeline.Lane]
    }
    let lesson: Int
    let versions: [Run]
  }

  @Test("The picture alone fits a terminal of 24 lines")
  func picture() async throws {
    let text = try await lesson("6 --picture")
    #expect(text.split(separator: "\n").count < 24)
    #expect(!text.contains("import LessonKit"))
  }

  @Test("Of several kinds of bodies the most at once of each is reported")
  func mostOfEach() {
    let diary = Diary()
    let (first, second) = (diary.begin("waits"), diary.begin("waits"))
    for span in [first, second] { span.end() }
    for _ in 1...2 { diary.span("computes") {} }
    diary.span("looks") {}
    let outcome = page(lessons[0], width: 100).outcomes(of: [(.gcd, diary.story)])[0]
    #expect(outcome.contains("at most 2 “waits”, 1 “computes” running simultaneously"))
  }

  @Test("On a narrow terminal no line of what happened is too wide", arguments: [24, 36, 60])
  func narrowOutcome(width: Int) {
    let diary = Diary()
    for _ in 1...2 { diary.span("a body with a long name") {} }
    for _ in 1...2 { diary.span("another one of them") {} }
    diary.note("“a moment” with a name as long")
    diary.figure("ns a job", 100)
    let page = page(lessons[0], width: width)
    let text = page.outcomes(of: [(.gcd, diary.story), (.operation, diary.story)]).joined()
    #expect(text.contains("█") && text.replacing("\n", with: " ").contains("times as much"))
    for line in text.split(separator: "\n") { #expect(columns(String(line)) <= width, "\(line)") }
  }
}
