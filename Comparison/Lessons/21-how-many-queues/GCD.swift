import Dispatch
import LessonKit

/// A serial queue for each of 32 photos. Their closures block
/// until all have begun.
private func useOwnQueues(_ threads: Threads) {
  let all = Meeting(of: 32)
  for number in 1...32 {
    DispatchQueue(label: "photo \(number)").async {
      diary.span("on its own") {
        threads.count()
        all.meet()
        block(milliseconds: 10)
      }
    }
  }
}

/// Queues with one target. Each keeps its order, and only one
/// closure runs at a time on all of them together.
private func useOneTarget() {
  let photos = DispatchQueue(label: "photos")
  for number in 1...32 {
    let queue = DispatchQueue(label: "photo \(number)", target: photos)
    queue.async {
      dispatchPrecondition(condition: .onQueue(photos))
      block("one target", milliseconds: 3)
    }
  }
}

/// A loop that computes. `concurrentPerform` blocks its caller.
private func computeStripes() {
  DispatchQueue.global().async {
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      compute("stripe", milliseconds: 5)
    }
  }
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  let threads = Threads()
  useOwnQueues(threads)
  await ended("on its own", times: 32)
  show("threads", threads.all)
  useOneTarget()
  await ended("one target", times: 32)
  computeStripes()
  await ended("stripe", times: 8)
}
// computes: on its own; one target; stripe
