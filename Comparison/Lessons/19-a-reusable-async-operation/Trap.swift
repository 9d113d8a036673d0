import Foundation
import LessonKit

/// Meant: a cancelled download makes way for the next one.
public func trap() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let next = Gate()
  let download = Download()

  queue.isSuspended = true
  diary.submitted("download", "next")
  queue.addOperation(download)
  queue.addOperation {
    compute("next", milliseconds: 10)
    next.open()
  }
  diary.cancelled("download")
  download.cancel()
  queue.isSuspended = false
  let hasBegun = next.wait(milliseconds: 100)
  show(hasBegun ? "the next begins" : "the queue is stuck")
  // Only so that this program ends.
  download.finish()
  queue.waitUntilAllOperationsAreFinished()
}

nonisolated private final class Download:
  Operation, @unchecked Sendable
{
  // Safe: behind a lock.
  private let isOver = Locked(false)

  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { isOver.withLock { $0 } }
  override func start() {
    // Wrong: it never says that it has finished.
    if isCancelled { return }
    transfer("download", milliseconds: 20) { self.finish() }
  }
  func finish() {
    willChangeValue(for: \.isFinished)
    isOver.withLock { $0 = true }
    didChangeValue(for: \.isFinished)
  }
}

// Only for running and checking it here.
// computes: next
