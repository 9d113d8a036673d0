import Foundation
import Lessons
import Site

/// Runs all lessons, and writes what they did, the decision and the recorded comparisons as a static site.
///
///     make-site FOLDER [ADDRESS]
///
/// It runs in a clone of the repository. ADDRESS is the repository's, for links to sources.
@main struct MakeSite {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let folder = arguments.first, arguments.count <= 2 else {
      fail("make-site FOLDER [ADDRESS]")
    }
    let address = arguments.dropFirst().first
    guard address?.hasPrefix("https://") != false else {
      fail("the repository's address begins with https://, unlike \(address ?? "")")
    }
    // Lessons use the main queue, and block the thread that runs them.
    Thread.detachNewThread {
      do {
        try write(to: folder, address)
        exit(0)
      } catch {
        fail("\(error)")
      }
    }
    RunLoop.main.add(Timer(timeInterval: 3600, repeats: true) { _ in }, forMode: .default)
    RunLoop.main.run()
  }

  private static func write(to folder: String, _ address: String?) throws {
    let place = try SiteFolder(folder)
    let clone = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    // Tried before any lesson is run.
    _ = try Site(clone: clone, lessons: []).files()
    let played = lessons.map { lesson in
      PlayedLesson(lesson, stories: Lesson.Version.allCases.map { ($0, lesson.run($0)) })
    }
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
