// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson14 = Lesson.Text(
    folder: "14-what-is-pending",
    readme: ##"""
      # 14 · Asking what is pending, and progress

      **What to see.** While the first of five is running, four are pending: the operation queue can be asked, and can name the one
      that runs. A Dispatch queue cannot be asked anything; the same figures come from a count that each body keeps up.

      **The trap.** An answer is old when it arrives. “None pending” is no reason to think that all is over: something may be about to
      be added. Decide nothing by it; show it. For the end, be told ([lesson 10](../10-being-told)). For this reason Apple
      has marked `operations` and `operationCount` as to be deprecated one day (`NSOperation.h`, and the same in
      [Operation.swift](https://github.com/swiftlang/swift-corelibs-foundation/blob/main/Sources/Foundation/Operation.swift)).

      **Choose** Operation for a quick look, and names in a debugger. For a bar, macOS has
      [`OperationQueue.progress`](https://developer.apple.com/documentation/foundation/operationqueue/progress): set its `totalUnitCount`
      to how many operations there will be, and `completedUnitCount` grows by one as each ends its `main`; one with a `start` of its own,
      as in [lesson 11](../11-ending-later), is not counted. For figures that add up (waiting, running, done, failed) count yourself with
      either, under one lock.

      **On Linux** `operations` and `operationCount` walk over all that is pending, under the queue's lock. Leave `progress` alone there:
      once its `totalUnitCount` is set, every operation that runs adds a child to it, on its own thread, with no lock around the set of
      them: a data race, which can crash (`addChild` in
      [Progress.swift](https://github.com/swiftlang/swift-corelibs-foundation/blob/main/Sources/Foundation/Progress.swift)).

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// Five photos, one at a time: how many are left? A queue
      /// cannot be asked, so what is to be shown is counted on the
      /// way.
      public func gcd(_ diary: Diary) {
        let queue = DispatchQueue(label: "filters")
        let (begun, look) = (Gate(), Gate())
        let count = Count()

        for _ in 1...5 {
          count.change(pending: 1)
          queue.async {
            count.change(pending: -1, running: 1)
            begun.open()
            diary.span("filter") { look.wait() }
            count.change(running: -1, done: 1)
          }
        }
        begun.wait()
        diary.figure("pending", count.now.pending)
        diary.figure("running", count.now.running)
        look.open()
        queue.sync {}
        diary.figure("pending at the end", count.now.pending)
        diary.figure("percent done", count.now.done * 100 / 5)
      }

      private final class Count: @unchecked Sendable {
        // Safe: touched on the queue only.
        private let queue = DispatchQueue(label: "count")
        private var value = (pending: 0, running: 0, done: 0)

        /// All three at one moment.
        var now: (pending: Int, running: Int, done: Int) {
          queue.sync { value }
        }

        func change(pending: Int = 0, running: Int = 0, done: Int = 0) {
          queue.sync {
            value.pending += pending
            value.running += running
            value.done += done
          }
        }
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

        // Each question has an answer of its own moment: ask once.
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
