import Foundation

/// Returns when all operations of a queue have finished. The waiting thread belongs to no pool.
public func finished(_ queue: OperationQueue) async {
  await withCheckedContinuation { task in
    Thread.detachNewThread {
      queue.waitUntilAllOperationsAreFinished()
      task.resume()
    }
  }
}
