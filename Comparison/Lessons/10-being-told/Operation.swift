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
