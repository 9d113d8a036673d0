import Foundation
import Lesson19
import LessonKit

/// A photo is downloaded and then filtered, three times: the
/// download is cancelled, the photo is missing, and it is there.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()
  for photo in ["sea", "fox", "oak"] {
    let download = Download(photo, diary)
    let filter = Filter(photo, diary)
    // The adapter passes the result on. The two know nothing
    // of each other.
    let adapter = BlockOperation { filter.input = download.result }
    adapter.addDependency(download)
    filter.addDependency(adapter)

    diary.submitted("download \(photo)", "filter \(photo)")
    queue.addOperations(
      [download, adapter, filter], waitUntilFinished: false)
    if photo == "sea" {
      download.begun.wait()
      block(milliseconds: 10)
      cancel(download, on: queue, diary)
    }
    filter.waitUntilFinished()
    diary.note(described(filter.result))
  }
}

/// With all that depend on it. An operation knows what it
/// depends on, and not what depends on it: look for those.
private func cancel(
  _ operation: Operation, on queue: OperationQueue, _ diary: Diary
) {
  let dependents = queue.operations.filter {
    $0.dependencies.contains(operation)
  }
  // Dependents first: the last to go is what they wait for.
  for dependent in dependents { cancel(dependent, on: queue, diary) }
  if let name = operation.name { diary.cancelled(name) }
  operation.cancel()
}

private final class Filter: AsyncOperation<String>, @unchecked Sendable {
  // Safe: written by what this depends on, before it begins.
  var input: Result<String, any Error>?
  private let (photo, diary): (String, Diary)

  init(_ photo: String, _ diary: Diary) {
    (self.photo, self.diary) = (photo, diary)
    super.init()
    name = "filter \(photo)"
  }
  override func begin() {
    // What failed, or was cancelled, goes past this step.
    let end = (input ?? missing).map { input in
      diary.span("filter \(photo)") { sepia(input) }
    }
    finish(end)
  }
  private var missing: Result<String, any Error> {
    .failure(CancellationError())
  }
}

private final class Download: AsyncOperation<String>, @unchecked Sendable {
  let begun = Gate()
  private let (photo, diary): (String, Diary)
  private let request = Locked<PhotoRequest?>(nil)

  init(_ photo: String, _ diary: Diary) {
    (self.photo, self.diary) = (photo, diary)
    super.init()
    name = "download \(photo)"
  }
  override func begin() {
    let gate = photo == "sea" ? Gate() : nil
    let sent = PhotoRequest(
      photo, diary, isThere: photo != "fox", after: gate
    ) { self.finish($0) }
    request.withLock { $0 = sent }
    begun.open()
  }
  override func abort() { request.withLock { $0 }?.cancel() }
}

private func sepia(_ photo: String) -> String {
  compute(milliseconds: 20)
  return "filtered \(photo)"
}
