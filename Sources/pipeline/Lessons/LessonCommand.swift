import ArgumentParser
import LessonKit
import Lessons

struct LessonCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lesson",
    abstract: "Show what the two APIs do differently: both versions, and what they do.",
    discussion: """
      Without a number, the lessons are listed. With one, both versions are printed, beside each other where the \
      terminal is wide enough, and run.

        pipeline lesson 6
      """)

  @Argument(help: ArgumentHelp("The lesson's number.", valueName: "number"))
  var number: Int?

  func validate() throws {
    if let number, !lessons.contains(where: { $0.number == number }) {
      throw ValidationError("There is no lesson \(number): choose from 1 to \(lessons.count).")
    }
  }

  func run() {
    let terminal = Terminal.output
    guard let lesson = lessons.first(where: { $0.number == number }) else {
      terminal.write(list)
      return
    }
    let page = LessonPage(
      lesson, style: Style(usesColor: terminal.usesColor), width: terminal.size.columns)
    terminal.write(page.text)
    terminal.write(page.outcome(of: LessonRun.stories(lesson)))
  }

  private var list: String {
    let rows = lessons.map { lesson in
      String(repeating: " ", count: lesson.number < 10 ? 1 : 0) + "\(lesson.number)  \(lesson.title)\n"
    }
    return rows.joined() + "\npipeline lesson 6 shows one.\n"
  }
}
