import Dispatch
import LessonKit

/// The download is cancelled before it starts. What follows it
/// runs all the same.
public func gcd(_ diary: Diary) {
  let queue = DispatchQueue(label: "photos")
  let photo = Locked<String?>(nil)

  let download = DispatchWorkItem {
    diary.note("downloaded")
    photo.withLock { $0 = "the photo" }
  }
  let filter = DispatchWorkItem {
    diary.note("filter runs")
    // Look for the result.
    let isThere = photo.withLock { $0 } != nil
    diary.note(isThere ? "filtered" : "nothing to filter")
  }
  download.notify(queue: queue, execute: filter)

  download.cancel()
  queue.async(execute: download)
  filter.wait()
}
