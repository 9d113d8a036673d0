import Foundation
import LessonKit

/// Does without timers and events, which Operation lacks. An
/// operation decides itself when it is ready, and outdated ones
/// are cancelled.
public nonisolated func operation() {
  let queue = OperationQueue()

  // Once, after a delay.
  diary.submitted("later")
  let later = Later {
    compute("later", milliseconds: 20)
  }
  later.add(to: queue, milliseconds: 20)
  later.waitUntilFinished()

  // Repeatedly, at times set in advance.
  let ticks = (1...3).map { number in
    let tick = Later {
      compute("tick", milliseconds: 5)
    }
    tick.add(to: queue, milliseconds: 20 * number)
    return tick
  }
  for tick in ticks { tick.waitUntilFinished() }

  // Coalescing: the newest replaces all that are waiting.
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
  queue.waitUntilAllOperationsAreFinished()

  debounce()
}

/// Types three letters. The search waits for the last one.
private nonisolated func debounce() {
  let searched = Gate()
  OperationQueue.main.addOperation {
    var pending: Later?
    for text in ["o", "oa", "oak"] {
      pending?.cancel()
      let search = Later {
        diary.span("search") { show("search for \(text)") }
        searched.open()
      }
      search.add(to: .main, milliseconds: 20)
      pending = search
    }
  }
  searched.wait()
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
    // Any callback works: from a run loop's timer, or Dispatch.
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
// computes: later; tick; report
// main: search
