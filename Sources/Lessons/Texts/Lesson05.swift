// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson05 = Lesson.Text(
    folder: "05-cancelling-one",
    readme: ##"""
      # 5 · Cancelling what has not started, and what has

      **What to see.** The first closure is running when both are cancelled. It ends because it checks `isCancelled`: cancellation is
      *cooperative*. The second has not started, and never will. It still *finishes*, so whatever depends on it goes ahead, when its
      turn comes on the queue. The two APIs agree. (Run here, Swift 6.3.1.)

      **The trap.** A closure that never checks runs to its end (run here). And cancelled work keeps its place in the queue: behind a
      slow closure, “cancelled” and “finished” can be far apart. An operation that waits for a *dependency* is different: it stops
      waiting once it is cancelled ([lesson 6](../06-a-cancelled-dependency)). Dispatch has two more traps. A work item that checks
      itself also captures itself: a *retain cycle*, until you break it. And `wait(timeout: .now())` is no way to ask whether an item
      has finished: waiting again after it succeeded traps. (Both run here.)

      **Choose** Operation where cancelling matters: an operation reports whether it is running or finished (`isExecuting`,
      `isFinished`). A work item reports only that it was cancelled, and notifies you when it has finished.

      **On Linux** all of this was run; no Mac has run it yet.

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// Two photos are filtered one after the other, and both are
      /// cancelled while the first is under way.
      public func gcd(_ diary: Diary) {
        let queue = DispatchQueue(label: "filters")
        let (begun, ended) = (Gate(), Gate())

        // The closure has to check its own item, so it captures it:
        // a retain cycle.
        var first: DispatchWorkItem!
        first = DispatchWorkItem {
          begun.open()
          diary.span("first") {
            while !first.isCancelled { compute(milliseconds: 1) }
          }
        }
        let second = DispatchWorkItem { diary.span("second") {} }
        // An item does not report whether it has finished. It
        // notifies.
        second.notify(queue: queue) {
          diary.note("second has ended")
          ended.open()
        }

        queue.async(execute: first)
        queue.async(execute: second)
        begun.wait()
        diary.note("cancel both")
        second.cancel()
        diary.figure("second ended at once", ended.isOpen ? 1 : 0)
        first.cancel()
        ended.wait()
        diary.figure("second ended", ended.isOpen ? 1 : 0)

        first = nil  // Breaks the cycle.
      }

      """##,
    operation: ##"""
      import Foundation
      import LessonKit

      /// Two photos are filtered one after the other, and both are
      /// cancelled while the first is under way.
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
        let second = BlockOperation { diary.span("second") {} }
        let after = BlockOperation { diary.note("second has ended") }
        after.addDependency(second)

        queue.addOperations([first, second, after], waitUntilFinished: false)
        begun.wait()
        diary.note("cancel both")
        second.cancel()
        diary.figure("second ended at once", second.isFinished ? 1 : 0)
        first.cancel()
        queue.waitUntilAllOperationsAreFinished()

        diary.figure("second ended", second.isFinished ? 1 : 0)
      }

      """##)
}
