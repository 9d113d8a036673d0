import Foundation
import LessonKit
import Lessons
import Testing
import Timelines

/// What each lesson claims. One after the other, as they share the pool of threads, and some fill it.
@Suite("Lessons", .serialized) struct LessonRuns {}

/// The three stories of a lesson.
struct Stories: Sendable {
  let gcd: Story
  let operation: Story
  let tasks: Story

  /// Runs its versions, one after the other, on a thread of their own, as they block.
  static func lesson(_ number: Int) async throws -> Stories {
    let lesson = try #require(lessons.first { $0.number == number })
    return await withCheckedContinuation { go in
      Thread.detachNewThread {
        go.resume(
          returning: Stories(
            gcd: lesson.run(.gcd), operation: lesson.run(.operation), tasks: lesson.run(.tasks)))
      }
    }
  }

  var both: [Story] { [gcd, operation] }
  var all: [Story] { [gcd, operation, tasks] }
}

extension Story {
  /// What the picture shows of a job, from its first state to its last.
  func states(_ job: String) -> [Timeline.State] {
    timeline.lanes.filter { $0.name == job }.flatMap(\.bars).map(\.state)
  }
}

/// What corelibs Foundation does in place of Apple's.
let isLinux: Bool = {
  #if os(Linux)
    true
  #else
    false
  #endif
}()

/// Lets the body block.
func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { go in Thread.detachNewThread { go.resume(returning: body()) } }
}
