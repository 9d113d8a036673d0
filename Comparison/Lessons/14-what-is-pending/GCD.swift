import Dispatch
import LessonKit

/// Five photos, one at a time: how many are left? A queue
/// cannot be asked, so what is to be shown is counted on the
/// way.
public func gcd(_ diary: Diary) {
  let queue = DispatchQueue(label: "filters")
  let (begun, look) = (Gate(), Gate())
  let count = Count()

  for _ in 1...5 {
    count.change(pending: 1)
    queue.async {
      count.change(pending: -1, running: 1)
      begun.open()
      diary.span("filter") { look.wait() }
      count.change(running: -1, done: 1)
    }
  }
  begun.wait()
  diary.figure("pending", count.now.pending)
  diary.figure("running", count.now.running)
  look.open()
  queue.sync {}
  diary.figure("pending at the end", count.now.pending)
  diary.figure("percent done", count.now.done * 100 / 5)
}

private final class Count: @unchecked Sendable {
  // Safe: touched on the queue only.
  private let queue = DispatchQueue(label: "count")
  private var value = (pending: 0, running: 0, done: 0)

  /// All three at one moment.
  var now: (pending: Int, running: Int, done: Int) {
    queue.sync { value }
  }

  func change(pending: Int = 0, running: Int = 0, done: Int = 0) {
    queue.sync {
      value.pending += pending
      value.running += running
      value.done += done
    }
  }
}
