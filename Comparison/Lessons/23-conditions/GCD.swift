import Dispatch
import LessonKit

/// Two alerts exclude each other, a download goes on beside
/// them, and an upload has a condition that does not hold.
public func gcd(_ diary: Diary) {
  // What excludes each other shares a serial queue.
  let alerts = DispatchQueue(label: "alerts")
  let rest = DispatchQueue(label: "rest", attributes: .concurrent)
  let group = DispatchGroup()
  let both = Meeting(of: 2)

  diary.submitted("alert 1", "alert 2", "download", "upload")
  alerts.async(group: group) {
    diary.span("alert 1") { both.meet() }
  }
  alerts.async(group: group) { diary.span("alert 2") {} }
  rest.async(group: group) {
    diary.span("download") { both.meet() }
  }
  // A condition is an `if`.
  let isThere = Locked(false)
  rest.async(group: group) {
    guard isThere.withLock({ $0 }) else { return diary.note("no network") }
    diary.span("upload") {}
  }
  group.wait()
}
