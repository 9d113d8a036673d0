import Foundation
import LessonKit

/// Meant: a photo is uploaded only if there is a network.
private func upload(_ hasNetwork: Locked<Bool>, after end: Gate) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  queue.addOperation {
    diary.span("filter") { end.wait() }
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
}

// Only for running and checking it here.
@MainActor public func trap() async {
  let (hasNetwork, mayEnd) = (Locked(true), Gate())
  upload(hasNetwork, after: mayEnd)
  await started("filter")
  show("the network goes")
  hasNetwork.withLock { $0 = false }
  mayEnd.open()
  await ended("upload")
}
// computes: filter; upload
// order: filter < upload
