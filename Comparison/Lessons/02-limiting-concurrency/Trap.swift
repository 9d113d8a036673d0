import Dispatch
import LessonKit

/// Meant: 500 downloads, two at a time, beside other work.
public func trap() {
  let downloads = DispatchQueue(
    label: "downloads", attributes: .concurrent)
  let slots = DispatchSemaphore(value: 2)
  let (all, mayEnd, filtered) = (DispatchGroup(), Gate(), Gate())

  for _ in 1...500 {
    diary.submitted("download")
    downloads.async(group: all) {
      // Wrong: it holds its thread while it waits for a slot.
      slots.wait()
      diary.span("download") { mayEnd.wait() }
      slots.signal()
    }
  }
  diary.submitted("filter")
  DispatchQueue.global().async(group: all) {
    compute("filter", milliseconds: 10)
    filtered.open()
  }
  let isFiltered = filtered.wait(milliseconds: 100)
  show(isFiltered ? "filtered" : "no thread is left for the filter")
  mayEnd.open()
  all.wait()
}

// Only for running and checking it here.
// computes: download; filter
