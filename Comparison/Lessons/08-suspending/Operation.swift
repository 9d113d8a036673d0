import Foundation
import LessonKit

/// A queue is suspended while it works.
public func operation() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let begun = Gate()
  let scrolled = Gate()
  let ended = Gate()
  diary.submitted("first")
  queue.addOperation {
    diary.span("first") {
      begun.open()
      scrolled.wait()
      show("first continues")
      compute(milliseconds: 20)
    }
    ended.open()
  }
  diary.submitted("second")
  queue.addOperation {
    compute("second", milliseconds: 20)
  }

  begun.wait()
  block(milliseconds: 20)
  queue.isSuspended = true
  queue.isSuspended = true  // A switch.
  diary.suspended("queue")
  scrolled.open()
  ended.wait()
  block(milliseconds: 40)
  show("resumed")
  diary.resumed("queue")
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()

  // Without a limit, everything that was ready has been passed
  // to the pool by now.
  let pool = OperationQueue()
  let all = Gate()
  let rest = Gate()
  let ran = Locked(0)
  let added = 200
  for _ in 1...added {
    diary.submitted("photo")
    pool.addOperation {
      rest.wait()
      block("photo", milliseconds: 1)
      let isLast = ran.withLock { ran in
        ran += 1
        return ran == added
      }
      if isLast { all.open() }
    }
  }
  pool.isSuspended = true
  diary.suspended("pool")
  block(milliseconds: 20)
  rest.open()
  _ = all.wait(milliseconds: passesOnAtOnce ? 60_000 : 100)
  let count = ran.withLock { $0 }
  show("of \(added) ran though suspended", count)
  diary.resumed("pool")
  pool.isSuspended = false
  pool.waitUntilAllOperationsAreFinished()
}

#if os(Linux)
  private let passesOnAtOnce = true
#else
  private let passesOnAtOnce = false
#endif
