import Foundation
import LessonKit
import Lessons
import Measurement
import Testing
import Timelines
import Version

@testable import Records
@testable import Site

/// Tests of the whole site, made from this clone.
@Suite("The site")
struct SiteTests {
  static let clone = Clone(
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../..").standardizedFileURL)

  static let files = Result { try Site(clone).files() }

  private static let texts = files.map(pages)

  private static func pages(_ files: [String: Data]) -> [String: String] {
    files.filter { $0.key.hasSuffix(".html") }.mapValues { String(decoding: $0, as: UTF8.self) }
  }

  private func pages() throws -> [String: String] { try Self.texts.get() }

  /// Returns a page that the front page links.
  private func page(_ path: String) throws -> String {
    #expect(try pages()["index.html"]?.contains("href=\"\(path)\"") == true)
    return try #require(pages()[path])
  }

  private func page(_ lesson: Lesson) throws -> String { try page(Links.lesson(lesson.folder)) }

  private func played(_ lesson: Lesson, stops: String = "") throws -> PlayedLesson {
    let rows = LessonRow.all(try Self.clone.text(Clone.table))
    return try PlayedLesson(lesson, RecordedLessons(Self.clone), rows, stops: stops)
  }

  /// Returns whether a page has all these parts, the first occurrence of each behind that of the one before.
  private func isInOrder(_ parts: [String], in page: String) -> Bool {
    let places = parts.compactMap { page.firstRange(of: $0)?.lowerBound }
    return places.count == parts.count && places == places.sorted()
  }

  private static let workloads = RecordedComparisons.workloads

  @Test("A comparison is its record's report, with the way back, records and timelines", arguments: workloads)
  func comparisons(workload: String) throws {
    let page = try page(Links.comparison(workload))
    let (name, files) = ("results/\(workload)-timelines.json", try Self.files.get())
    let parts = [#"class="home" href="../index.html""#, "../results/\(workload).json", "../\(name)"]
    #expect(parts.allSatisfy(page.contains))
    let record = try JSONDecoder().decode(Record<[Scene]>.self, from: #require(files[name]))
    let drawings = try page.matches(of: /<img src="?([^" ]*\.svg)/).map { match in
      String(decoding: try #require(files["comparisons/\(match.output.1)"]), as: UTF8.self)
    }
    #expect(drawings.count == record.measurement.map(\.timelines.count).reduce(0, +))
    #expect(drawings.allSatisfy { $0.contains("<title>") && $0.contains(/label="[^"]* lanes?, time"/) })
    #expect(page.contains(#"class="run""#) == (workload != "jobs"))
  }

  // The search box has a third of its size for the words of prose. Compressed, it has 25 kB.
  @Test("A page has less than 80 kB with its drawings, the search box 70 kB, and the site 5.25 MB")
  func size() throws {
    let files = try Self.files.get()
    for (path, page) in try pages() { #expect(page.utf8.count < 80_000, "\(path)") }
    #expect(try #require(files["search.js"]).count < 70_000)
    #expect(files.values.reduce(0) { $0 + $1.count } < 5_250_000)
  }

  @Test("Every link is relative and leads to a file and a place in it; others go to the web over https")
  func links() throws {
    let files = try Self.files.get()
    let pages = try pages()
    for (path, page) in pages {
      for match in page.matches(of: /(?:href|src)="?([^" >]*)/) {
        let link = String(match.output.1).replacing("&amp;", with: "&")
        if link.hasPrefix("https://") || link == "data:," { continue }
        #expect(!link.contains(":") && !link.hasPrefix("/"), "\(path): \(link)")
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let base = URL(fileURLWithPath: "/" + path).deletingLastPathComponent()
        let target =
          parts[0].isEmpty
          ? path : String(base.appendingPathComponent(String(parts[0])).standardizedFileURL.path.dropFirst())
        #expect(files[target] != nil, "\(path): \(link)")
        if parts.count > 1, let page = pages[target] {
          #expect(page.contains("id=\"\(parts[1])\""), "\(path): \(link)")
        }
      }
    }
  }

  @Test("Where the address is known, a page names its own, a picture for previews, and its sources")
  func previews() throws {
    let repository = "https://github.com/Owner/name"
    let files = try Site(Self.clone, repository: repository).files()
    let (site, pages) = ("https://owner.github.io/name", Self.pages(files))
    for (path, page) in pages {
      #expect(page.matches(of: /<meta name="?description"? content="[^"]{20,}/).count == 1, "\(path)")
      let canonical = page.firstMatch(of: /<link rel="?canonical"? href="([^"]*)/)?.output.1
      let picture = page.firstMatch(of: /<meta property="og:image" content="([^"]*)/)?.output.1
      guard path != "404.html" else {
        #expect(canonical == nil && picture == nil && page.contains("href=\"\(site)/site.css\""))
        continue
      }
      #expect(canonical.map(String.init) == "\(site)/\(path == "index.html" ? "" : path)")
      let name = try #require(picture?.trimmingPrefix(site + "/"), "\(path)")
      let header = try #require(files[String(name)], "\(path)").prefix(24)
      #expect(header.prefix(8) == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
      // 1200 × 630 pixels, in big-endian byte order.
      #expect(header.suffix(8) == Data([0, 0, 4, 176, 0, 0, 2, 118]))
    }
    let (folder, commit) = (lessons[5].folder, Version.commit ?? "main")
    let source = "\(repository)/blob/\(commit)/Comparison/Lessons/\(folder)/GCD.swift"
    #expect(pages[Links.lesson(folder)]?.contains(source) == true)
    // The page of the recorded scroll links the lines of code that it names.
    let scroll = try #require(pages["\(Links.recording)/index.html"])
    #expect(scroll.contains(" data-repository=\"\(repository)\">"))
  }

  @Test("Pages are in English in one frame; headings skip no level, ids are unique, pictures have words")
  func structure() throws {
    let frame = ["icon.svg", "site.css", "<nav aria-label=\"Site\">", "<search ", "<main id=", "<footer>"]
    for (path, page) in try pages() {
      #expect(page.contains(/<html lang="?en"?>/) && isInOrder(frame, in: page), "\(path)")
      let levels = page.matches(of: /<h([1-6])[ >]/).compactMap { Int($0.output.1) }
      #expect(levels.first == 1 && levels.count { $0 == 1 } == 1, "\(path): \(levels)")
      #expect(zip(levels, levels.dropFirst()).allSatisfy { $1 <= $0 + 1 }, "\(path): \(levels)")
      let ids = page.matches(of: /\bid="?([^" >]*)/).map(\.output.1)
      #expect(Set(ids).count == ids.count, "\(path)")
      #expect(!page.contains("<img") || page.contains("alt="), "\(path)")
    }
  }

  @Test("Each term of the glossary, and each type of the lessons, has a place of its own on a page")
  func glossary() throws {
    let page = try #require(pages()[Links.glossary])
    for id in ["term-actor", "term-retain-cycle", "term-gate", "term-serial-concurrent-queue"] {
      #expect(page.contains("<tr id=\"\(id)\">"), "\(id)")
    }
    #expect(try pages().values.allSatisfy { $0.contains(/glossary\.html">Glossary<\/a>/) })
    let helpers = Glossary(text: try Self.clone.text(Clone.glossary)).helpers
    #expect(
      helpers["Gate"]?.meaning == "An event that the lesson controls: closed at first, then open forever.")
    #expect(helpers["block"]?.meaning == "A call that keeps a thread.")
    #expect(helpers["transfer"]?.address == "\(Links.glossary)#term-compute-block-transfer")
  }

  /// Returns the code of each column of a page.
  private func codes(_ page: String) -> [Substring] {
    page.matches(of: /<div class="code"([\s\S]*?)<\/div>/).map(\.output.1)
  }

  /// Returns the text of HTML.
  private func plainText(of html: Substring) -> String {
    var text = html.replacing(/<[^>]*>/, with: "")
    for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")] {
      text = text.replacing(entity, with: character)
    }
    return String(text)
  }

  @Test("What no event, question or difference is about is folded, except the version's function")
  func folded() throws {
    var count = 0
    for lesson in lessons {
      let path = Links.lesson(lesson.folder)
      for code in try codes(page(path)) {
        let folds = code.matches(
          of: /<details><summary data-more="(\d+) lines">([\s\S]*?)<\/summary>([\s\S]*?)<\/details>/)
        count += folds.count
        let label = try #require(code.firstMatch(of: /aria-label="?([\w ]+)"?>/)).output.1
        let version = try #require(Lesson.Version.allCases.first { $0.rawValue == label })
        for fold in folds {
          #expect(!fold.output.0.contains(" id="), "\(path)")
          #expect(!fold.output.2.contains(/func<\/b> (?:gcd|operation|tasks|trap)\(/), "\(path)")
          #expect(fold.output.3.split(separator: "</span>").count - 1 == Int(fold.output.1), "\(path)")
          for text in plainText(of: fold.output.0).split(separator: "\n") {
            let line = PlainCode.Line(number: 0, text: String(text))
            #expect(!lesson.differingCode(version).contains { line.has($0) }, "\(path): \(text)")
          }
        }
      }
    }
    #expect(count > 20)
    // Lesson 19 asks about its base class.
    #expect(try page(lessons[18]).contains("class</b> AsyncOperation"))
  }

  @Test("The first use of a helper in the code explains it, and leads to the glossary")
  func helpers() throws {
    for (path, page) in try pages() where path.hasPrefix("lessons/") {
      for code in codes(page) {
        let names = code.matches(of: /<a class=note [^>]*>(\w+)<\/a>/).map(\.output.1)
        #expect(Set(names).count == names.count, "\(path)")
      }
      let notes = page.matches(of: /<a class=note href="\.\.\/glossary\.html#term-[^"]*" title="([^"]+)">/)
      #expect(notes.allSatisfy { $0.output.1.hasSuffix(".") } && notes.count < 40, "\(path)")
    }
    #expect(try page(lessons[5]).contains(/title="A value behind a lock[^"]*">Locked</))
  }

  @Test("On a phone, a lesson begins with the version that its row names first", arguments: lessons)
  func asked(lesson: Lesson) throws {
    let (page, row) = (try page(lesson), try played(lesson).row)
    #expect(page.contains("id=\"tab-\(try #require(row.asked.first).id)\" checked"))
    #expect(!row.group.isEmpty && !lesson.aliases.isEmpty)
    #expect(row.lane.isEmpty || page.contains(">\(escapedForMarkup(row.lane))<"))
  }

  @Test("Whatever the search box finds is there, with a plain title, and so is each row with aliases")
  func searchTitles() throws {
    let script = String(decoding: try #require(Self.files.get()["search.js"]), as: UTF8.self)
    let line = try #require(script.firstMatch(of: /const entries = (.*);\n/)?.output.1)
    let entries = try JSONDecoder().decode([[String?]].self, from: Data(line.utf8))
      .map { $0.map { $0 ?? "" } }
    let titles = entries.map { $0[0] }
    #expect(titles.count > 100)
    for title in titles { #expect(!title.contains(/[`\[\]*]/) && !title.isEmpty, "\(title)") }
    for address in entries.map({ $0[1].split(separator: "#") }) where address.count == 2 {
      let page = try #require(pages()[String(address[0])])
      #expect(page.contains("id=\"\(address[1])\""), "\(address)")
    }
    for row in try table(Self.clone.text(Clone.aliases)).dropFirst() {
      #expect(row.count == 2 && titles.contains(row[0]), "\(row[0])")
    }
  }

  @Test("Each need has a program for every API, which is the one of its lesson")
  func programs() throws {
    let page = try #require(pages()[Links.decision])
    // The rows of the table of code have another column.
    let rows = page.matches(of: /<th scope="row"><a href="lessons\/([^"]*)\.html">(.*<td data-of="GCD">.*)\n/)
      .filter { $0.output.2.matches(of: /<td/).count == Lesson.Version.apis.count }
    #expect(rows.count > 20)
    for row in rows {
      for version in Lesson.Version.apis {
        let program = Links.program(String(row.output.1), version.id)
        #expect(row.output.2.contains("href=\"\(program)\""), "\(program)")
      }
    }
  }

  @Test("A lesson asks before its code and answers behind it; its preview only asks", arguments: lessons)
  func lesson(lesson: Lesson) throws {
    let page = try page(lesson)
    let parts = [
      "<h1 id=\"title\">", "class=\"answers\"", "class=\"version gcd\"", "class=\"version operation\"",
      "class=\"version tasks\"", "<tbody id=\"steps\">", "<section id=\"answer\"",
      "<strong>Because</strong>", "class=\"claim\"", "class=\"trap\"", "<h2>Choose</h2>",
    ]
    #expect(isInOrder(parts, in: page) && page.contains("class=\"timeline\" "))
    #expect(lesson.content["On Linux"] == nil || page.contains("<summary>On Linux"))
    #expect(!page.contains("diary.") && page.contains("pipeline lesson \(lesson.number)"))
    // A link preview asks the question without answering it.
    let preview = page.firstMatch(of: /<meta property="?og:description"? content="([^"]*)/)
    let words = try #require(preview?.output.1)
    #expect(words.contains("?") && lesson.content["In short"]?.text[0] != String(words))
  }

  @Test("A trap has its code with the intent, a wrong line, its steps and the cure", arguments: lessons)
  func trap(lesson: Lesson) throws {
    let page = try page(lesson)
    let trap = lesson.trap
    let parts = [
      "data-steps=\"trap-steps\"", "id=\"trap\" data-version=\"trap\"", "The trap, with \(trap.api.rawValue)",
      "/// Meant: ", "// Wrong: ", "<span class=\"wrong\"", "id=\"view-trap\">", "<tbody id=\"trap-steps\">",
      "<strong>The cure.</strong>",
    ]
    for part in parts { #expect(page.contains(part), "\(part)") }
    let steps = page.split(separator: "<tbody id=\"trap-steps\">").last ?? ""
    let wrong = steps.matches(of: /<tr data-part="[^"]+"[^>]*>(.*)/)
    #expect(wrong.count == 1 && wrong[0].output.1.contains(escapedForMarkup(trap.event)))
    let program = try #require(Self.files.get()[Links.program(lesson.folder, "trap")])
    #expect(String(decoding: program, as: UTF8.self).contains("func trap()"))
  }

  @Test("A stop lights the line with the code that the lesson's table names")
  func lit() throws {
    let code = "guard let photo = rest.popFirst()"
    let column = try CodeColumn.columns(lessons[12], played(lessons[12]).versions, [("", "", [code])])[0]
    let id = try #require(column.id(nil, of: code))
    #expect(try column.html().description.contains(Regex("id=\"?\(id)\"?>[^\n]*popFirst")))
  }

  @Test("Lines that name the same job are tinted alike in all columns")
  func tints() throws {
    let columns = try CodeColumn.columns(lessons[5], played(lessons[5]).versions)
    #expect(columns[0].jobs == ["filter", "download"])
    for code in columns.map({ $0.html().description }) {
      #expect(code.contains(/class="?[^">]*t1[^>]*>[^\n]*filter/))
    }
    let column = try CodeColumn.columns(lessons[0], played(lessons[0]).versions)[1]
    let code = column.html().description
    #expect(column.jobs.contains("show") && code.contains(/<span(?: id=[^>]*)?>[^\n]*show\(.*on the queue/))
  }

  /// Returns the steps of versions with one run each.
  private func steps(_ runs: [Timeline], parting: String? = nil, stops: [Steps.Stop] = []) throws -> Steps {
    try Steps(runs.map { CommonEvents([$0]) }, parting: parting, stops: stops)
  }

  private func played(_ entries: (Diary) -> Void) -> Timeline {
    let diary = Diary()
    entries(diary)
    return diary.story.timeline
  }

  /// Returns a run of jobs, one after another. One may make a note, such as `b: found`, or be nothing but a note.
  private func run(_ jobs: String...) -> Timeline {
    played { diary in
      for job in jobs.map({ $0.components(separatedBy: ": ") }) {
        let makeNote = { if job.count > 1 { diary.note(job[1]) } }
        job[0].isEmpty ? makeNote() : diary.span(job[0], makeNote)
      }
    }
  }

  @Test("What means the same is one step, whatever else happens between")
  func steps() throws {
    let one = played { diary in
      diary.submitted("a")
      diary.span("a") {}
      diary.span("b") {}
    }
    let other = played { diary in
      diary.suspended("queue")
      diary.submitted("a")
      diary.cancelled("a")
      diary.span("b") {}
      diary.resumed("queue")
    }
    #expect(try self.steps([one, one]).steps.allSatisfy { !$0.contains { $0 == nil } })
    let shared = try self.steps([one, other]).steps.filter { !$0.contains { $0 == nil } }
    #expect(shared.map { $0[0]?.sentence } == ["a waits", "b starts", "b ends"])
  }

  /// The runs of two versions. Only the first one finds something.
  private var versions: [Timeline] { [run("a", "b: found"), run("b", "a")] }

  @Test("Versions part at the event that the lesson names, in whichever order threads recorded the others")
  func parting() throws {
    for versions in [versions, versions.reversed()] {
      let steps = try self.steps(versions, parting: "found")
      let step = steps.steps[try #require(steps.parting)]
      #expect(step.compactMap { $0?.sentence } == ["found"])
    }
    #expect(try self.steps(versions).parting == nil && self.steps(versions, parting: "lost").parting == nil)
  }

  @Test("Of several runs, one with the recorded order is drawn, and of these one of usual length")
  func typicalRun() {
    func run(_ jobs: String..., lasting time: Double) -> Timeline {
      Timeline(
        lanes: jobs.enumerated().map { place, job in
          let (start, end) = (2 * place + 1, 2 * place + 2)
          return .init(
            job, bars: [.init(.running, from: .init(time: 0, turn: start), to: .init(time: time, turn: end))])
        })
    }
    let (one, other) = (run("a", "b", lasting: 2), run("b", "a", lasting: 2))
    let recorded = CommonEvents([one]).blocks
    #expect(CommonEvents.disagreement(other, recorded) == 4)
    #expect(RecordedVersion.typical([other, one, other], recorded) == 1)
    let lengths = [9, 1, 3, 2, 8].map { run("a", "b", lasting: $0) }
    #expect(RecordedVersion.typical(lengths, recorded) == 2)
  }

  @Test("A site has the same bytes each time")
  func same() throws {
    #expect(try Site(Self.clone).files() == Self.files.get())
  }

  @Test("A start in varying order names the one job that it waited for")
  func waitedFor() throws {
    func run(_ photos: [String]) -> Timeline {
      played { diary in
        for photo in photos { diary.depends("filter \(photo)", on: "download \(photo)") }
        for photo in photos {
          diary.span("download \(photo)") {}
          diary.span("filter \(photo)") {}
        }
      }
    }
    #expect(
      sentences([run(["fox", "oak"]), run(["oak", "fox"])]).contains("filter fox starts after download fox"))
  }

  @Test("The player stops at the events of the lesson's table, and says their causes")
  func stops() throws {
    let steps = try self.steps(versions, stops: [("a ends", "It is short.", []), ("found", "", [])])
    let stops = steps.stops.sorted { $0.key < $1.key }
    #expect(stops.map { steps.steps[$0.key][0]?.sentence } == ["a ends", "found"])
    #expect(stops.map(\.value.cause) == ["It is short.", ""])
    #expect(throws: PublishingError.self) { try self.steps(versions, stops: [("lost", "", [])]) }
  }

  @Test("A stop that names code that its version doesn't have is refused, with the version and the code")
  func codeOfStop() throws {
    let lesson = try #require(Lessons.lessons.first)
    let event = try #require(played(lesson).steps.steps.joined().compactMap(\.self).first?.event.sentence)
    let error = #expect(throws: PublishingError.self) {
      try self.played(lesson, stops: "versions\t\(event)\t\tgone()")
    }
    #expect(error?.description.contains("GCD has no “gone()”") == true)
  }

  @Test("Every lesson says how its versions differ, and where they part, that is said", arguments: lessons)
  func difference(lesson: Lesson) throws {
    let page = try page(lesson)
    #expect(page.contains("<p class=\"difference\">"))
    #expect(page.components(separatedBy: "<span class=\"side ").count >= 4)
    // Where runs look alike, each version has marked lines.
    guard lesson.parting == nil else { return }
    for column in page.split(separator: "<article class=\"version ").dropFirst().prefix(3) {
      #expect(column.contains(/<span class="?(?:\w+ )*differs/))
    }
  }

  private func sentences(_ runs: [Timeline]) -> [String] { CommonEvents(runs).events.map(\.sentence) }

  private var inOrder: Timeline { run(": made", "a", "b: late", ": done") }

  @Test("Only events of all runs are told, and an order only if it is the same in all")
  func commonEvents() {
    let other = run(": made", "b", "a", ": done")
    #expect(
      sentences([inOrder, other]) == [
        "made", "a starts (the order varies)", "a ends (the order varies)", "b starts (the order varies)",
        "b ends (the order varies)", "done",
      ])
    let recorded = CommonEvents([inOrder, other]).blocks
    #expect(CommonEvents([other, other], recorded: recorded).blocks == recorded)
    #expect(
      sentences([inOrder]) == ["made", "a starts", "a ends", "b starts", "late", "b ends", "done"])
  }

  @Test("An event or an order that recorded runs do not have is not told, even if all present runs have it")
  func recordedEvents() {
    let recorded = [["made"], ["a starts"], ["b starts", "a ends", "b ends"], ["done"]]
    let told = CommonEvents([inOrder], recorded: recorded)
    #expect(
      told.events.map(\.sentence) == [
        "made", "a starts", "b starts (the order varies)", "a ends (the order varies)",
        "b ends (the order varies)", "done",
      ])
    #expect(told.blocks == recorded)
    #expect(CommonEvents([inOrder], recorded: told.blocks).blocks == told.blocks)
  }

  @Test("A job whose number of starts differs between runs starts once and ends once")
  func varyingCounts() {
    let runs = [run("tick", ": done"), run("tick", "tick", ": done")]
    #expect(sentences(runs) == ["tick starts", "tick ends", "done"])
  }

  @Test("Lanes have one order in all versions: that of the first version that has them", arguments: lessons)
  func lanes(lesson: Lesson) throws {
    let names = try played(lesson).drawing.columns.map { $0.timeline.lanes.map(\.name) }
    for (one, other) in zip(names, names.dropFirst()) {
      #expect(one.filter(other.contains) == other.filter(one.contains))
    }
  }

  @Test("An event lights a statement: no comment, no empty line, no bracket", arguments: lessons)
  func statements(lesson: Lesson) throws {
    let lines = try page(lesson).matches(
      of: /<span(?: class=[^>]*)? id="(?:gcd|operation|tasks|trap)-[0-9]+">(.*)\n/)
    #expect(!lines.isEmpty)
    for line in lines {
      #expect(!line.output.1.drop { $0 == " " }.hasPrefix("<i class=c>"))
      #expect(line.output.1.contains(/[a-z]/))
    }
  }

  @Test("Suspending and cancelling light their own statement, though they are recorded behind it")
  func recordedBehind() throws {
    let lesson = lessons[5]
    let source = lesson.source(.operation).split(separator: "\n", omittingEmptySubsequences: false)
    let calls = ["diary.suspended(", "diary.submitted(", "diary.cancelled(", "diary.resumed("]
    let numbers = try calls.map { call in try #require(source.firstIndex { $0.contains(call) }) + 1 }
    let column = try CodeColumn.columns(lesson, played(lesson).versions)[1]
    let lit = try numbers.map { number in
      let id = try #require(column.id(number))
      return source[try #require(Int(id.split(separator: "-")[1])) - 1].drop { $0 == " " }
    }
    #expect(
      lit == [
        "queue.isSuspended = true", "queue.addOperations([download, filter], waitUntilFinished: false)",
        "download.cancel()", "queue.isSuspended = false",
      ])
  }

  @Test("A place that is no clone is refused, with what is missing")
  func noClone() {
    let error = #expect(throws: PublishingError.self) {
      try Site(Clone(FileManager.default.temporaryDirectory.appendingPathComponent("nothing"))).files()
    }
    #expect(error?.description.contains("there is no \(Clone.table) in ") == true)
  }
}
