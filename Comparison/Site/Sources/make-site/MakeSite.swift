import Foundation
import Lessons
import Site

/// Runs all lessons, and writes a static site of them, the decision and the recorded comparisons.
///
///     make-site FOLDER [ADDRESS]
///     make-site --steps
///
/// It runs in a clone of the repository. ADDRESS is the repository's, for links to sources. With `--steps`, it only prints the
/// steps that the pages of lessons would tell.
@main struct MakeSite {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let folder = arguments.first, arguments.count <= 2 else {
      fail("make-site FOLDER [ADDRESS], or make-site --steps")
    }
    let address = arguments.dropFirst().first
    guard address?.hasPrefix("https://") != false else {
      fail("the repository's address begins with https://, unlike \(address ?? "")")
    }
    // Lessons use the main queue, and block the thread that runs them.
    Thread.detachNewThread {
      do {
        if folder == "--steps" { printSteps() } else { try write(to: folder, address) }
        exit(0)
      } catch {
        fail("\(error)")
      }
    }
    RunLoop.main.add(Timer(timeInterval: 3600, repeats: true) { _ in }, forMode: .default)
    RunLoop.main.run()
  }

  /// How often each version of a lesson is run.
  private static let times = 10

  private static func printSteps() {
    for lesson in lessons {
      print(lesson)
      for step in PlayedLesson(playing: lesson, times: times).narration { print("  \(step)") }
    }
  }

  private static func write(to folder: String, _ address: String?) throws {
    let place = try SiteFolder(folder)
    let clone = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    // Tried before any lesson is run.
    _ = try Site(clone: clone, lessons: []).files()
    let played = lessons.map { PlayedLesson(playing: $0, times: times) }
    let files = try Site(clone: clone, lessons: played, repository: address).files()
    try place.write(files)
    let bytes = files.values.reduce(0) { $0 + $1.count }
    print("\(files.count) files, \(bytes / 1000) kB → \(folder)")
  }

  private static func fail(_ why: String) -> Never {
    FileHandle.standardError.write(Data("make-site: \(why)\n".utf8))
    exit(1)
  }
}
