// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson16 = Lesson.Text(
    folder: "16-waiting-and-deadlock",
    readme: ##"""
      # 16 · Waiting, and how to deadlock

      **What to see.** A closure waits for another one that was submitted after it to the same queue, one at a time: in vain, with
      both APIs. Here each gives up after a while, and then the other one runs. The cures: with Dispatch, ask whether this is the
      queue already; with Operation, make the rest of the work an operation that depends. The first cure has a limit, shown last:
      `getSpecific` looks at the current queue and the queues it targets, not at one that waits for it. `dispatchPrecondition` does
      see that one. (Run here, Swift 6.3.1.)

      **The trap that crashes.** `sync` onto the serial queue that a closure is running on traps at once, however the closure got
      there: with `sync` or `async`, on the main queue, or in a circle on one thread, as in `a.sync { b.sync { a.sync { … } } }` (run
      here; [source](https://github.com/swiftlang/swift-corelibs-libdispatch/blob/swift-6.3.1-RELEASE/src/queue.c#L1636-L1643)). Write
      `dispatchPrecondition(condition: .notOnQueue(queue))` at the start of a function that calls `sync`: it sees all of these cases
      on a queue of your own (run here), and traps on every wrong call, not only on those that get as far as the `sync`.

      **The trap that hangs.** `sync` does not detect a circle over two threads: `a.async { b.sync { … } }` against `b.async { a.sync
      { … } }`, or a closure that calls `DispatchQueue.main.sync` while the main queue waits for it (both run here). Nor does
      `OperationQueue` detect `waitUntilFinished` in an operation whose queue has no free slot: with a limit of four, the deadlock
      needs four operations all waiting for a fifth, so it appears only under load (run here, with two and a third).

      **Choose** not to wait. Where you must, Dispatch has a time limit (`wait(timeout:)`) and Operation has none. With Operation
      there is less need, since a dependency waits without a thread.

      **On Linux** all of this was run; no Mac has run it yet. The check that traps is in libdispatch itself, not in code for Linux
      ([source](https://github.com/swiftlang/swift-corelibs-libdispatch/blob/swift-6.3.1-RELEASE/src/queue.c#L1636-L1643)).

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// A closure waits for another on the queue that it is running
      /// on. `queue.sync` in its place would trap.
      public func gcd(_ diary: Diary) {
        let queue = DispatchQueue(label: "photos")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)

        queue.async {
          let inner = DispatchWorkItem { diary.note("inner runs") }
          queue.async(execute: inner)
          let outcome = diary.span("waits") {
            inner.wait(timeout: .now() + .milliseconds(50))
          }
          diary.note(outcome == .timedOut ? "waited in vain" : "no deadlock")
        }
        queue.sync {}

        // One cure: ask whether this is the queue already.
        @Sendable func onQueue(_ body: () -> Void) {
          if DispatchQueue.getSpecific(key: key) == true {
            body()
          } else {
            queue.sync(execute: body)
          }
        }
        onQueue { diary.note("from outside") }
        queue.async {
          onQueue { diary.note("from inside") }
        }
        queue.sync {}

        // Its limit: on another queue, for which this one waits,
        // the answer is no, and `onQueue` would trap.
        let other = DispatchQueue(label: "other")
        queue.sync {
          other.sync {
            let isSeen = DispatchQueue.getSpecific(key: key) == true
            diary.note(isSeen ? "seen" : "not seen from another queue")
            // The check that does see it.
            dispatchPrecondition(condition: .onQueue(queue))
            diary.note("but the precondition sees it")
          }
        }
      }

      """##,
    operation: ##"""
      import Foundation
      import LessonKit

      /// A closure waits for another on the queue that it is running
      /// on, which has no other slot. `waitUntilFinished` in place of
      /// the gate, which gives up, would wait for ever.
      public func operation(_ diary: Diary) {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1

        queue.addOperation {
          let ended = Gate()
          OperationQueue.current?.addOperation {
            diary.note("inner runs")
            ended.open()
          }
          let isEnded = diary.span("waits") { ended.wait(milliseconds: 50) }
          diary.note(isEnded ? "no deadlock" : "waited in vain")
        }
        queue.waitUntilAllOperationsAreFinished()

        // The cure: what would have waited becomes an operation that
        // depends on the other.
        queue.addOperation {
          let inner = BlockOperation { diary.note("inner of two") }
          let rest = BlockOperation { diary.note("the rest, after it") }
          rest.addDependency(inner)
          OperationQueue.current?.addOperations(
            [rest, inner], waitUntilFinished: false)
          diary.note("outer has finished")
        }
        queue.waitUntilAllOperationsAreFinished()
      }

      """##)
}
