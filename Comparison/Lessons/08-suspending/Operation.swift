import Foundation
import LessonKit

/// A queue is suspended while it works.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let (begun, scrolled, ended) = (Gate(), Gate(), Gate())
  queue.addOperation {
    begun.open()
    scrolled.wait()
    diary.note("first")
    ended.open()
  }
  queue.addOperation { diary.note("second") }

  begun.wait()
  queue.isSuspended = true
  queue.isSuspended = true  // A switch.
  scrolled.open()
  ended.wait()
  diary.note("resumed")
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()

  // Without a limit, everything that was ready has been passed
  // to the pool by now.
  let pool = OperationQueue()
  let (all, rest) = (Gate(), Gate())
  let added = 200
  for _ in 1...added {
    pool.addOperation {
      rest.wait()
      diary.span("wide") {}
      if diary.story.spans.count == added { all.open() }
    }
  }
  pool.isSuspended = true
  rest.open()
  _ = all.wait(milliseconds: passesOnAtOnce ? 5_000 : 100)
  let ran = diary.story.spans.count
  diary.figure("of \(added) ran though suspended", ran)
  pool.isSuspended = false
  pool.waitUntilAllOperationsAreFinished()
}

#if os(Linux)
  private let passesOnAtOnce = true
#else
  private let passesOnAtOnce = false
#endif
