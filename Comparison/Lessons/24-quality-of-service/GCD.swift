import Dispatch
import LessonKit

/// Shows the quality of service that closures run at.
public func gcd() {
  func figure(
    _ name: String, on queue: DispatchQueue,
    _ qos: DispatchQoS = .unspecified
  ) {
    let done = Gate()
    diary.submitted(name)
    queue.async(qos: qos) {
      diary.span(name) { show("\(urgencyName()), \(name)", urgency()) }
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

  // With a target of another: on Linux the target decides, on
  // Apple platforms the higher of the two.
  let aimed = DispatchQueue(
    label: "aimed", qos: .userInitiated, target: background)
  figure("user-initiated on background", on: aimed)

  // A closure's own, on a queue that has none: on Linux it
  // changes nothing, on Apple platforms it counts.
  figure("background on plain", on: plain, .background)

  // `sync` runs on the thread that calls, unless the queue is
  // the main one or targets it.
  let caller = urgency()
  background.sync {
    diary.span("sync on background") {
      let isSame = urgency() == caller
      show(isSame ? "as the caller" : "not as the caller")
    }
  }
}

// Only for running and checking it here.
// computes: plain; utility; background; user-initiated on background
// computes: background on plain
// main: sync on background
