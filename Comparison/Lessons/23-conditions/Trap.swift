import Foundation
import LessonKit

/// Meant: a photo is uploaded only if there is a network.
public func trap() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let hasNetwork = Locked(true)
  let (begun, mayEnd) = (Gate(), Gate())

  queue.addOperation {
    diary.span("filter") {
      begun.open()
      mayEnd.wait()
    }
  }
  // Wrong: it asks now, and runs later.
  if hasNetwork.withLock({ $0 }) {
    diary.submitted("upload")
    queue.addOperation {
      diary.span("upload") {
        let hasNetwork = hasNetwork.withLock { $0 }
        show(hasNetwork ? "uploaded" : "failed: no network")
        compute(milliseconds: 10)
      }
    }
  }
  begun.wait()
  show("the network goes")
  hasNetwork.withLock { $0 = false }
  mayEnd.open()
  queue.waitUntilAllOperationsAreFinished()
}

// Only for running and checking it here.
// computes: filter; upload
// order: filter < upload
