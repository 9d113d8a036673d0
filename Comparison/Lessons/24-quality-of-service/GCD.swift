import Dispatch
import LessonKit

/// Which quality of service does a closure run at?
public func gcd(_ diary: Diary) {
  func figure(
    _ name: String, on queue: DispatchQueue,
    _ qos: DispatchQoS = .unspecified
  ) {
    let done = Gate()
    diary.submitted(name)
    queue.async(qos: qos) {
      diary.span(name) { diary.figure(name, urgency()) }
      done.open()
    }
    done.wait()
  }

  // That of its queue.
  let plain = DispatchQueue(label: "plain")
  let utility = DispatchQueue(label: "utility", qos: .utility)
  let background = DispatchQueue(label: "background", qos: .background)
  figure("plain", on: plain)
  figure("utility", on: utility)
  figure("background", on: background)

  // A target comes before the queue's own.
  let aimed = DispatchQueue(
    label: "aimed", qos: .userInitiated, target: background)
  figure("user-initiated on background", on: aimed)

  // One of its own is a wish.
  figure("background on plain", on: plain, .background)

  // `sync` runs on the thread that calls.
  let caller = urgency()
  background.sync {
    diary.span("sync on background") {
      diary.figure("sync is as the caller", urgency() == caller ? 1 : 0)
    }
  }
}
