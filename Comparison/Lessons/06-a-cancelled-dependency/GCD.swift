import Dispatch
import LessonKit

/// The download is cancelled before it starts. What was to
/// follow it follows all the same.
public func gcd(_ diary: Diary) {
  let queue = DispatchQueue(label: "photos")
  let photo = Photo()

  let download = DispatchWorkItem {
    diary.note("downloaded")
    photo.isThere = true
  }
  let filter = DispatchWorkItem {
    diary.note("filter runs")
    // Nobody tells it what became of the download: look for
    // the result.
    diary.note(photo.isThere ? "filtered" : "nothing to filter")
  }
  download.notify(queue: queue, execute: filter)

  download.cancel()
  queue.async(execute: download)
  filter.wait()
}

private final class Photo: @unchecked Sendable {
  // Safe: touched on one serial queue only.
  var isThere = false
}
