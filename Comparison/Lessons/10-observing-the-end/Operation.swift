import Foundation
import LessonKit

/// One completion block, or any number of dependent operations.
@MainActor private final class Filter {
  private let queue = OperationQueue()
  private let reports = OperationQueue()
  private let filter = BlockOperation {
    compute("filter", milliseconds: 20)
  }

  func start() {
    observe("first observer")
    observe("second observer")
    // There is one completion block: the second replaces the
    // first.
    diary.submitted("replaced block", "completion block", "filter")
    filter.completionBlock = { compute("replaced block", milliseconds: 10) }
    diary.depends("completion block", on: "filter")
    filter.completionBlock = {
      compute("completion block", milliseconds: 10)
    }
    queue.addOperation(filter)
  }
  // Too late: this one never runs.
  func setBlockLate() {
    diary.submitted("late block")
    filter.completionBlock = { compute("late block", milliseconds: 10) }
  }
  // A dependent is never too late.
  func observe(_ name: String) {
    let observer = BlockOperation { compute(name, milliseconds: 10) }
    observer.addDependency(filter)
    diary.depends(name, on: "filter")
    diary.submitted(name)
    reports.addOperation(observer)
  }
}

// Only for running and checking it here.
@MainActor public func operation() async {
  let filter = Filter()
  filter.start()
  await ended("first observer", "second observer", "completion block")
  filter.setBlockLate()
  filter.observe("late observer")
  await ended("late observer")
}
// computes: filter; completion block
// computes: first observer; second observer; late observer
// order: filter < completion block
// order: filter < first observer; filter < second observer
// order: first observer < late observer; second observer < late observer
