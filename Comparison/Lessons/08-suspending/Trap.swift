import Foundation
import LessonKit

/// Meant: while the user scrolls, no photo begins.
public func trap() {
  // Wrong: without a limit, the queue holds nothing back.
  let queue = OperationQueue()
  let (begun, isSuspended, ended) = (Gate(), Gate(), Gate())
  let count = Locked(0)

  for number in 1...6 {
    diary.submitted("photo \(number)")
    queue.addOperation {
      diary.span("photo \(number)") {
        begun.open()
        isSuspended.wait()
        compute(milliseconds: 10)
      }
      let all = count.withLock { count in
        count += 1
        return count
      }
      if all == 6 { ended.open() }
    }
  }
  begun.wait()
  queue.isSuspended = true
  diary.suspended("queue")
  isSuspended.open()
  let haveAllRun = ended.wait(milliseconds: 60_000)
  show(haveAllRun ? "all 6 ran while it is suspended" : "it holds")
  diary.resumed("queue")
  queue.isSuspended = false
}

// Only for running and checking it here.
// computes: photo *
