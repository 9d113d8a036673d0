// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson07 = Lesson.Text(
    folder: "07-cancelling-everything",
    readme: ##"""
      # 7 · Cancelling everything

      **What to see.** The first body is running, ten wait, and all are given up. With Operation that is one call, and none of the
      ten bodies starts. With Dispatch all ten start, look at a flag, and return: the same outcome, built by hand. What is
      added later runs, with Dispatch only under a new flag.

      **The trap.** `cancelAllOperations` goes from one operation to the next and does not stop the queue meanwhile: once a cancelled
      operation has ended, one that depends on it can start before its own turn to be cancelled comes. Suspend the queue first,
      cancel, and resume it. One flag for all has no such gap. And neither ends what never asks.

      **Choose** Operation, if “everything” is what is on a queue. If it is something else (a photo's two jobs, all that is out of
      sight) a flag, or a list of work items, is as good with either.

      **On Linux** it is easy to fall into the gap: in a long chain of operations, each of which depends on the one before, some
      can run although all were cancelled.

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// Ten photos wait behind one that is being filtered, and all
      /// are to be given up. A queue does not know what it holds:
      /// every body looks at a flag that they share.
      public func gcd(_ diary: Diary) {
        let queue = DispatchQueue(label: "filters")
        let begun = Gate()
        let flag = Flag()

        queue.async {
          begun.open()
          diary.span("first") {
            while !flag.isSet { compute(milliseconds: 1) }
          }
        }
        for _ in 1...10 {
          queue.async {
            diary.note("asked to filter")
            if flag.isSet { return }
            diary.note("filtered")
          }
        }
        begun.wait()
        flag.set()
        queue.sync {}

        // The flag stays set: new work needs a new one.
        let next = Flag()
        queue.sync {
          if !next.isSet { diary.note("new photo filtered") }
        }
      }

      private final class Flag: @unchecked Sendable {
        // Safe: touched on the queue only.
        private let queue = DispatchQueue(label: "flag")
        private var value = false

        var isSet: Bool { queue.sync { value } }
        func set() { queue.sync { value = true } }
      }

      """##,
    operation: ##"""
      import Foundation
      import LessonKit

      /// Ten photos wait behind one that is being filtered, and all
      /// are to be given up.
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
          queue.addOperation {
            diary.note("asked to filter")
            diary.note("filtered")
          }
        }
        begun.wait()
        queue.cancelAllOperations()
        queue.waitUntilAllOperationsAreFinished()

        // What was there is cancelled, not the queue.
        queue.addOperation { diary.note("new photo filtered") }
        queue.waitUntilAllOperationsAreFinished()
      }

      """##)
}
