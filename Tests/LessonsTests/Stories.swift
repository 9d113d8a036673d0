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
  /// The texts of the moments, in order.
  var notes: [String] { entries.filter { $0.kind == .note }.map(\.text) }

  /// The first note or span with this text.
  subscript(text: String) -> Entry? {
    entries.first { $0.text == text && ($0.kind == .note || $0.isSpan) }
  }

  /// The threads that wrote entries with such a text.
  func threads(_ prefix: String = "") -> Set<String> {
    Set(entries.filter { $0.text.hasPrefix(prefix) }.map(\.thread))
  }

  /// Whether the one was over before the other began.
  func isBefore(_ first: String, _ second: String) -> Bool {
    guard let first = self[first], let second = self[second] else { return false }
    return (first.isSpan ? first.end?.turn ?? .max : first.start.turn) < second.start.turn
  }

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
