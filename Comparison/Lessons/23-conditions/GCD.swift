import Dispatch
import LessonKit

/// Runs two alerts that exclude each other, a download beside
/// them, an upload whose condition doesn't hold, and two
/// thumbnails that are one job to their observers.
public func gcd() {
  // Jobs that must not overlap share a serial queue.
  let alerts = DispatchQueue(label: "alerts")
  let rest = DispatchQueue(label: "rest", attributes: .concurrent)
  let group = DispatchGroup()
  let both = Meeting(of: 2)

  diary.submitted("alert 1", "alert 2", "download", "upload")
  alerts.async(group: group) {
    diary.span("alert 1") { both.meet() }
  }
  alerts.async(group: group) {
    compute("alert 2", milliseconds: 10)
  }
  rest.async(group: group) {
    diary.span("download") { both.meet() }
  }
  // A condition is an `if`.
  let isThere = Locked(false)
  rest.async(group: group) {
    diary.span("upload") {
      guard isThere.withLock({ $0 }) else { return show("no network") }
      compute(milliseconds: 10)
    }
  }
  // Their group, which notifies its observers.
  let thumbnails = DispatchGroup()
  diary.submitted("thumbnail 1", "thumbnail 2")
  show("thumbnails begin")
  for number in 1...2 {
    rest.async(group: thumbnails) {
      compute("thumbnail \(number)", milliseconds: 10)
    }
  }
  group.enter()
  thumbnails.notify(queue: rest) { @Sendable in
    show("thumbnails end")
    group.leave()
  }
  group.wait()
}
