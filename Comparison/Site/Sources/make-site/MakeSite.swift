import Foundation
import Lessons
import Site

/// Runs all lessons, and writes a static site with them, the decision and the recorded comparisons.
///
///     make-site FOLDER [ADDRESS]
///     make-site --steps
///     make-site --record-steps [LESSON]
///
/// Runs in a clone of the repository. ADDRESS is the repository's address, for links to sources. `--steps` only prints
/// the steps that the lessons' pages would list. `--record-steps` runs all lessons with random pauses, and keeps the
/// steps that these runs and all recorded ones have in common. It should be run many times after a lesson's code has
/// changed, for all lessons or for the one with the number LESSON.
@main struct MakeSite {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let folder = arguments.first, arguments.count <= 2 else {
      fail("make-site FOLDER [ADDRESS], make-site --steps or make-site --record-steps [LESSON]")
    }
    let address = arguments.dropFirst().first
    guard folder == "--record-steps" || address?.hasPrefix("https://") != false else {
      fail("the repository's address begins with https://, unlike \(address ?? "")")
    }
    // Lessons use the main queue, and block the thread that runs them.
    Thread.detachNewThread {
      do {
        switch folder {
        case "--steps": try printSteps()
        case "--record-steps": try recordSteps(address)
        default: try write(to: folder, address)
        }
        exit(0)
      } catch {
        fail("\(error)")
      }
    }
    RunLoop.main.add(Timer(timeInterval: 3600, repeats: true) { _ in }, forMode: .default)
    RunLoop.main.run()
  }

  /// The number of times that each version of a lesson is run.
  private static let times = 10

  private static let clone = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
  private static let record = clone.appendingPathComponent(RecordedSteps.path)

  private static func printSteps() throws {
    for played in try played() {
      print(played.lesson)
      for step in played.narration { print("  \(step)") }
    }
  }

  private static func recordSteps(_ number: String?) throws {
    let recorded = try RecordedSteps.read(record)
    let all = lessons.flatMap { lesson in
      number == nil || number == "\(lesson.number)"
        ? PlayedLesson(playing: lesson, times: times, recorded: recorded, hesitates: true).record
        : recorded.filter { $0.isOf(lesson) }
    }
    try RecordedSteps.write(all, to: record)
    print("\(all.count) versions → \(RecordedSteps.path)")
  }

  /// Runs all lessons, and reports those whose steps haven't been recorded.
  private static func played() throws -> [PlayedLesson] {
    let recorded = try RecordedSteps.read(record)
    return lessons.map { lesson in
      let played = PlayedLesson(playing: lesson, times: times, recorded: recorded)
      for version in played.unrecorded {
        warn(
          "lesson \(lesson.number), \(version.rawValue): its code has changed since its steps were recorded; make-site --record-steps"
        )
      }
      return played
    }
  }

  private static func write(to folder: String, _ address: String?) throws {
    let place = try SiteFolder(folder)
    // If a page or record is missing, this fails before the lessons are run.
    _ = try Site(clone: clone, lessons: []).files()
    let played = try played()
    let files = try Site(clone: clone, lessons: played, repository: address).files()
    try place.write(files)
    let bytes = files.values.reduce(0) { $0 + $1.count }
    print("\(files.count) files, \(bytes / 1000) kB → \(folder)")
  }

  private static func warn(_ words: String) {
    FileHandle.standardError.write(Data("make-site: \(words)\n".utf8))
  }

  private static func fail(_ why: String) -> Never {
    warn(why)
    exit(1)
  }
}
