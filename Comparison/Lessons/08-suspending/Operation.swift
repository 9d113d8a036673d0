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
  queue.isSuspended = true  // It is, or it is not.
  scrolled.open()
  ended.wait()
  diary.note("resumed")
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()

  // With the default width all that was ready has been handed
  // on.
  let pool = OperationQueue()
  let (all, rest) = (Gate(), Gate())
  let given = 200
  for _ in 1...given {
    pool.addOperation {
      rest.wait()
      diary.span("wide") {}
      if diary.story.spans.count == given { all.open() }
    }
  }
  pool.isSuspended = true
  rest.open()
  _ = all.wait(milliseconds: isHandedOnAtOnce ? 5_000 : 100)
  let ran = diary.story.spans.count
  diary.figure("of \(given) ran though suspended", ran)
  pool.isSuspended = false
  pool.waitUntilAllOperationsAreFinished()
}

#if os(Linux)
  private let isHandedOnAtOnce = true
#else
  private let isHandedOnAtOnce = false
#endif
