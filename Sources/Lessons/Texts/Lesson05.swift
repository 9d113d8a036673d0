// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson05 = Lesson.Text(
    folder: "05-cancelling-one",
    readme: ##"""
      # 5 · Cancelling what has not started, and what has

      **What to see.** The first body is running when both are cancelled: it ends because it asks `isCancelled`, and would go on
      if it did not. The second has not started: its body never runs, and still it *ends*, and what waits for it is told, when
      its turn comes on the queue. In that the two are alike.

      **The trap.** To cancel is to ask. A body that never looks runs to its end. And what is cancelled while it waits for its turn keeps
      its place in line: with a slow body in front, “cancelled” and “over” are far apart. That is so on a queue; an operation that waits
      for a *dependency* waits for it no more once it is cancelled ([lesson 6](../06-a-cancelled-dependency)).

      **Choose** Operation where cancelling matters: an operation can be asked whether it is waiting, running or over
      (`isExecuting`, `isFinished`). A work item says whether it was cancelled, and `wait(timeout: .now())` whether it is over,
      but not whether it has begun; and one that asks about itself holds itself, a leak until that is cut.

      **On Linux** it is the same.

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// Two photos are filtered one after the other, and both are
      /// cancelled while the first is under way.
      public func gcd(_ diary: Diary) {
        let queue = DispatchQueue(label: "filters")
        let begun = Gate()

        // A body has to ask, and the item knows itself only by this
        // detour, which keeps it alive until it is cut.
        var first: DispatchWorkItem!
        first = DispatchWorkItem {
          begun.open()
          diary.span("first") {
            while !first.isCancelled { compute(milliseconds: 1) }
          }
        }
        let second = DispatchWorkItem { diary.span("second") {} }
        second.notify(queue: queue) { diary.note("second has ended") }

        queue.async(execute: first)
        queue.async(execute: second)
        begun.wait()
        diary.note("cancel both")
        second.cancel()
        diary.figure("second ended at once", isOver(second) ? 1 : 0)
        first.cancel()

        queue.sync {}  // All that came before.
        diary.figure("second ended", isOver(second) ? 1 : 0)
        first = nil
        queue.sync {}
      }

      /// To wait no time is to ask. Once it is over, that may be
      /// asked only once.
      private func isOver(_ item: DispatchWorkItem) -> Bool {
        item.wait(timeout: .now()) == .success
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
