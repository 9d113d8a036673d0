import Foundation
import Lesson19
import LessonKit

/// A photo is downloaded and then filtered, three times: it is
/// there, it is missing, and its download is cancelled.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()
  for photo in ["oak", "fox", "sea"] {
    let gate = photo == "sea" ? Gate() : nil
    let download = Download(photo, after: gate)
    let filter = Filter()
    // The adapter passes the result on. The two know nothing
    // of each other.
    let adapter = BlockOperation { filter.input = download.result }
    adapter.addDependency(download)
    filter.addDependency(adapter)

    queue.addOperations(
      [download, adapter, filter], waitUntilFinished: false)
    if photo == "sea" { cancel(download, on: queue) }
    filter.waitUntilFinished()
    diary.note(described(filter.result))
  }
}

/// With all that depend on it. An operation knows what it
/// depends on, and not what depends on it: look for those.
private func cancel(_ operation: Operation, on queue: OperationQueue) {
  let dependents = queue.operations.filter {
    $0.dependencies.contains(operation)
  }
  // Dependents first: the last to go is what they wait for.
  for dependent in dependents { cancel(dependent, on: queue) }
  operation.cancel()
}

private final class Filter: AsyncOperation<String>, @unchecked Sendable {
  // Safe: written by what this depends on, before it begins.
  var input: Result<String, any Error>?

  override func begin() {
    // What failed, or was cancelled, goes past this step.
    finish((input ?? missing).map { "filtered \($0)" })
  }
  private var missing: Result<String, any Error> {
    .failure(CancellationError())
  }
}

private final class Download: AsyncOperation<String>, @unchecked Sendable {
  private let photo: String
  private let gate: Gate?
  private let request = Locked<PhotoRequest?>(nil)

  init(_ photo: String, after gate: Gate?) {
    (self.photo, self.gate) = (photo, gate)
  }
  override func begin() {
    let sent = PhotoRequest(photo, isThere: photo != "fox", after: gate) {
      self.finish($0)
    }
    request.withLock { $0 = sent }
  }
  override func abort() { request.withLock { $0 }?.cancel() }
}
