import Dispatch
import LessonKit

/// A closure starts a transfer, and returns before its end.
public func gcd() {
  let queue = DispatchQueue(label: "downloads")
  let (notified, arrived, done) = (Gate(), Gate(), Gate())

  // A work item has finished when its closure returns.
  let item = DispatchWorkItem { @Sendable in
    transfer("first transfer", milliseconds: 20, after: notified) {
      arrived.open()
    }
  }
  item.notify(queue: queue) { @Sendable in
    show("the item has finished")
    notified.open()
  }
  diary.submitted("first transfer")
  queue.async(execute: item)
  arrived.wait()

  // A group is empty when `leave` has been called for each
  // `enter`, on any thread.
  let group = DispatchGroup()
  for name in ["second", "third"] {
    diary.depends("report", on: "\(name) transfer")
    diary.submitted("\(name) transfer")
    group.enter()
    queue.async {
      transfer("\(name) transfer", milliseconds: 20) { group.leave() }
    }
  }
  diary.submitted("report")
  group.notify(queue: queue) { @Sendable in
    compute("report", milliseconds: 10)
    done.open()
  }
  done.wait()
}

// Only for running and checking it here.
// anywhere: first transfer; second transfer; third transfer
// computes: report
