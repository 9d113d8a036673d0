import Dispatch
import LessonKit

/// Meant: the prefetch runs in the background.
private func prefetch() {
  let queue = DispatchQueue(label: "photos", qos: .utility)
  let (filter, prefetch) = (Locked(0), Locked(0))

  diary.submitted("filter", "prefetch")
  queue.async {
    diary.span("filter") {
      filter.withLock { $0 = urgency() }
      compute(milliseconds: 20)
    }
  }
  // Wrong: the queue has a QoS, so the closure's is ignored.
  queue.async(qos: .background) {
    diary.span("prefetch") {
      prefetch.withLock { $0 = urgency() }
      compute(milliseconds: 20)
    }
  }
  queue.async {
    let isSame = filter.withLock { $0 } == prefetch.withLock { $0 }
    show(isSame ? "both are as urgent" : "the prefetch is less urgent")
  }
}

// Only for running and checking it here.
@MainActor public func trap() async {
  prefetch()
  await ended("both are as urgent")
}
// computes: filter; prefetch
// order: filter < prefetch
