import Dispatch
import LessonKit

/// Three photos, each downloaded and then filtered, and a
/// poster of all.
public func gcd(_ diary: Diary) {
  let downloads = DispatchQueue(label: "downloads", attributes: .concurrent)
  let filters = DispatchQueue(label: "filters", attributes: .concurrent)
  let photos = DispatchGroup()
  let done = Gate()

  for photo in ["oak", "sea", "fox"] {
    downloads.async(group: photos) {
      diary.span("download \(photo)") { block(milliseconds: 10) }
      // The first step submits the next one, which enters the
      // group before this one leaves it: the group is never
      // empty in between.
      filters.async(group: photos) {
        diary.span("filter \(photo)") { compute(milliseconds: 10) }
      }
    }
  }
  photos.notify(queue: filters) {
    diary.span("poster") { compute(milliseconds: 10) }
    done.open()
  }
  done.wait()
}
