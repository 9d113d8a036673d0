import Foundation
import Lesson19
import LessonKit

/// An asynchronous operation starts a transfer and returns. It
/// reports when it has finished, and holds its slot until
/// then.
public func operation() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let transfers = ["first", "second", "third"].map { Transfer($0) }
  let report = BlockOperation {
    compute("report", milliseconds: 10)
  }
  transfers.forEach(report.addDependency)
  for job in transfers { diary.depends("report", on: job.title) }
  for job in transfers { diary.submitted(job.title) }
  diary.submitted("report")
  queue.addOperations(transfers + [report], waitUntilFinished: true)
}

/// A transfer. Its base class, shown in lesson 19, sends the
/// notifications and finishes cancelled operations.
nonisolated private final class Transfer:
  AsyncOperation<Void, CancellationError>, @unchecked Sendable
{
  let title: String

  init(_ name: String) {
    title = "\(name) transfer"
  }

  /// Starts the transfer and returns. The operation finishes in
  /// the callback.
  override func begin() {
    transfer(title, milliseconds: 20) { [self] in
      finish(.success(()))
    }
  }
}
