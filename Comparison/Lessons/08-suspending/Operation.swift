import Foundation
import LessonKit

/// A queue is suspended while it works.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let (begun, scrolled, ended) = (Gate(), Gate(), Gate())
  diary.submitted("first")
  queue.addOperation {
    diary.span("first") {
      begun.open()
      scrolled.wait()
    }
    ended.open()
  }
  diary.submitted("second")
  queue.addOperation {
    diary.span("second") { compute(milliseconds: 20) }
  }

  begun.wait()
  block(milliseconds: 20)
  queue.isSuspended = true
  queue.isSuspended = true  // A switch.
  diary.suspended("serial")
  scrolled.open()
  ended.wait()
  block(milliseconds: 40)
  diary.note("resumed")
  diary.resumed("serial")
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()

  // Without a limit, everything that was ready has been passed
  // to the pool by now.
  let pool = OperationQueue()
  let (all, rest) = (Gate(), Gate())
  let added = 200
  for _ in 1...added {
    diary.submitted("photo")
    pool.addOperation {
      rest.wait()
      diary.span("photo") { block(milliseconds: 1) }
      let ran = diary.story.spans.count { $0 == "photo" }
      if ran == added { all.open() }
    }
  }
  pool.isSuspended = true
  diary.suspended("pool")
  block(milliseconds: 20)
  rest.open()
  _ = all.wait(milliseconds: passesOnAtOnce ? 60_000 : 100)
  let ran = diary.story.spans.count { $0 == "photo" }
  diary.figure("of \(added) ran though suspended", ran)
  diary.resumed("pool")
  pool.isSuspended = false
  pool.waitUntilAllOperationsAreFinished()
}

#if os(Linux)
  private let passesOnAtOnce = true
#else
  private let passesOnAtOnce = false
#endif
