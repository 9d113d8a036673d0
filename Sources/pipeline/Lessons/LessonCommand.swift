import ArgumentParser
import Dispatch
import Foundation
import LessonKit
import Lessons
import Timelines

struct LessonCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "lesson", abstract: "Show what GCD, Operation and tasks do differently.",
    usage: "pipeline lesson [<options>] [<number or words> ...]", discussion: discussion("lesson"))

  static let details = """
    Without arguments, lists the lessons. With words, lists those with at least half of them, the likeliest first. With a number, asks you to predict \
    what the lesson's versions will do (c shows their code first), runs them, and then shows and explains their code, \
    a screen at a time (b goes back). A file or a pipe gets all of it without questions.

      pipeline lesson 6
      pipeline lesson cancel dependency
      pipeline lesson 6 --all
      pipeline lesson 6 --trap
      pipeline lesson 6 --file operation > main.swift

    Exit status: 0 shown, 64 no such lesson, 73 cannot write.
    """

  @Argument(
    help: .about("The lesson's number, or words to search for.", "number or words"),
    completion: .list(lessons.map { "\($0.number)" }))
  var wanted: [String] = []

  /// The number of the lesson, or nil if the arguments aren't a single number.
  private var number: Int? { wanted.count == 1 ? Int(wanted[0]) : nil }

  @Flag(help: "Show everything without asking.")
  var all = false

  @Flag(help: "Show only a timeline of each version.")
  var picture = false

  @Flag(help: "Show only the trap: the wrong version, what goes wrong, and the cure.")
  var trap = false

  @Flag(help: "Print the behaviour of the versions as JSON.")
  var json = false

  @Option(
    help: .about("Print one version as a standalone file: gcd, operation, tasks or trap.", "version"),
    completion: .list(Lesson.Version.allCases.map { "\($0)" }))
  var file: String?

  @Option(help: .rare("The number of jobs in lesson 18 (default: 20000).", "n"))
  var jobs: Int?

  func validate() throws {
    if let number, !lessons.contains(where: { $0.number == number }) {
      throw ValidationError("There is no lesson \(number): choose from 1 to \(lessons.count).")
    }
    if wanted.count > 1, wanted.allSatisfy({ Int($0) != nil }) {
      throw ValidationError("One lesson is shown at a time: give one number.")
    }
    if number == nil, !wanted.isEmpty, LessonSearch.lessons(with: wanted).isEmpty {
      throw ValidationError(
        "No lesson contains “\(oneLine(wanted.joined(separator: " ")))”: “pipeline lesson” lists all of them."
      )
    }
    let views = [all, picture, trap, json].count { $0 }
    guard number != nil || views == 0 else {
      throw ValidationError("--all, --picture, --trap and --json need the number of a lesson.")
    }
    guard views < 2 else { throw ValidationError("Choose one of --all, --picture, --trap and --json.") }
    if let file {
      guard number != nil, views == 0 else {
        throw ValidationError(
          "--file needs the number of a lesson, and none of --all, --picture, --trap and --json.")
      }
      guard version != nil else {
        throw ValidationError(
          "--file accepts \(Lesson.Version.allCases.map { "\($0)" }.joined(separator: ", ")), not “\(oneLine(file))”."
        )
      }
    }
    if let jobs {
      guard file == nil, !trap else {
        throw ValidationError("--jobs is for a run of all versions: leave out --file and --trap.")
      }
      guard number == Self.aboutMany else {
        throw ValidationError("--jobs is for lesson \(Self.aboutMany): the others have fixed numbers.")
      }
      guard (1...10_000_000).contains(jobs) else {
        throw ValidationError("--jobs must be from 1 to 10000000, not \(jobs).")
      }
    }
  }

  private var version: Lesson.Version? { Lesson.Version.allCases.first { "\($0)" == file } }

  private static let aboutMany = 18
  private static let many = 20_000

  func run() throws {
    let terminal = Terminal.output
    let reader = LessonReader(terminal, asks: !all && !picture)
    // The shell's prompt starts on its own line.
    if reader.asks { Interrupts.beforeEnd { terminal.write("\n") } }
    guard let lesson = lessons.first(where: { $0.number == number }) else {
      let width = reader.asks ? terminal.size.columns : .max
      reader.show([("the list", Self.list(LessonSearch.lessons(with: wanted), to: width))])
      return
    }
    try Resources.check()
    if let version {
      terminal.write(lesson.program(version))
      return
    }
    if json {
      let stories = stories(of: lesson, Lesson.Version.apis)
      terminal.write(json: LessonJSON(lesson, stories), isCompact: false)
      return
    }
    let page = LessonPage(lesson, style: terminal.style, width: terminal.size.columns)
    if trap {
      // The wrong version runs before it is shown, because the number of screens depends on where it goes wrong.
      let outcome = page.trapOutcome(stories(of: lesson, [.trap]))
      reader.show([("the trap", [page.heading + page.trapCode, "\n"]), ("its run", outcome)])
    } else {
      show(lesson, page, reader, on: terminal)
    }
  }

  private func show(
    _ lesson: Lesson, _ page: LessonPage, _ reader: LessonReader, on terminal: Terminal
  ) {
    terminal.write(page.heading + (picture ? "" : page.question + "\n"))
    let count = lesson.content.answers.count
    let prompt =
      count > 0
      ? "Type 1 to \(count) and Enter, c for the code, or Enter alone to see: "
      : "c for the code, or Enter to run it: "
    var answer = reader.answer(to: prompt, count: count)
    while answer == .code {
      let question = page.question + "\n"
      let chapters = [("the code", page.briefCode + ["\n"]), ("the question", [question])]
      if !reader.show(chapters, quitting: "for the question") { terminal.write(question) }
      answer = reader.answer(to: prompt, count: count)
    }
    if answer == .end { return }
    let outcomes = page.outcomes(of: stories(of: lesson, Lesson.Version.apis))
    if picture {
      reader.show([("the picture", outcomes)])
      return
    }
    reader.show([
      ("the runs", outcomes + ["\n" + page.verdict(answer.number) + page.claim + "\n"]),
      ("the code", page.code + ["\n"]), ("the explanation", page.explanation),
    ])
  }

  /// Runs versions one after another, and the main queue in the meantime.
  private func stories(of lesson: Lesson, _ versions: [Lesson.Version]) -> [(Lesson.Version, Story)] {
    let jobs = jobs ?? Self.many
    // Commands are run on the main thread.
    return MainActor.assumeIsolated {
      let loop = MainLoop<[(Lesson.Version, Story)]>()
      Thread.detachNewThread {
        let stories = versions.map { ($0, lesson.run($0, jobs: jobs)) }
        DispatchQueue.main.async { loop.stop(stories) }
      }
      return loop.run()
    }
  }

  /// Returns a list of lessons, with an example of how to show one.
  /// - Parameter width: The width to wrap titles to.
  private static func list(_ lessons: [Lesson], to width: Int) -> [String] {
    let rows = lessons.map { lesson in
      let row =
        String(repeating: " ", count: lesson.number < 10 ? 1 : 0) + "\(lesson.number)  \(lesson.title)"
      return wrapped(row, to: width, indentation: 4) + "\n"
    }
    let example = lessons.count == Lessons.lessons.count ? 6 : lessons.first?.number ?? 6
    return rows + ["\n", "pipeline lesson \(example) shows one.\n"]
  }
}

/// The JSON record of how a lesson's versions behaved.
struct LessonJSON: Encodable {
  private struct Note: Encodable {
    let text: String
    let thread: String
    let moment: Timeline.Moment
  }

  private struct Run: Encodable {
    let version: String
    let lanes: [Timeline.Lane]
    let notes: [Note]
    let figures: [Story.Figure]

    init(_ version: Lesson.Version, _ story: Story) {
      self.version = version.rawValue
      lanes = story.timeline.lanes.filter { $0.marks.isEmpty }
      notes = story.entries.filter { $0.kind == .note }
        .map { Note(text: $0.text, thread: $0.thread, moment: $0.start) }
      figures = story.figures
    }
  }

  private let lesson: Int
  private let title: String
  private let versions: [Run]

  init(_ lesson: Lesson, _ stories: [(Lesson.Version, Story)]) {
    self.lesson = lesson.number
    title = lesson.title
    versions = stories.map(Run.init)
  }
}
