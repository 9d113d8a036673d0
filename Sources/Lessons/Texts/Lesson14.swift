// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson14 = Lesson.Text(
    folder: "14-what-is-pending",
    readme: ##"""
      # 14 · What is pending, and progress

      **What to see.** The first of five is running, and four are pending. An operation queue can list them, and name the one that is
      running. A Dispatch queue can list nothing; the same figures come from counts that each closure keeps up to date. (Run here,
      Swift 6.3.1.)

      **The trap.** An answer is old when it arrives. “None pending” does not mean that all is done: something may be about to be
      added. Show it, decide nothing by it, and observe the end ([lesson 10](../10-being-told)). For this reason `operations` and
      `operationCount` are marked to be deprecated
      ([source](https://github.com/swiftlang/swift-corelibs-foundation/blob/swift-6.3.1-RELEASE/Sources/Foundation/Operation.swift#L1427-L1444)).

      **Choose** Operation for a quick look, and for names in a debugger. For a progress bar, Apple platforms have
      `OperationQueue.progress`: set `totalUnitCount`, and each operation adds one unit at the end of its `main`; one that overrides
      `start` without calling `super`, as in [lesson 11](../11-ending-later), adds none
      ([documented](https://developer.apple.com/documentation/foundation/operationqueue/progress)). For figures that add up (waiting,
      running, done, failed) keep counts yourself with either API, under one lock.

      **On Linux** `operations` and `operationCount` walk over everything pending, under the queue's lock
      ([source](https://github.com/swiftlang/swift-corelibs-foundation/blob/swift-6.3.1-RELEASE/Sources/Foundation/Operation.swift#L1085-L1111)).
      Leave `progress` alone there: once its `totalUnitCount` is set, every operation adds a child to it on its own thread, without a
      lock around the set of children. That is a data race
      ([source](https://github.com/swiftlang/swift-corelibs-foundation/blob/swift-6.3.1-RELEASE/Sources/Foundation/Progress.swift#L160-L174)).

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// Five photos, one at a time: how many are left? A queue
      /// cannot say, so count along the way.
      public func gcd(_ diary: Diary) {
        let queue = DispatchQueue(label: "filters")
        let (begun, look) = (Gate(), Gate())
        let counts = Locked((pending: 0, running: 0, done: 0))

        for _ in 1...5 {
          counts.withLock { $0.pending += 1 }
          queue.async {
            counts.withLock {
              $0.pending -= 1
              $0.running += 1
            }
            begun.open()
            diary.span("filter") { look.wait() }
            counts.withLock {
              $0.running -= 1
              $0.done += 1
            }
          }
        }
        begun.wait()
        // All three at one moment.
        let now = counts.withLock { $0 }
        diary.figure("pending", now.pending)
        diary.figure("running", now.running)
        look.open()
        queue.sync {}
        let end = counts.withLock { $0 }
        diary.figure("pending at the end", end.pending)
        diary.figure("percent done", end.done * 100 / 5)
      }

      """##,
    operation: ##"""
      import Foundation
      import LessonKit

      /// Five photos, one at a time: how many are left? The queue
      /// knows.
      public func operation(_ diary: Diary) {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let (begun, look) = (Gate(), Gate())

        for number in 1...5 {
          let filter = BlockOperation {
            begun.open()
            diary.span("filter") { look.wait() }
          }
          filter.name = "filter \(number)"
          queue.addOperation(filter)
        }
        begun.wait()

        // Each question is answered at a moment of its own: ask
        // once.
        let operations = queue.operations
        let running = operations.filter(\.isExecuting)
        diary.figure("pending", operations.count - running.count)
        diary.figure("running", running.count)
        for operation in running {
          diary.note("\(operation.name ?? "?") is running")
        }
        look.open()
        queue.waitUntilAllOperationsAreFinished()
        let left = queue.operations.count
        diary.figure("pending at the end", left)
        diary.figure("percent done", (5 - left) * 100 / 5)
      }

      """##)
}
