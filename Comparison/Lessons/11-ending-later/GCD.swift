import Dispatch
import LessonKit

/// A body starts a transfer and returns; the network goes on.
public func gcd(_ diary: Diary) {
  let queue = DispatchQueue(label: "downloads")
  let (told, arrived, done) = (Gate(), Gate(), Gate())

  // A work item is over when its body returns.
  let item = DispatchWorkItem {
    let span = diary.begin("first transfer")
    transfer(milliseconds: 10, after: told) {
      span.end()
      arrived.open()
    }
  }
  item.notify(queue: queue) {
    diary.note("the item is over")
    told.open()
  }
  queue.async(execute: item)
  arrived.wait()

  // A group is empty when all who entered have left,
  // wherever.
  let group = DispatchGroup()
  for name in ["second", "third"] {
    group.enter()
    queue.async {
      let span = diary.begin("\(name) transfer")
      transfer(milliseconds: 10) {
        span.end()
        group.leave()
      }
    }
  }
  group.notify(queue: queue) {
    diary.note("the group is empty")
    done.open()
  }
  done.wait()
}
