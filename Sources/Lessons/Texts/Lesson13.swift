// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson13 = Lesson.Text(
    folder: "13-shared-state",
    readme: ##"""
      # 13 · Shared state: one set, four workers

      **What to see.** Four workers empty one set. Every photo is taken, and none is taken twice. With Dispatch a serial queue is the
      lock: `sync` runs a closure on it and returns its result. An `OperationQueue` has nothing like it, so with Operation you take a
      plain lock. (Run here, Swift 6.3.1.)

      **The trap.** Locking each access, and not the whole step. Two workers that look under the lock, and then take under the lock,
      both find the last photo (run here). The compiler refuses a plain variable that several threads change. `@unchecked Sendable`
      tells it to trust you, so write down what makes it safe. And `sync` onto the queue from a closure that runs on it traps ([lesson
      16](../16-waiting-and-deadlock)).

      **Choose** a lock, with either API: `Mutex`, or `OSAllocatedUnfairLock` on Apple platforms. Choose a serial queue when work also
      has to follow in order, or when the caller should not wait (`async`). A concurrent queue with barriers is a reader–writer lock,
      with no protection from priority inversion ([lesson 12](../12-layers-and-barriers)).

      **On Linux** all of this was run; no Mac has run it yet.

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
        // Safe: touched on the queue only, which makes it a lock.
        private let queue = DispatchQueue(label: "photos")
        private var rest: Set<Int>
        private var all: [Int] = []

        init(_ count: Int) { rest = Set(1...count) }

        /// Looking and taking is one step. Between two steps another
        /// worker could take the same photo.
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
        // Safe: touched under the lock only. An `OperationQueue` has
        // no `sync` that returns a result.
        private let lock = NSLock()
        private var rest: Set<Int>
        private var all: [Int] = []

        init(_ count: Int) { rest = Set(1...count) }

        /// Looking and taking is one step. Between two steps another
        /// worker could take the same photo.
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
