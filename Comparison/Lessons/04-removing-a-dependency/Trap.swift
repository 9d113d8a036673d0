import Dispatch
import LessonKit

/// Meant: the photo is filtered once: after its download, or
/// earlier if the user taps it.
@MainActor private final class PhotoLoader {
  private let (queue, count) = (DispatchQueue(label: "photos"), Locked(0))
  private let later: DispatchWorkItem
  init() {
    let download = DispatchWorkItem { @Sendable in
      compute("download", milliseconds: 20)
    }
    later = DispatchWorkItem { @Sendable [count] in
      compute("filter after the download", milliseconds: 20)
      count.withLock { $0 += 1 }
    }
    download.notify(queue: queue, execute: later)
    diary.submitted("download")
    queue.async(execute: download)
  }
  func didTap() {
    // Wrong: this can't tell that it comes too late.
    later.cancel()
    show(later.isCancelled ? "withdrawn, it seems" : "not withdrawn")
    diary.submitted("filter at a tap")
    queue.async { [count] in
      compute("filter at a tap", milliseconds: 20)
      count.withLock { $0 += 1 }
      show("filtered \(count.withLock { $0 }) times")
    }
  }
}

// Only for running and checking it here.
@MainActor public func trap() async {
  let loader = PhotoLoader()
  // The tap comes just after the first filter.
  await ended("filter after the download")
  loader.didTap()
  await ended("filtered 2 times")
}
// computes: download; filter after the download; filter at a tap
// order: download < filter after the download
// order: filter after the download < filter at a tap
