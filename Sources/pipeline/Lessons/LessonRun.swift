import Dispatch
import Foundation
import LessonKit

/// The versions of a lesson, run one after the other.
enum LessonRun {
  /// Call it on the main thread, which runs the main queue meanwhile.
  static func stories(_ lesson: Lesson, jobs: Int) -> [(Lesson.Version, Story)] {
    // Safe: both are touched on the main thread only.
    nonisolated(unsafe) let loop = MainLoop()
    nonisolated(unsafe) var result: [(Lesson.Version, Story)] = []
    Thread.detachNewThread {
      let stories = Lesson.Version.allCases.map { ($0, lesson.run($0, jobs: jobs)) }
      DispatchQueue.main.async {
        result = stories
        loop.stop(ExitStatus.success)
      }
    }
    _ = loop.run()
    return result
  }
}
