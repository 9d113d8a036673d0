import Dispatch
import LessonKit

/// Filters three photos with a mask that they share. The first
/// is cancelled, the second is missing, and the third exists.
private func filterPhotos() {
  let filters = DispatchQueue(label: "filters")
  let filtered = DispatchGroup()
  let results = Locked<[String: Result<String, PhotoError>]>([:])
  let mask = Job { PhotoRequest("mask", $0) }
  let photos = ["sea", "fox", "oak"]
  let jobs = photos.map { photo in
    let gate = photo == "sea" ? Gate() : nil
    return Job {
      PhotoRequest(photo, isThere: photo != "fox", after: gate, $0)
    }
  }
  for (photo, job) in zip(photos, jobs) {
    diary.depends(
      "filter \(photo)", on: "download \(photo)", "download mask")
    diary.submitted("filter \(photo)")
    filtered.enter()
    job.whenDone(on: filters) { download in
      mask.whenDone(on: filters) { mask in
        // An error skips this step.
        let end = mask.flatMap { mask in
          download.map { input in
            return diary.span("filter \(photo)") { sepia(input, mask) }
          }
        }
        results.withLock { $0[photo] = end }
        filtered.leave()
      }
    }
  }
  // The next step gets the error. The mask is left alone
  // because others need it.
  diary.cancelled("download sea")
  jobs[0].request.cancel()
  filtered.notify(queue: .main) {
    for photo in photos { show(described(results.withLock { $0[photo] })) }
  }
}

/// A result that several can wait for, which Dispatch lacks. It
/// is `nonisolated` because it is used on queues.
nonisolated private final class Job: Sendable {
  typealias Send = (@escaping PhotoRequest.Done) -> PhotoRequest
  private let end = DispatchGroup()
  private let result = Locked<Result<String, PhotoError>?>(nil)
  let request: PhotoRequest

  init(_ send: Send) {
    end.enter()
    request = send { [end, result] reply in
      result.withLock { $0 = reply }
      end.leave()
    }
  }
  func whenDone(
    on queue: DispatchQueue, _ body: @escaping PhotoRequest.Done
  ) {
    end.notify(queue: queue) { [result] in
      if let result = result.withLock({ $0 }) { body(result) }
    }
  }
}

nonisolated private func sepia(_ photo: String, _ mask: String) -> String {
  compute(milliseconds: 20)
  return "filtered \(photo)"
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  filterPhotos()
  await ended("filtered photo of oak")
}
// anywhere: download mask; download sea; download fox; download oak
// computes: filter oak
// order: download oak < filter oak; download mask < filter oak
