import Dispatch
import LessonKit

/// A closure waits for another on the queue that it is running
/// on. Here, `queue.sync` would trap.
private func waitForInner(on queue: DispatchQueue) {
  queue.async {
    diary.span("outer") {
      let inner = DispatchWorkItem {
        compute("inner", milliseconds: 10)
      }
      diary.submitted("inner")
      queue.async(execute: inner)
      let end = inner.wait(timeout: .now() + .milliseconds(50))
      show(end == .timedOut ? "gave up" : "no deadlock")
    }
  }
}

/// The cure: public methods call `sync`, and private ones
/// assert that they are on the queue. None does both.
nonisolated private final class Photos: Sendable {
  private let queue: DispatchQueue

  init(_ queue: DispatchQueue) { self.queue = queue }

  func filter(_ name: String) {
    dispatchPrecondition(condition: .notOnQueue(queue))
    queue.sync { filterOnQueue(name) }
  }
  func filterFromOutside() {
    dispatchPrecondition(condition: .notOnQueue(queue))
    queue.sync {
      diary.span("outer, cured") { filterOnQueue("its inner") }
    }
  }
  private func filterOnQueue(_ name: String) {
    dispatchPrecondition(condition: .onQueue(queue))
    compute(name, milliseconds: 20)
  }
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  let queue = DispatchQueue(label: "photos")
  waitForInner(on: queue)
  await ended("inner")
  DispatchQueue(label: "caller").async {
    Photos(queue).filter("from outside")
    Photos(queue).filterFromOutside()
  }
  await ended("outer, cured")
}
// computes: outer; inner; from outside; outer, cured; its inner
// order: outer < inner
