import Foundation
import LessonKit

/// One completion block, or any number of operations that
/// depend.
public func operation() {
  let queue = OperationQueue()
  let reports = OperationQueue()
  let waited = Gate()
  let hasRun = Gate()
  let filter = BlockOperation {
    diary.span("filter") { compute(milliseconds: 20) }
  }

  func observe(_ name: String) -> Operation {
    diary.submitted(name)
    let observer = BlockOperation {
      diary.span(name) { compute(milliseconds: 10) }
    }
    observer.addDependency(filter)
    return observer
  }
  let observers = ["first observer", "second observer"].map(observe)
  reports.addOperations(observers, waitUntilFinished: false)

  // There is one completion block: the second replaces the
  // first.
  for job in ["replaced block", "completion block", "filter"] {
    diary.submitted(job)
  }
  filter.completionBlock = {
    diary.span("replaced block") { show("replaced") }
  }
  filter.completionBlock = {
    _ = waited.wait(milliseconds: 60_000)
    diary.span("completion block") { compute(milliseconds: 10) }
    hasRun.open()
  }
  queue.addOperation(filter)
  // This does not wait for the completion block.
  filter.waitUntilFinished()
  show("the wait is over")
  waited.open()
  hasRun.wait()
  reports.waitUntilAllOperationsAreFinished()

  // Too late: nobody runs this one.
  diary.submitted("late block")
  filter.completionBlock = {
    diary.span("late block") { show("too late") }
  }
  // A dependent is never too late.
  reports.addOperations(
    [observe("late observer")], waitUntilFinished: true)
}
