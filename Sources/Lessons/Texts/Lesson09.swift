// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson09 = Lesson.Text(
    folder: "09-priorities",
    readme: ##"""
      # 9 · Priorities, quality of service, and inversion

      **What to see.** Three photos wait. A serial Dispatch queue *dequeues* them in the order they came, whatever their quality of
      service (QoS). An `OperationQueue` starts the highest `queuePriority` first. Then an urgent operation depends on one of very low
      priority: it comes after all the others, until its dependency is raised. (Run here, Swift 6.3.1.)

      **The trap.** Mistaking QoS for a place in the queue. It says how much of the machine work gets, and one serial queue ignores it
      when it dequeues the next closure. A concurrent queue promises no order at all
      ([documented](https://github.com/swiftlang/swift-corelibs-libdispatch/blob/swift-6.3.1-RELEASE/dispatch/queue.h#L178-L181)), and
      between queues QoS does decide who goes first
      ([documented](https://github.com/swiftlang/swift-corelibs-libdispatch/blob/swift-6.3.1-RELEASE/dispatch/queue.h#L517-L543) for
      the global ones). `queuePriority` decides whose turn it is, but only among operations that are ready, on the same queue
      ([documented](https://developer.apple.com/documentation/foundation/operationqueue)). It never follows a dependency. That is
      *priority inversion*, and the cure is to raise the dependency.

      **Choose** Operation to put what waits in order. With Dispatch, make one queue for each level, and hold back the lower ones.

      **On Linux** only the QoS of a *queue* counts for threads: it picks a pool, and since Swift 6.3 the nice value of its threads.
      That is +10 for background, +2 for utility, 0 for default, and −2 for user-initiated and user-interactive (run here as root;
      [source](https://github.com/swiftlang/swift-corelibs-libdispatch/blob/swift-6.3.1-RELEASE/src/queue.c#L6247-L6287)), which share
      a pool ([source](https://github.com/swiftlang/swift-corelibs-libdispatch/blob/swift-6.3.1-RELEASE/src/queue.c#L2697-L2704)). The
      QoS of a single closure or operation changes no nice value (run here). A thread starts with the nice value of the thread that
      creates it, and lowering that takes a right that most users lack. So without it, a utility queue that is first used from a
      background closure runs at +10 too (run here).

      **On Linux, in the queue,** an `OperationQueue` whose limit is not 1 takes the QoS of an operation for its `queuePriority`, if
      that was not set: of three that wait, the user-interactive one comes first (run here;
      [source](https://github.com/swiftlang/swift-corelibs-foundation/blob/swift-6.3.1-RELEASE/Sources/Foundation/Operation.swift#L1226-L1241)).
      Whether Apple's Foundation does the same has not been measured. Set `queuePriority`, and it does not matter.

      **On Apple platforms** a dependency is raised to the QoS of the operation that depends on it
      ([documented](https://developer.apple.com/library/mac/releasenotes/Foundation/RN-Foundation/index.html)). Dispatch raises what
      is in front on a serial queue for a more important closure behind it
      ([documented](https://github.com/swiftlang/swift-corelibs-libdispatch/blob/swift-6.3.1-RELEASE/dispatch/block.h#L203-L207)), and
      for a thread that waits for a work item
      ([documented](https://github.com/swiftlang/swift-corelibs-libdispatch/blob/swift-6.3.1-RELEASE/dispatch/block.h#L305-L309)):
      inversion is resolved without a change of order.

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// Three photos wait on a queue: one nobody sees, one that
      /// may be seen soon, and one on the screen.
      public func gcd(_ diary: Diary) {
        let queue = DispatchQueue(
          label: "filters", attributes: .initiallyInactive)

        queue.async(qos: .background) { diary.note("unseen") }
        queue.async(qos: .default) { diary.note("soon") }
        queue.async(qos: .userInteractive) { diary.note("on screen") }

        // Quality of service is about how much of the machine work
        // gets. One serial queue stays first in, first out.
        queue.activate()
        queue.sync {}

        // To change the order, take two queues, and hold back the
        // one that can wait.
        let urgent = DispatchQueue(label: "urgent", qos: .userInteractive)
        let idle = DispatchQueue(label: "idle", qos: .background)
        idle.suspend()
        idle.async { diary.note("unseen, later") }
        urgent.async {
          diary.note("on screen, first")
          idle.resume()
        }
        urgent.sync {}
        idle.sync {}
      }

      """##,
    operation: ##"""
      import Foundation
      import LessonKit

      /// Three photos wait on a queue: one nobody sees, one that
      /// may be seen soon, and one on the screen.
      public func operation(_ diary: Diary) {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1

        func photo(
          _ name: String, _ priority: Operation.QueuePriority
        ) -> Operation {
          let operation = BlockOperation { diary.note(name) }
          operation.queuePriority = priority
          return operation
        }
        func run(_ operations: [Operation], meanwhile: () -> Void = {}) {
          queue.isSuspended = true
          queue.addOperations(operations, waitUntilFinished: false)
          meanwhile()
          queue.isSuspended = false
          queue.waitUntilAllOperationsAreFinished()
        }

        // The priority decides which of those that wait goes first.
        run([
          photo("unseen", .low), photo("soon", .normal),
          photo("on screen", .high),
        ])

        // Priority inversion: what is urgent depends on what is not,
        // and that is not raised, so both come last.
        let base = photo("its base", .veryLow)
        let urgent = photo("urgent", .veryHigh)
        urgent.addDependency(base)
        run([
          base, urgent,
          photo("other", .normal), photo("another", .normal),
        ])

        // The cure: raise the dependency, before it starts.
        let raised = photo("its raised base", .veryLow)
        let again = photo("urgent again", .veryHigh)
        again.addDependency(raised)
        run([photo("the other", .normal), raised, again]) {
          raised.queuePriority = .veryHigh
        }
      }

      """##)
}
