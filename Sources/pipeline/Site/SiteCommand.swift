import ArgumentParser
import Foundation
import Lessons
import Site

/// Writes the static site.
struct SiteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "site",
    abstract: "Write the lessons and the recorded comparisons as a static site.",
    discussion: """
      All lessons are run, and what they did is drawn. The other pages come from the clone of the repository that it is run \
      in. The site is complete without JavaScript, and works from a file and below any path.

        pipeline site site/

      Exit status: 0 written, 64 wrong usage, 66 no clone of the repository, 73 cannot write.
      """)

  @Argument(
    help: ArgumentHelp(
      "The folder. It is replaced as a whole, if it is empty or an earlier site.", valueName: "folder"))
  var folder: String

  @Option(
    help: ArgumentHelp("The clone of the repository. Default: the current folder.", valueName: "folder"))
  var from: String?

  @Option(
    help: ArgumentHelp(
      "The repository's address, which links to sources lead to. Default: none, and they are text.",
      valueName: "url"))
  var repository: String?

  @Flag(help: "Replace a folder that holds something else.")
  var force = false

  func validate() throws {
    guard let repository else { return }
    guard let url = URL(string: repository), url.scheme == "https", url.host != nil else {
      throw ValidationError("--repository must be an https address, not “\(oneLine(repository))”.")
    }
  }

  func run() throws {
    do {
      let place = try SiteFolder(folder, replacesAnything: force)
      let clone = URL(fileURLWithPath: from ?? FileManager.default.currentDirectoryPath)
      // Tried before any lesson is run.
      _ = try Site(clone: clone, lessons: []).files()
      let played = lessons.map { lesson in
        PlayedLesson(lesson, stories: LessonRun.stories(lesson, jobs: LessonCommand.many))
      }
      let files = try Site(clone: clone, lessons: played, repository: address).files()
      try place.write(files)
      let bytes = files.values.reduce(0) { $0 + $1.count }
      Terminal.output.write("\(counted(files.count, "file")), \(bytesInWords(bytes)) → \(oneLine(folder))\n")
    } catch let error as SiteError {
      Terminal.error.say("pipeline: \(error)\n")
      throw ExitCode(error.lacksClone ? ExitStatus.noList : ExitStatus.cannotWrite)
    }
  }

  /// Without the slash that people copy with it.
  private var address: String? { repository.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 } }
}
