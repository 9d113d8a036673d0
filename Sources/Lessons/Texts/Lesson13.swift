// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson13 = Lesson.Text(
    folder: "13-shared-state",
    readme: ##"""
      # 13 · Shared state: the set that everyone takes from

      **What to see.** Four workers empty one set: every photo is taken, and none by two. With Dispatch a serial queue is the lock,
      as `sync` runs a body on it and hands its result back. An `OperationQueue` has nothing like it; with Operation one takes
      a plain lock.

      **The trap.** To lock each access and think that is enough: “is there one?” and “take it” must be one step. The compiler refuses
      a plain variable that several threads change; `@unchecked Sendable` is your promise that it may trust you, so write
      down what keeps it. And `sync` on a queue from a body that runs on it is a deadlock ([lesson 16](../16-waiting-and-deadlock)).

      **Choose** a lock for a few lines that never wait, with either API. Choose a Dispatch queue where readers are many (a concurrent
      queue, with a barrier to write) or where work has to follow in order as well.

      **On Linux** it is the same.

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// Four workers take photos from one set until it is empty.
      public func gcd(_ diary: Diary) {
        let photos = Photos(100)

        DispatchQueue.concurrentPerform(iterations: 4) { _ in
          diary.span("worker") {
            while photos.take() != nil { compute(milliseconds: 1) }
          }
        }
        diary.figure("taken", photos.taken.count)
        diary.figure("taken by two", 100 - Set(photos.taken).count)
      }

      private final class Photos: @unchecked Sendable {
        // Safe: touched on the queue only.
        private let queue = DispatchQueue(label: "photos")
        private var rest: Set<Int>
        private var all: [Int] = []

        init(_ count: Int) { rest = Set(1...count) }

        /// To look and to take is one step: between two, another
        /// worker would take the same.
        func take() -> Int? {
          queue.sync {
            guard let photo = rest.popFirst() else { return nil }
            all.append(photo)
            return photo
          }
        }

        var taken: [Int] { queue.sync { all } }
      }

      """##,
    operation: ##"""
      import Foundation
      import LessonKit

      /// Four workers take photos from one set until it is empty.
      public func operation(_ diary: Diary) {
        let photos = Photos(100)
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 4

        for _ in 1...4 {
          queue.addOperation {
            diary.span("worker") {
              while photos.take() != nil { compute(milliseconds: 1) }
            }
          }
        }
        queue.waitUntilAllOperationsAreFinished()
        diary.figure("taken", photos.taken.count)
        diary.figure("taken by two", 100 - Set(photos.taken).count)
      }

      private final class Photos: @unchecked Sendable {
        // Safe: touched under the lock only. An operation queue of
        // width one would do as well, but has no `sync` that gives
        // a result.
        private let lock = NSLock()
        private var rest: Set<Int>
        private var all: [Int] = []

        init(_ count: Int) { rest = Set(1...count) }

        /// To look and to take is one step: between two, another
        /// worker would take the same.
        func take() -> Int? {
          lock.withLock {
            guard let photo = rest.popFirst() else { return nil }
            all.append(photo)
            return photo
          }
        }

        var taken: [Int] { lock.withLock { all } }
      }

      """##)
}
