import Dispatch
import LessonKit

/// Meant: the prefetch runs in the background.
public func trap() {
  let queue = DispatchQueue(label: "photos", qos: .utility)
  let (filter, prefetch) = (Locked(0), Locked(0))

  diary.submitted("filter", "prefetch")
  queue.async {
    diary.span("filter") {
      filter.withLock { $0 = urgency() }
      compute(milliseconds: 20)
    }
  }
  // Wrong: the queue has a QoS, so that of the closure is
  // ignored.
  queue.async(qos: .background) {
    diary.span("prefetch") {
      prefetch.withLock { $0 = urgency() }
      compute(milliseconds: 20)
    }
  }
  queue.sync {}
  let (one, other) = (filter.withLock { $0 }, prefetch.withLock { $0 })
  show(one == other ? "both are as urgent" : "the prefetch is less urgent")
}

// Only for running and checking it here.
// computes: filter; prefetch
