import Foundation
import LessonKit

/// A filter waits for a download. The photo turns up in a
/// cache, and the filter need not wait any more.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()
  let arrives = Gate()
  let download = BlockOperation {
    diary.span("download") {
      arrives.wait()
      block(milliseconds: 20)
    }
  }
  // What works everywhere: depend on an operation in between.
  // The end of the download starts it, and so may you.
  let edge = Edge()
  let filter = BlockOperation {
    diary.span("filter") { compute(milliseconds: 20) }
  }
  filter.addDependency(edge.operation)
  let end = BlockOperation { edge.open() }
  end.addDependency(download)
  // What does not work on Linux.
  let other = BlockOperation {
    diary.span("other filter") { compute(milliseconds: 20) }
  }
  other.addDependency(download)

  for job in ["filter", "download", "other filter"] {
    diary.submitted(job)
  }
  queue.addOperations(
    [download, end, filter, other], waitUntilFinished: false)
  diary.span("cache") { block(milliseconds: 20) }
  edge.open()
  filter.waitUntilFinished()

  other.removeDependency(download)
  diary.note("dependency removed")
  diary.figure("dependencies left", other.dependencies.count)
  arrives.open()
  end.waitUntilFinished()
  diary.note(other.isReady ? "other is ready" : "other is not ready")
  // Where it still waits for what it does not depend on, only
  // this gets it off the queue.
  if !other.isReady {
    diary.cancelled("other filter")
    other.cancel()
  }
  queue.waitUntilAllOperationsAreFinished()
}

/// An empty operation on no queue. It finishes when it is
/// opened, and only the first caller may start it.
private final class Edge: Sendable {
  let operation = BlockOperation()
  private let isOpen = Locked(false)

  func open() {
    let isFirst = isOpen.withLock { isOpen in
      defer { isOpen = true }
      return !isOpen
    }
    if isFirst { operation.start() }
  }
}
