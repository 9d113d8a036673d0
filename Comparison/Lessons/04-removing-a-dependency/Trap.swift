import Dispatch
import LessonKit

/// Meant: the photo is filtered once: after its download, or
/// earlier if the user taps it.
public func trap() {
  let queue = DispatchQueue(label: "photos")
  let filtered = Locked(0)
  let download = DispatchWorkItem { @Sendable in
    compute("download", milliseconds: 20)
  }
  let later = DispatchWorkItem { @Sendable in
    compute("filter after the download", milliseconds: 20)
    filtered.withLock { $0 += 1 }
  }
  download.notify(queue: queue, execute: later)
  diary.submitted("download")
  queue.async(execute: download)

  // The tap comes just after the download has ended.
  later.wait()
  // Wrong: this can't tell that it comes too late.
  later.cancel()
  show(later.isCancelled ? "withdrawn, it seems" : "not withdrawn")
  diary.submitted("filter at a tap")
  queue.async {
    compute("filter at a tap", milliseconds: 20)
    filtered.withLock { $0 += 1 }
  }
  queue.sync {}
  show("filtered \(filtered.withLock { $0 }) times")
}

// Only for running and checking it here.
// computes: download; filter after the download; filter at a tap
