import Foundation
import LessonKit

/// A queue for each of 32 photos, with one operation at a time.
/// They block.
private func useOwnQueues(_ threads: Threads) {
  for _ in 1...32 {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    queue.addOperation {
      diary.span("on its own") {
        threads.count()
        block(milliseconds: 10)
      }
    }
  }
}

/// One queue for all photos, with a limit. Within a photo,
/// dependencies keep the order.
private func useOneQueue() {
  let photos = OperationQueue()
  photos.maxConcurrentOperationCount = 4
  for _ in 1...32 {
    photos.addOperation {
      block("one queue", milliseconds: 3)
    }
  }
}

/// A loop that computes has one operation for each stripe, not
/// for each row, and is limited to the number of cores.
private func computeStripes() {
  let stripes = OperationQueue()
  stripes.maxConcurrentOperationCount =
    ProcessInfo.processInfo.activeProcessorCount
  for _ in 1...8 {
    stripes.addOperation {
      compute("stripe", milliseconds: 5)
    }
  }
}

// Only for running and checking it here.
@MainActor public func operation() async {
  let threads = Threads()
  useOwnQueues(threads)
  await ended("on its own", times: 32)
  show("threads", threads.all)
  useOneQueue()
  await ended("one queue", times: 32)
  computeStripes()
  await ended("stripe", times: 8)
}
// computes: on its own; one queue; stripe
