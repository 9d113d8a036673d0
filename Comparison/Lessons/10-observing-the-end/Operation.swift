import Foundation
import LessonKit

/// One completion block, or any number of dependent
/// operations.
public func operation() {
  let queue = OperationQueue()
  let reports = OperationQueue()
  let waited = Gate()
  let hasRun = Gate()
  let filter = BlockOperation { compute("filter", milliseconds: 20) }

  func observe(_ name: String) -> Operation {
    diary.submitted(name)
    let observer = BlockOperation { compute(name, milliseconds: 10) }
    observer.addDependency(filter)
    diary.depends(name, on: "filter")
    return observer
  }
  let observers = ["first observer", "second observer"].map(observe)
  reports.addOperations(observers, waitUntilFinished: false)

  // There is one completion block: the second replaces the
  // first.
  for job in ["replaced block", "completion block", "filter"] {
    diary.submitted(job)
  }
  filter.completionBlock = { compute("replaced block", milliseconds: 10) }
  diary.depends("completion block", on: "filter")
  filter.completionBlock = {
    _ = waited.wait(milliseconds: 60_000)
    compute("completion block", milliseconds: 10)
    hasRun.open()
  }
  queue.addOperation(filter)
  // This doesn't wait for the completion block.
  filter.waitUntilFinished()
  show("the wait is over")
  waited.open()
  hasRun.wait()
  reports.waitUntilAllOperationsAreFinished()

  // Too late: this one never runs.
  diary.submitted("late block")
  filter.completionBlock = { compute("late block", milliseconds: 10) }
  // A dependent is never too late.
  reports.addOperations(
    [observe("late observer")], waitUntilFinished: true)
}

// Only for running and checking it here.
// anywhere: completion block
// computes: filter; second observer; first observer; late observer
