// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson10 = Lesson.Text(
    folder: "10-being-told",
    readme: ##"""
      # 10 · Being told about the end

      **What to see.** With Dispatch two observers and a late one are told, each on the queue that they named. An operation has one
      completion block: the second replaces the first, one that is set after the end never runs, and nobody who waits for the
      operation waits for its block. A dependent operation is the
      better observer: there may be many, they name their queue, and may come late.

      **The trap.** A completion block runs on no queue that you chose, and at no time that you can rely on: `waitUntilFinished` does not
      wait for it. One that captures its own operation keeps that alive, on Linux for good. It runs for a cancelled operation too,
      as `notify` does for a cancelled item: ask how it ended.

      **Choose** Dispatch, or with Operation a dependent in place of a completion block.

      **On Linux** the completion block stays where it is; Apple sets `completionBlock` to `nil` once the block has begun
      ([documentation](https://developer.apple.com/documentation/foundation/operation)), which frees what it captured. So capture the
      operation weakly, or it leaks.

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// Whoever wants to know when work is over says on which
      /// queue.
      public func gcd(_ diary: Diary) {
        let queue = DispatchQueue(label: "filters")
        let reports = DispatchQueue(label: "reports")
        let done = Gate()
        let item = DispatchWorkItem { diary.note("filtered") }

        item.notify(queue: reports) { diary.note("told") }
        item.notify(queue: reports) { diary.note("told as well") }
        queue.async(execute: item)
        item.wait()

        // It is never too late to ask.
        item.notify(queue: reports) {
          diary.note("told late")
          done.open()
        }
        done.wait()
      }

      """##,
    operation: ##"""
      import Foundation
      import LessonKit

      /// Whoever wants to know when work is over sets a completion
      /// block, if nobody else has, or adds an operation that
      /// depends.
      public func operation(_ diary: Diary) {
        let queue = OperationQueue()
        let reports = OperationQueue()
        reports.maxConcurrentOperationCount = 1
        let (waited, isTold) = (Gate(), Gate())

        let filter = BlockOperation { diary.note("filtered") }
        filter.completionBlock = { diary.note("told first") }
        // There is one only: this takes the place of the other. It
        // runs on a thread of the system's choice.
        filter.completionBlock = {
          _ = waited.wait(milliseconds: 5_000)
          diary.note("told")
          isTold.open()
        }
        queue.addOperation(filter)
        // This does not wait for the completion block.
        filter.waitUntilFinished()
        diary.note("the wait is over")
        waited.open()
        isTold.wait()

        // Too late: nobody runs it.
        filter.completionBlock = { diary.note("told too late") }

        // An operation that depends may come late, and says where.
        let report = BlockOperation { diary.note("told late") }
        report.addDependency(filter)
        reports.addOperation(report)
        report.waitUntilFinished()
      }

      """##)
}
