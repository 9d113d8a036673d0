import Foundation
import Lesson19
import LessonKit

/// A filter joins a photo and a mask, which all filters share.
/// Three times: the photo is cancelled, missing, and there.
public func operation() {
  let queue = OperationQueue()
  var all: [Operation] = []
  let mask = Download("mask")
  queue.addOperation(mask)
  for photo in ["sea", "fox", "oak"] {
    let download = Download(photo)
    let filter = Filter(photo)
    // The adapter passes the results on: downloads and filters
    // know nothing of each other. Weak, as the filter keeps the
    // adapter; not unowned, as a cancelled filter does not wait
    // for it, and may be gone.
    let adapter = BlockOperation { [weak filter] in
      guard let filter else { return }
      filter.input = download.result
      filter.mask = mask.result
    }
    adapter.addDependency(download)
    adapter.addDependency(mask)
    filter.addDependency(adapter)

    // An operation does not know what depends on it: so keep a
    // list. Dependents first: the last to be cancelled is what
    // they wait for. And not the mask, which others need, too.
    let graph = [filter, adapter, download]
    all += graph
    diary.submitted("download \(photo)", "filter \(photo)")
    queue.addOperations(graph, waitUntilFinished: false)
    if photo == "sea" {
      download.begun.wait()
      block(milliseconds: 10)
      diary.cancelled("filter sea", "download sea")
      for job in graph { job.cancel() }
    }
    filter.waitUntilFinished()
    show(described(filter.result))
  }
  queue.waitUntilAllOperationsAreFinished()
  // A filter that is kept would keep its download.
  for job in all { job.dependencies.forEach(job.removeDependency) }
}

/// `nonisolated`, as its base class is, which lesson 19 is about.
nonisolated private final class Filter:
  AsyncOperation<String, PhotoError>, @unchecked Sendable
{
  // Safe: written by what this depends on, before it begins.
  var input: Result<String, PhotoError>?
  var mask: Result<String, PhotoError>?
  private let photo: String

  init(_ photo: String) {
    self.photo = photo
    super.init()
    name = "filter \(photo)"
  }
  override func begin() {
    finish(
      Result { () throws(PhotoError) in
        // The filter passes the first error on.
        let photo = try input?.get()
        let mask = try mask?.get()
        guard let photo, let mask else { throw .cancelled }
        return diary.span("filter \(self.photo)") { sepia(photo, mask) }
      })
  }
}

nonisolated private final class Download:
  AsyncOperation<String, PhotoError>, @unchecked Sendable
{
  let begun = Gate()
  private let photo: String
  private let request = Locked<PhotoRequest?>(nil)

  init(_ photo: String) {
    self.photo = photo
    super.init()
    name = "download \(photo)"
  }
  override func begin() {
    let gate = photo == "sea" ? Gate() : nil
    let sent = PhotoRequest(
      photo, isThere: photo != "fox", after: gate
    ) { self.finish($0) }
    request.withLock { $0 = sent }
    begun.open()
  }
  override func abort() { request.withLock { $0 }?.cancel() }
}

nonisolated private func sepia(_ photo: String, _ mask: String) -> String {
  compute(milliseconds: 20)
  return "filtered \(photo)"
}
