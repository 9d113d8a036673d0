import Dispatch
import LessonKit

/// Shows the quality of service that closures run at.
private func showAll() {
  func figure(
    _ name: String, on queue: DispatchQueue,
    _ qos: DispatchQoS = .unspecified
  ) {
    diary.submitted(name)
    queue.async(qos: qos) {
      diary.span(name) { show("\(urgencyName()), \(name)", urgency()) }
    }
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
}

/// `sync` runs on the thread that calls, unless the queue is the
/// main one or targets it.
nonisolated private func showSync() {
  let background = DispatchQueue(label: "background", qos: .background)
  let caller = urgency()
  background.sync {
    diary.span("sync on background") {
      let isSame = urgency() == caller
      show(isSame ? "as the caller" : "not as the caller")
    }
  }
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  showAll()
  await ended("plain", "utility", "background")
  await ended("user-initiated on background", "background on plain")
  DispatchQueue(label: "caller").async {
    diary.span("caller") { showSync() }
  }
  await ended("caller")
}
// computes: plain; utility; background; user-initiated on background
// computes: background on plain
// computes: caller; sync on background
