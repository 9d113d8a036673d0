import Foundation
import Lesson19
import LessonKit

/// A filter waits for a download. The photo turns up in a
/// cache, so the filter needn't wait any longer.
public func operation() {
  let queue = OperationQueue()
  let arrives = Gate()
  let download = Download(after: arrives)
  // This works everywhere: depend on an operation in between.
  // The end of the download starts it, and so may you.
  let edge = Edge()
  let filter = BlockOperation {
    compute("filter", milliseconds: 20)
  }
  filter.addDependency(edge.operation)
  let end = BlockOperation { edge.open() }
  end.addDependency(download)
  // This doesn't work on Linux.
  let other = BlockOperation {
    compute("other filter", milliseconds: 20)
  }
  other.addDependency(download)

  for job in ["filter", "download", "other filter"] {
    diary.submitted(job)
  }
  queue.addOperations(
    [download, end, filter, other], waitUntilFinished: false)
  show("the photo is in the cache")
  edge.open()
  filter.waitUntilFinished()

  other.removeDependency(download)
  show("dependency removed")
  show("dependencies left", other.dependencies.count)
  arrives.open()
  end.waitUntilFinished()
  show(other.isReady ? "other is ready" : "other is not ready")
  // If it still waits for the removed dependency, only
  // cancelling gets it off the queue.
  if !other.isReady {
    diary.cancelled("other filter")
    other.cancel()
  }
  queue.waitUntilAllOperationsAreFinished()
}

/// A transfer, which holds no thread: lesson 11 is about such
/// operations, and lesson 19 about their base class.
nonisolated private final class Download:
  AsyncOperation<Void, CancellationError>, @unchecked Sendable
{
  private let arrives: Gate
  init(after arrives: Gate) { self.arrives = arrives }

  override func begin() {
    transfer("download", milliseconds: 20, after: arrives) {
      self.finish(.success(()))
    }
  }
}

/// An empty operation on no queue, which finishes when it is
/// opened. Only the first caller starts it. `nonisolated`,
/// because any queue may call it.
nonisolated private final class Edge: Sendable {
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
