import Dispatch
import LessonKit

/// A filter waits for a download. The photo turns up in a
/// cache, and the filter need not wait any more. `notify`
/// cannot be taken back: cancel the work item that it will
/// submit, and submit another.
public func gcd(_ diary: Diary) {
  let queue = DispatchQueue(label: "photos", attributes: .concurrent)
  let arrives = Gate()
  let filter: @Sendable () -> Void = { diary.note("filtered") }

  let download = DispatchWorkItem {
    arrives.wait()
    diary.note("downloaded")
  }
  let afterDownload = DispatchWorkItem(block: filter)
  queue.async(execute: download)
  download.notify(queue: queue, execute: afterDownload)

  diary.note("found in the cache")
  afterDownload.cancel()
  let atOnce = DispatchWorkItem(block: filter)
  queue.async(execute: atOnce)
  atOnce.wait()

  arrives.open()
  afterDownload.wait()
}
