import Dispatch
import LessonKit

/// The download is cancelled before it starts. The filter that
/// waits for it runs anyway.
private func filterPhoto() {
  let queue = DispatchQueue(label: "photos")
  let photo = Locked<String?>(nil)

  let download = DispatchWorkItem { @Sendable in
    diary.span("download") { photo.withLock { $0 = "the photo" } }
  }
  let filter = DispatchWorkItem { @Sendable in
    diary.span("filter") {
      // Look for the result.
      let photo = photo.withLock { $0 }
      show(photo ?? "nothing to filter")
    }
  }
  diary.depends("filter", on: "download")
  diary.submitted("filter")
  download.notify(queue: queue, execute: filter)

  download.cancel()
  diary.cancelled("download")
  queue.async(execute: download)
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  filterPhoto()
  await ended("filter")
}
// computes: filter
