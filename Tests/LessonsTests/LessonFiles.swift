import Foundation
import Lessons
import Testing

/// Checks that the program shows the lessons' files, and that the files follow the rules for lessons.
@Suite struct LessonFiles {
  /// The overview pages, and the readmes of the lessons.
  static let pages =
    ["README.md", "GCD-or-Operation.md", "Costs.md", "Linux.md", "Crashes.md"]
    + lessons.map { "Lessons/\($0.folder)/README.md" }

  @Test("Every folder is a lesson, they are numbered from 1 on, and the program shows what is in their files")
  func complete() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: comparisonFile("Lessons").path)
      .filter { !$0.hasSuffix(".md") }
    #expect(folders.sorted() == lessons.map(\.folder))
    #expect(lessons.map(\.number) == Array(1...lessons.count))
    #expect(lessons.allSatisfy { !$0.title.isEmpty && !$0.content.parts.isEmpty })
    for lesson in lessons {
      let files = ["GCD.swift", "Operation.swift", "Tasks.swift", "Trap.swift", "README.md"]
      let texts = try files.map { try comparisonText("Lessons/\(lesson.folder)/\($0)") }
      #expect(Lesson.Version.allCases.map(lesson.source) + [lesson.readme] == texts, "\(lesson.folder)")
    }
  }

  @Test("Each version uses its own API alone", arguments: lessons)
  func ownAPI(lesson: Lesson) {
    if lesson.folder.hasSuffix("mixing") { return }
    #expect(Declarations(lesson.source(.gcd)).imports == ["Dispatch", "LessonKit"])
    // Lesson 19 provides the base class for all lessons, and a lock belongs to neither API.
    let shared = ["Lesson19", "Synchronization"]
    #expect(
      Declarations(lesson.source(.operation)).imports.subtracting(shared) == ["Foundation", "LessonKit"])
    // Only Dispatch has signals and descriptors.
    let source: Set = lesson.folder.hasSuffix("descriptors") ? ["Dispatch"] : []
    #expect(Declarations(lesson.source(.tasks)).imports == source.union(["LessonKit"]))
    // Attributed imports aren't in the list of imports, so they are refused here.
    #expect(
      !(lesson.source(.gcd) + lesson.source(.operation) + lesson.source(.tasks)).contains(/@\w+ import/))
    // Comments may mention any API, and an app reaches its main queue with either.
    let (gcd, operation) = (
      lesson.source(.gcd).replacing(/\/\/.*/, with: ""),
      lesson.source(.operation).replacing(/\/\/.*|DispatchQueue\.main\.async/, with: "")
    )
    #expect(!gcd.contains(/\bOperation|Operation\b|OperationQueue/))
    // Foundation re-exports Dispatch, so a missing import proves nothing.
    #expect(!operation.contains(/\Wdispatch/.ignoresCase()))
  }

  @Test(
    "Each version has 10 to 130 lines without what records it, narrow enough to stand side by side; a whole app has its own limits",
    arguments: lessons)
  func size(lesson: Lesson) {
    let ofApp: [Lesson.Version: Int] = [.gcd: 110, .operation: 140, .tasks: 120]
    for version in Lesson.Version.allCases {
      let lines = lesson.plain(version).lines.count
      let most = lesson.folder.hasSuffix("classic-photos") ? ofApp[version] : nil
      #expect((10...(most ?? 130)).contains(lines), "\(version): \(lines) lines")
      #expect(lesson.source(version).split(separator: "\n").allSatisfy { $0.count <= 76 }, "\(version)")
    }
  }

  @Test("Each readme has a claim, a question, what to see, trap, choice, what tasks do", arguments: lessons)
  func readme(lesson: Lesson) {
    #expect(lesson.readme.hasPrefix("# \(lesson.number) · "))
    for part in [
      /In short\./, /Predict\./, /What (?:to|you) see\./, /The trap of/, /Choose\*\*/,
      /In Swift concurrency\*\*/,
    ] {
      let hasPart = paragraphs(lesson).contains { $0.dropFirst(2).prefixMatch(of: part) != nil }
      #expect(hasPart, "\(part)")
    }
    // The program shows the text without answers and comments.
    #expect(!paragraphs(lesson).contains { $0.hasPrefix("- ") || $0.contains("<!--") })
    // Most readers don't work on Linux, so these paragraphs come last.
    let parts = lesson.content.parts
    let linux = parts.firstIndex { $0.isFolded || $0.title.hasPrefix("On Linux") } ?? parts.endIndex
    #expect(
      parts[linux...].allSatisfy { $0.title.hasPrefix("On Linux") && $0.isFolded == parts[linux].isFolded })
  }

  /// The kinds of evidence that a statement can have: the marks, up to their links.
  private static let ways = Evidence.allCases.map { "<sup>[\($0.mark)](" }

  @Test("Every paragraph about behaviour says how that is known", arguments: lessons)
  func known(lesson: Lesson) {
    // A claim in brief and a reason rely on the paragraphs after them, and a question makes no claim.
    let exempt = ["**In short", "**Predict", "**Because", "**Choose**", "**Where"]
    for paragraph in paragraphs(lesson) where !exempt.contains(where: paragraph.hasPrefix) {
      #expect(Self.ways.contains { paragraph.lowercased().contains($0) }, "\(paragraph)")
    }
  }

  @Test("No sentence that follows the last word on how it is known says what goes wrong", arguments: lessons)
  func knownToTheEnd(lesson: Lesson) {
    let wrong = [
      "traps", "hangs", "leaks", "crashes", "deadlocks", "never runs", "never starts", "for ever", "is stuck",
    ]
    for paragraph in paragraphs(lesson) where !paragraph.hasPrefix("**Predict") {
      // A mark follows the punctuation of its statement, and belongs to it.
      let text = paragraph.replacing(/([.,;:])((?:<sup>.*?<\/sup>)+)/) { "\($0.output.2)\($0.output.1)" }
      let sentences = text.lowercased().components(separatedBy: ". ")
      let last = sentences.lastIndex { sentence in Self.ways.contains { sentence.contains($0) } } ?? -1
      for sentence in sentences[(last + 1)...] where !sentence.contains("[lesson ") {
        #expect(!wrong.contains { sentence.contains($0) }, "\(sentence)")
      }
    }
  }

  @Test("What was run here names its tests, which are of that lesson", arguments: pages)
  func tested(page: String) throws {
    let text = try comparisonText(page)
    let lesson = lessons.first { page.contains($0.folder) }
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    for mark in text.matches(of: /\[✓\]\(([^)]*)\)/).map(\.output.1) {
      // A record.
      if mark.contains("Results/") || mark.contains("README.md#") { continue }
      let link = try #require(
        mark.wholeMatch(of: /.*Tests\/LessonsTests\/(\w+\.swift)#L\d+\s+"(\w+)"/), "\(mark): without a test")
      let file = folder.appendingPathComponent(String(link.output.1))
      let tests = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "@Test(")
      let name = link.output.2
      // The title of a test begins with the numbers of its lessons.
      let title = tests.first { $0.contains("func \(name)(") }?.firstMatch(of: /^\s*"((?:\d+, )*\d+)[,.]/)
      let numbers = title?.output.1.split(separator: ", ").compactMap { Int($0) } ?? []
      #expect(lesson.map { numbers.contains($0.number) } ?? !numbers.isEmpty, "\(link.output.1): \(name)")
    }
  }

  @Test("Evidence is a mark, directly after what it is about", arguments: pages)
  func marks(page: String) throws {
    let text = try comparisonText(page)
    let marks = text.matches(of: /\[[✓§⌗]\]\(/).count
    #expect(text.matches(of: /<sup>\[[✓§⌗]\]\([^)]*\)<\/sup>/).count == marks)
    #expect(!text.contains(/\s<sup>/))
    #expect(!text.contains(/\[([Rr]un\s+here|[Ss]ource|[Dd]ocumented|[Rr]ecorded)\]\(/))
  }

  @Test("Links to sources are pinned, and those of Swift to the version that was run", arguments: pages)
  func pinned(page: String) throws {
    for link in try comparisonText(page).matches(of: /https:\/\/github.com\/[^)]*/).map(\.output) {
      #expect(link.contains(/\/blob\/(swift-6\.3\.1-RELEASE|[0-9a-f]{40})\//), "\(link)")
      // Evolution proposals have no releases.
      if link.contains("/swiftlang/"), !link.contains("/swift-evolution/") {
        #expect(link.contains("/blob/swift-6.3.1-RELEASE/"), "\(link)")
      }
    }
  }

  /// All paragraphs except the heading, one per line.
  private func paragraphs(_ lesson: Lesson) -> [String] {
    lesson.content.parts.flatMap(\.paragraphs)
  }

  @Test("The table has a row for every lesson, and links within the project lead somewhere", arguments: pages)
  func links(page: String) throws {
    let links = try comparisonText(page).matches(of: /\]\(([^)#]+)[^)]*\)/).map(\.output.1)
    for link in links where !link.hasPrefix("https:") {
      let target = comparisonFile(page).deletingLastPathComponent()
        .appendingPathComponent(String(link)).standardizedFileURL
      #expect(FileManager.default.fileExists(atPath: target.path), "\(link)")
    }
    if page == "README.md" {
      for lesson in lessons { #expect(links.contains("Lessons/\(lesson.folder)"), "\(lesson)") }
    }
  }

  @Test("Each lesson's verdict has a part for new code, and one for callers that can't be async")
  func verdicts() throws {
    let rows = try comparisonText("lessons.tsv").split(separator: "\n").dropFirst()
    #expect(rows.count == lessons.count)
    let parts = /\tNew code: [^\t]+\. If callers can't be `async`: [^\t]+[^.\t]\t/
    for row in rows { #expect(row.contains(parts), "\(row)") }
  }

  @Test("What the page of the decision shows of code is in the lesson that it links, in that column")
  func pageCode() throws {
    let rows = try comparisonText("GCD-or-Operation.md").matches(
      of: /\n\| \[[^\]]+\]\(Lessons\/([^)]+)\)[^|]* \| (.+`.*) \| (.+`.*) \| (.+`.*) \|(?=\n)/)
    #expect(rows.count > 15)
    for row in rows {
      let lesson = try #require(lessons.first { $0.folder == row.output.1 })
      for (version, cell) in zip(Lesson.Version.apis, [row.output.2, row.output.3, row.output.4]) {
        for code in cell.matches(of: /`([^`]+)`/).map(\.output.1) {
          #expect(lesson.source(version).contains(code), "\(lesson), \(version): \(code)")
        }
      }
    }
  }
}

/// Returns the place of a file or folder below `Comparison`.
func comparisonFile(_ path: String) -> URL {
  URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Comparison/\(path)").standardizedFileURL
}

func comparisonText(_ path: String) throws -> String {
  try String(contentsOf: comparisonFile(path), encoding: .utf8)
}
