import Dispatch
import LessonKit

/// Compares a queue for each of 32 photos with a shared one.
public func gcd() {
  // A serial queue for each. They block until all have begun.
  let all = Meeting(of: 32)
  let threads = Threads()
  run(on: (1...32).map { DispatchQueue(label: "photo \($0)") }) {
    diary.span("on its own") {
      threads.count()
      all.meet()
      block(milliseconds: 10)
    }
  }
  show("threads", threads.all)

  // The same, with one target. Each keeps its order, and only
  // one closure runs at a time on all of them together.
  let photos = DispatchQueue(label: "photos")
  run(
    on: (1...32).map { DispatchQueue(label: "photo \($0)", target: photos) }
  ) {
    dispatchPrecondition(condition: .onQueue(photos))
    block("one target", milliseconds: 3)
  }

  // A loop that computes needs no queue.
  DispatchQueue.concurrentPerform(iterations: 8) { _ in
    compute("stripe", milliseconds: 5)
  }
}

private func run(
  on queues: [DispatchQueue], _ body: @escaping @Sendable () -> Void
) {
  let group = DispatchGroup()
  for queue in queues { queue.async(group: group, execute: body) }
  group.wait()
}

// Only for running and checking it here.
// anywhere: stripe
// computes: on its own; one target
