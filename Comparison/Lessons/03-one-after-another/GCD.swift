import Dispatch
import LessonKit

/// Three photos, each downloaded and then filtered, and a
/// poster of all.
public func gcd(_ diary: Diary) {
  let downloads = DispatchQueue(label: "downloads", attributes: .concurrent)
  let filters = DispatchQueue(label: "filters", attributes: .concurrent)
  let photos = DispatchGroup()
  let done = Gate()

  for (photo, time) in [("oak", 20), ("sea", 40), ("fox", 60)] {
    diary.submitted("download \(photo)")
    downloads.async(group: photos) {
      diary.span("download \(photo)") { block(milliseconds: time) }
      // The first step submits the next one, which enters the
      // group before this one leaves it: the group is never
      // empty in between.
      diary.submitted("filter \(photo)")
      filters.async(group: photos) {
        diary.span("filter \(photo)") { compute(milliseconds: 20) }
      }
    }
  }
  diary.submitted("poster")
  photos.notify(queue: filters) {
    diary.span("poster") { compute(milliseconds: 20) }
    done.open()
  }
  done.wait()
}
