import Foundation
import LessonKit

/// One completion block, or any number of operations that
/// depend.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()
  let reports = OperationQueue()
  let (waited, hasRun) = (Gate(), Gate())
  let filter = BlockOperation { diary.note("filtered") }

  func observe(_ name: String) -> Operation {
    let observer = BlockOperation { diary.note(name) }
    observer.addDependency(filter)
    return observer
  }
  let observers = ["first observer", "second observer"].map(observe)
  reports.addOperations(observers, waitUntilFinished: false)

  // There is one completion block: the second replaces the
  // first.
  filter.completionBlock = { diary.note("replaced block") }
  filter.completionBlock = {
    _ = waited.wait(milliseconds: 5_000)
    diary.note("completion block")
    hasRun.open()
  }
  queue.addOperation(filter)
  // This does not wait for the completion block.
  filter.waitUntilFinished()
  diary.note("the wait is over")
  waited.open()
  hasRun.wait()
  reports.waitUntilAllOperationsAreFinished()

  // Too late: nobody runs this one.
  filter.completionBlock = { diary.note("late block") }
  // A dependent is never too late.
  reports.addOperations(
    [observe("late observer")], waitUntilFinished: true)
}
