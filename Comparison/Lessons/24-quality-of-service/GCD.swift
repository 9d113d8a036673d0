import Dispatch
import LessonKit

/// Which quality of service does a closure run at?
public func gcd(_ diary: Diary) {
  func figure(
    _ name: String, on queue: DispatchQueue,
    _ qos: DispatchQoS = .unspecified
  ) {
    let done = Gate()
    queue.async(qos: qos) {
      diary.figure(name, urgency())
      done.open()
    }
    done.wait()
  }

  // That of its queue.
  let plain = DispatchQueue(label: "plain")
  let utility = DispatchQueue(label: "utility", qos: .utility)
  let background = DispatchQueue(label: "background", qos: .background)
  figure("plain queue", on: plain)
  figure("utility queue", on: utility)
  figure("background queue", on: background)

  // A target comes before the queue's own.
  let aimed = DispatchQueue(
    label: "aimed", qos: .userInitiated, target: background)
  figure("user-initiated queue on it", on: aimed)

  // One of its own is a wish.
  figure("background closure, plain queue", on: plain, .background)

  // `sync` runs on the thread that calls.
  let (caller, here) = (urgency(), background.sync { urgency() })
  diary.figure("sync is as the caller", here == caller ? 1 : 0)
}
