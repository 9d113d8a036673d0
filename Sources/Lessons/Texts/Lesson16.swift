// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson16 = Lesson.Text(
    folder: "16-waiting-and-deadlock",
    readme: ##"""
      # 16 · Waiting, and how to deadlock

      **What to see.** A body waits for another that was submitted after it to the same queue, one wide: in vain, with both.
      Here each gives up after a while, and then the other runs. The cures: with Dispatch, to ask whether one is on the queue already and then just run
      the body; with Operation, to make the rest of the work an operation that depends. The first cure has a limit, shown last:
      it sees the queue that a body is on, not one that waits for that.

      **The trap.** `sync` from a body to its own serial queue; `DispatchQueue.main.sync` on the main thread; `waitUntilFinished` or
      `addOperations(_:waitUntilFinished: true)` in an operation, on a queue whose slots are all taken by such waiters: with
      a width of four it takes four that wait for a fifth, so it comes on a busy day. Two queues that wait for each other do it too:
      `a.sync { b.sync { a.sync { … } } }`, and there `getSpecific` does not know that `a` is waiting.

      **Choose** not to wait. Where you must, Dispatch has a time limit (`wait(timeout:)`), Operation has none; with Operation
      there is less need, as a dependency waits without a thread.

      **On Linux** it is the same. Where Dispatch sees that a queue waits for itself, it ends the program there and then.

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// A body waits for another on the queue that it is on
      /// itself. With `sync` in place of what is here, it would
      /// wait for ever.
      public func gcd(_ diary: Diary) {
        let queue = DispatchQueue(label: "photos")
        let me = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: me, value: true)

        queue.async {
          let inner = DispatchWorkItem { diary.note("inner runs") }
          queue.async(execute: inner)
          let outcome = diary.span("waits") {
            inner.wait(timeout: .now() + .milliseconds(50))
          }
          diary.note(outcome == .timedOut ? "waited in vain" : "no deadlock")
        }
        queue.sync {}

        // The cure: do not wait, or ask whether one is there
        // already.
        @Sendable func onQueue(_ body: () -> Void) {
          if DispatchQueue.getSpecific(key: me) == true {
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

        // Its limit: on another queue, for which this one waits, it
        // says no, and `onQueue` would be a deadlock.
        let other = DispatchQueue(label: "other")
        queue.sync {
          other.sync {
            let isSeen = DispatchQueue.getSpecific(key: me) == true
            diary.note(isSeen ? "seen" : "not seen from another queue")
          }
        }
      }

      """##,
    operation: ##"""
      import Foundation
      import LessonKit

      /// A body waits for another on the queue that it is on
      /// itself, which has no other slot. With `waitUntilFinished`
      /// in place of the gate, which gives up, it would wait for
      /// ever.
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

        // The cure: what would have waited becomes an operation of
        // its own, which depends on the other.
        queue.addOperation {
          let inner = BlockOperation { diary.note("inner of two") }
          let rest = BlockOperation { diary.note("the rest, after it") }
          rest.addDependency(inner)
          OperationQueue.current?.addOperations(
            [rest, inner], waitUntilFinished: false)
          diary.note("outer is over")
        }
        queue.waitUntilAllOperationsAreFinished()
      }

      """##)
}
