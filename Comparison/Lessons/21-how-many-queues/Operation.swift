import Foundation
import LessonKit

/// A queue for each of 32 photos, or one for all of them?
public func operation(_ diary: Diary) {
  // Queues of their own, one at a time: a limit each, and none
  // for all of them.
  let queues = (1...32).map { _ in OperationQueue() }
  for queue in queues {
    queue.maxConcurrentOperationCount = 1
    queue.addOperation { diary.span("alone") { block(milliseconds: 10) } }
  }
  for queue in queues { queue.waitUntilAllOperationsAreFinished() }
  diary.figure("threads", diary.story.threads("alone").count)

  // One queue for all photos, with a limit. What has to stay in
  // order depends on what comes before it.
  let photos = OperationQueue()
  photos.maxConcurrentOperationCount = 4
  for _ in 1...32 {
    photos.addOperation {
      diary.span("together") { block(milliseconds: 3) }
    }
  }
  photos.waitUntilAllOperationsAreFinished()

  // A loop that computes: an operation for each core, not for
  // each row.
  photos.maxConcurrentOperationCount =
    ProcessInfo.processInfo.activeProcessorCount
  for _ in 1...8 {
    photos.addOperation {
      diary.span("stripe") { compute(milliseconds: 5) }
    }
  }
  photos.waitUntilAllOperationsAreFinished()
}
