// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson07 = Lesson.Text(
    folder: "07-cancelling-everything",
    readme: ##"""
      # 7 · Cancelling everything

      **What to see.** One closure is running, ten wait, and all are cancelled. With Operation that is one call, on a suspended queue.
      With Dispatch you keep the work items and cancel each, since a queue cannot list what it holds. With both, none of the ten runs;
      the one that is running checks, and ends. New work runs as usual. (Run here, Swift 6.3.1.)

      **The trap.** `cancelAllOperations` takes one operation after the other, and the queue goes on meanwhile
      ([source](https://github.com/swiftlang/swift-corelibs-foundation/blob/swift-6.3.1-RELEASE/Sources/Foundation/Operation.swift#L1389-L1395)).
      Once a cancelled operation has finished, the next one for its slot can start before its own turn to be cancelled, and so can one
      that depends on it (run here). Suspend the queue, cancel, and resume it: then none runs (run here). Work items that notify each
      other have the same gap when they are cancelled one by one (run here). A flag that all closures share has none.

      **Choose** Operation when “everything” is what is on a queue. When it is something else, such as both jobs of a photo or all
      that is out of sight, a list or a shared flag is as good with either API.

      **On Linux** all of this was run; no Mac has run it yet.

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// Ten photos wait behind one that is being filtered, and all
      /// are cancelled. A queue cannot list what it holds: keep the
      /// items yourself.
      public func gcd(_ diary: Diary) {
        let queue = DispatchQueue(label: "filters")
        let begun = Gate()
        let isCancelled = Locked(false)

        let first = DispatchWorkItem {
          begun.open()
          diary.span("first") {
            while !isCancelled.withLock({ $0 }) { compute(milliseconds: 1) }
          }
        }
        let rest = (1...10).map { _ in
          DispatchWorkItem { diary.note("filtered") }
        }
        for item in [first] + rest { queue.async(execute: item) }
        begun.wait()

        // What waits is cancelled item by item. What runs has to
        // check; a flag can be shared by any amount of work.
        for item in rest { item.cancel() }
        isCancelled.withLock { $0 = true }
        queue.sync {}

        // The items are cancelled, not the queue.
        queue.sync { diary.note("new photo filtered") }
      }

      """##,
    operation: ##"""
      import Foundation
      import LessonKit

      /// Ten photos wait behind one that is being filtered, and all
      /// are cancelled.
      public func operation(_ diary: Diary) {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let begun = Gate()

        let first = BlockOperation()
        first.addExecutionBlock { [unowned first] in
          begun.open()
          diary.span("first") {
            while !first.isCancelled { compute(milliseconds: 1) }
          }
        }
        queue.addOperation(first)
        for _ in 1...10 {
          queue.addOperation { diary.note("filtered") }
        }
        begun.wait()

        // Suspended, so that nothing starts before its turn to be
        // cancelled has come.
        queue.isSuspended = true
        queue.cancelAllOperations()
        queue.isSuspended = false
        queue.waitUntilAllOperationsAreFinished()

        // The operations are cancelled, not the queue.
        queue.addOperation { diary.note("new photo filtered") }
        queue.waitUntilAllOperationsAreFinished()
      }

      """##)
}
