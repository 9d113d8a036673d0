import Foundation
import LessonKit

/// A job after a delay.
nonisolated private func runLater(on queue: OperationQueue) {
  diary.submitted("later")
  let later = Later {
    compute("later", milliseconds: 20)
  }
  later.add(to: queue, milliseconds: 20)
}

/// Three jobs, at times set in advance.
nonisolated private func repeats(on queue: OperationQueue) {
  for number in 1...3 {
    let tick = Later {
      compute("tick", milliseconds: 5)
    }
    tick.add(to: queue, milliseconds: 20 * number)
  }
}

/// Coalescing: the newest replaces all that are waiting.
nonisolated private func report(on queue: OperationQueue) {
  queue.isSuspended = true
  diary.suspended("queue")
  for number in 1...100 {
    queue.cancelAllOperations()
    queue.addOperation {
      diary.span("report") { show("\(number) in one operation") }
    }
  }
  diary.resumed("queue")
  queue.isSuspended = false
}

/// Debounce: the search waits until no letter has come for 20
/// milliseconds. For a view: `MainActor.assumeIsolated`.
@MainActor private final class Field {
  private var pending: Later?

  func type(_ text: String) {
    pending?.cancel()
    let search = Later {
      diary.span("search") { show("search for \(text)") }
    }
    search.add(to: .main, milliseconds: 20)
    pending = search
  }
}

/// An operation that is not ready before its time. Until then,
/// it holds no thread and no slot. It is `nonisolated` because
/// `Operation` is.
nonisolated private final class Later:
  BlockOperation, @unchecked Sendable
{
  private let isDue = Locked(false)

  // Its dependencies still count.
  override var isReady: Bool {
    super.isReady && isDue.withLock { $0 }
  }

  func add(to queue: OperationQueue, milliseconds: Int) {
    queue.addOperation(self)
    // In an app, use a timer here, not `transfer`.
    transfer(milliseconds: milliseconds) { self.becomeDue() }
  }
  override func cancel() {
    super.cancel()
    // A cancelled operation has to start in order to finish.
    becomeDue()
  }

  private func becomeDue() {
    // Without this notification its queue would not look again.
    willChangeValue(for: \.isReady)
    isDue.withLock { $0 = true }
    didChangeValue(for: \.isReady)
  }
}

// Only for running and checking it here.
@MainActor public func operation() async {
  let queue = OperationQueue()
  runLater(on: queue)
  await ended("later")
  repeats(on: queue)
  await ended("tick", times: 3)
  report(on: queue)
  await ended("report")
  let field = Field()
  for text in ["o", "oa", "oak"] { field.type(text) }
  await ended("search")
}
// computes: later; tick; report
// main: search
