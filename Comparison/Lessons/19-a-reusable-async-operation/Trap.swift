import Foundation
import LessonKit

/// Meant: a cancelled download makes way for the next one.
nonisolated private func start(
  _ download: Download, then next: @escaping @Sendable () -> Void
) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  queue.isSuspended = true
  diary.submitted("download", "next")
  queue.addOperation(download)
  queue.addOperation { diary.span("next") { next() } }
  diary.cancelled("download")
  download.cancel()
  queue.isSuspended = false
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
@MainActor public func trap() async {
  let (download, begun) = (Download(), Gate())
  start(download) {
    begun.open()
    compute(milliseconds: 10)
  }
  await transfer(milliseconds: 100)
  show(begun.isOpen ? "the next begins" : "the queue is stuck")
  // So that this program ends.
  download.finish()
  await ended("next")
}
// computes: next
// never: download
