import ArgumentParser
import LessonKit
import Lessons

struct LessonCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lesson",
    abstract: "Show what GCD, Operation and Swift concurrency do differently, and run it.",
    discussion: """
      Without a number, the lessons are listed. With one, its versions are printed, beside each other where the \
      terminal is wide enough, and run.

        pipeline lesson 6
        pipeline lesson 6 --picture

      Exit status: 0 shown, 64 no such lesson, 73 cannot write.
      """)

  @Argument(help: ArgumentHelp("The lesson's number.", valueName: "number"))
  var number: Int?

  @Flag(help: "Show only what the versions did: a lane for each job.")
  var picture = false

  @Flag(help: "Print what the versions did as JSON: jobs with their states, notes and figures.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "How many jobs lesson 18 makes, to show what they cost. Default: 20000.", valueName: "n"))
  var jobs: Int?

  func validate() throws {
    if let number, !lessons.contains(where: { $0.number == number }) {
      throw ValidationError("There is no lesson \(number): choose from 1 to \(lessons.count).")
    }
    guard number != nil || !(picture || json) else {
      throw ValidationError("--picture and --json need the number of a lesson.")
    }
    guard !(picture && json) else { throw ValidationError("Choose --picture or --json, not both.") }
    if let jobs {
      guard number == Self.aboutMany else {
        throw ValidationError("--jobs is for lesson \(Self.aboutMany): the others make what they need.")
      }
      guard (1...10_000_000).contains(jobs) else {
        throw ValidationError("--jobs must be from 1 to 10000000, not \(jobs).")
      }
    }
  }

  private static let aboutMany = 18
  static let many = 20_000

  func run() throws {
    let terminal = Terminal.output
    guard let lesson = lessons.first(where: { $0.number == number }) else {
      terminal.write(list)
      return
    }
    if json {
      terminal.write(try LessonRecord(lesson, LessonRun.stories(lesson, jobs: jobs ?? Self.many)).json())
      return
    }
    let page = LessonPage(
      lesson, style: Style(usesColor: terminal.usesColor), width: terminal.size.columns)
    terminal.write(picture ? page.heading : page.text)
    terminal.write(page.outcome(of: LessonRun.stories(lesson, jobs: jobs ?? Self.many)))
  }

  private var list: String {
    let rows = lessons.map { lesson in
      String(repeating: " ", count: lesson.number < 10 ? 1 : 0) + "\(lesson.number)  \(lesson.title)\n"
    }
    return rows.joined() + "\npipeline lesson 6 shows one.\n"
  }
}
