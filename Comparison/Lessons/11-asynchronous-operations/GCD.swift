import Dispatch
import LessonKit

/// A closure starts a transfer and returns. The transfer goes
/// on.
public func gcd() {
  let queue = DispatchQueue(label: "downloads")
  let notified = Gate()
  let arrived = Gate()
  let done = Gate()

  // A work item has finished when its closure returns.
  let item = DispatchWorkItem {
    let span = diary.begin("first transfer")
    transfer(milliseconds: 20, after: notified) {
      span.end()
      arrived.open()
    }
  }
  item.notify(queue: queue) {
    show("the item has finished")
    notified.open()
  }
  diary.submitted("first transfer")
  queue.async(execute: item)
  arrived.wait()

  // A group is empty when everything that entered it has left,
  // on whatever thread.
  let group = DispatchGroup()
  for name in ["second", "third"] {
    diary.submitted("\(name) transfer")
    group.enter()
    queue.async {
      let span = diary.begin("\(name) transfer")
      transfer(milliseconds: 20) {
        span.end()
        group.leave()
      }
    }
  }
  diary.submitted("report")
  group.notify(queue: queue) {
    diary.span("report") { compute(milliseconds: 10) }
    done.open()
  }
  done.wait()
}
