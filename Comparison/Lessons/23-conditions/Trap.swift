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
        show(send(over: hasNetwork) ? "uploaded" : "failed: no network")
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
nonisolated private func send(over network: Locked<Bool>) -> Bool {
  compute(milliseconds: 10)
  return network.withLock { $0 }
}
// computes: filter; upload
// order: filter < upload
