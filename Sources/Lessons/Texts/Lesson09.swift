// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson09 = Lesson.Text(
    folder: "09-priorities",
    readme: ##"""
      # 9 · Priorities, quality of service, and inversion

      **What to see.** Three photos wait. A Dispatch queue takes them as they came, whatever quality of service they were given;
      an `OperationQueue` takes the highest `queuePriority` first. Then an urgent operation depends on one of very low
      priority: it has to wait for all the others too, until the one that it waits for is raised.

      **The trap.** To take quality of service for a priority. It tells the system how much of the machine a body deserves while it
      runs; `queuePriority` is about whose turn it is, and only among operations that are ready and still wait in that queue.
      `queuePriority` never follows a dependency: that is priority inversion, and the cure is to raise what is depended on.

      **Choose** Operation to put what waits in order. With Dispatch, make a queue for each level and hold back the lower ones; what
      stands in one queue stays in order.

      **On Linux** a quality of service chooses which of several pools of threads runs a body: it raises no thread's priority,
      and follows no dependency. But an `OperationQueue` whose width is not 1 also takes it for the `queuePriority` of an operation that
      was given none: of three that wait, the one for `.userInteractive` then comes first (`_addOperations` in
      [Operation.swift](https://github.com/swiftlang/swift-corelibs-foundation/blob/main/Sources/Foundation/Operation.swift)). Set
      `queuePriority` and it is the same everywhere.

      On macOS what an operation depends on is raised to that operation's quality of service
      ([Foundation's release notes for OS X 10.10](https://developer.apple.com/library/mac/releasenotes/Foundation/RN-Foundation/index.html)).
      Dispatch there raises what stands in front on a serial queue while something more important stands behind it, or while someone more
      important waits with `sync`, or with `wait` for a work item: so this kind of inversion is resolved, without a change of the order.
      A group or a semaphore, which nobody in particular has to signal, raises nothing.

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

        // A quality of service says how fast a body is to run, once
        // it runs. It does not change whose turn it is.
        queue.activate()
        queue.sync {}

        // So order is made of queues: what can wait has its own,
        // held back until what is urgent is done.
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

        // The priority decides whose turn it is among those that
        // wait.
        run([
          photo("unseen", .low), photo("soon", .normal),
          photo("on screen", .high),
        ])

        // Inversion: what is urgent depends on what is not, which
        // gets no higher for it, and so comes after all the rest.
        let base = photo("its base", .veryLow)
        let urgent = photo("urgent", .veryHigh)
        urgent.addDependency(base)
        run([
          base, urgent,
          photo("other", .normal), photo("another", .normal),
        ])

        // The cure: raise what it waits for, which is possible
        // until it starts.
        let raised = photo("its raised base", .veryLow)
        let again = photo("urgent again", .veryHigh)
        again.addDependency(raised)
        run([photo("the other", .normal), raised, again]) {
          raised.queuePriority = .veryHigh
        }
      }

      """##)
}
