import Foundation
import Lesson19
import LessonKit

/// Filters three photos with a mask that they share. The first
/// is cancelled, the second is missing, and the third exists.
private func filterPhotos() -> [Graph] {
  let queue = OperationQueue()
  let mask = Download("mask")
  let graphs = ["sea", "fox", "oak"].map { Graph($0, mask) }
  let report = BlockOperation {
    for filter in graphs.map(\.filter) {
      show(described(filter.result))
      // Otherwise, a retained filter would retain its download.
      filter.dependencies.forEach(filter.removeDependency)
    }
  }
  for graph in graphs { report.addDependency(graph.filter) }
  // Added together, so that nothing ends while its dependents
  // are being added.
  queue.addOperations(
    [report] + graphs.flatMap(\.jobs) + [mask],
    waitUntilFinished: false)
  return graphs
}

/// A download, its filter, and the adapter between them. The
/// adapter copies results, so that neither knows the other.
nonisolated private struct Graph {
  let download: Download
  let filter: Filter
  /// The jobs, dependents first. An operation doesn't know its
  /// dependents.
  let jobs: [Operation]

  /// The mask is left alone because the others need it.
  func cancel() { for job in jobs { job.cancel() } }

  init(_ photo: String, _ mask: Download) {
    let (download, filter) = (Download(photo), Filter(photo))
    // Weak because the filter retains the adapter. Not unowned
    // because a cancelled filter may be gone when this runs.
    let adapter = BlockOperation { [weak filter] in
      guard let filter else { return }
      filter.input = download.result
      filter.mask = mask.result
    }
    adapter.addDependency(download)
    adapter.addDependency(mask)
    filter.addDependency(adapter)
    diary.depends(
      "filter \(photo)", on: "download \(photo)", "download mask")
    diary.submitted("download \(photo)", "filter \(photo)")
    (self.download, self.filter) = (download, filter)
    jobs = [filter, adapter, download]
  }
}

/// A filter. Lesson 19 explains its base class.
nonisolated private final class Filter:
  AsyncOperation<String, PhotoError>, @unchecked Sendable
{
  // Safe: the adapter writes them before the filter begins.
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
  private let photo: String
  // Safe: `begin` and `abort` never overlap.
  private var request: PhotoRequest?

  init(_ photo: String) {
    self.photo = photo
    super.init()
    name = "download \(photo)"
  }
  override func begin() {
    let gate = photo == "sea" ? Gate() : nil
    request = PhotoRequest(
      photo, isThere: photo != "fox", after: gate
    ) { self.finish($0) }
  }
  override func abort() { request?.cancel() }
}

nonisolated private func sepia(_ photo: String, _ mask: String) -> String {
  compute(milliseconds: 20)
  return "filtered \(photo)"
}

// Only for running and checking it here.
@MainActor public func operation() async {
  Kept.graphs = filterPhotos()
  await started("download sea")
  diary.cancelled("filter sea", "download sea")
  Kept.graphs[0].cancel()
  await ended("filtered photo of oak")
}
// On Linux, a cancelled dependent has to exist when its
// dependency ends.
@MainActor private enum Kept { static var graphs: [Graph] = [] }
// anywhere: download sea; download fox; download oak; download mask
// computes: filter oak
// order: download oak < filter oak; download mask < filter oak
