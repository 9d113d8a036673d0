import Dispatch
import LessonKit

/// Meant: 500 downloads, two at a time, beside other work.
private func downloadAll(after replies: Gate) {
  let downloads = DispatchQueue(
    label: "downloads", attributes: .concurrent)
  let slots = DispatchSemaphore(value: 2)

  for _ in 1...500 {
    diary.submitted("download")
    downloads.async {
      // Wrong: it holds its thread while it waits for a slot.
      slots.wait()
      diary.span("download") { replies.wait() }
      slots.signal()
    }
  }
}

private func filterPhoto() -> Locked<Bool> {
  let isFiltered = Locked(false)
  diary.submitted("filter")
  DispatchQueue.global().async {
    compute("filter", milliseconds: 10)
    isFiltered.withLock { $0 = true }
  }
  return isFiltered
}

// Only for running and checking it here.
@MainActor public func trap() async {
  let replies = Gate()
  downloadAll(after: replies)
  let isFiltered = filterPhoto()
  // Not awaited: on Linux, the main actor needs a thread, too.
  transfer(milliseconds: 100) {
    let isFiltered = isFiltered.withLock { $0 }
    show(isFiltered ? "filtered" : "no thread is left for the filter")
    replies.open()
  }
  await ended("filter")
  await ended("download", times: 500)
}
// computes: download; filter
// order: download < filter
