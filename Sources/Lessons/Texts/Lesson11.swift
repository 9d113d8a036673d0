// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson11 = Lesson.Text(
    folder: "11-ending-later",
    readme: ##"""
      # 11 · Work that ends later than it returns

      **What to see.** A work item is over when its body returns, with the transfer still under way; a group that is entered before
      and left after knows better. An operation can say for itself when it is over: what depends on it waits, and so does
      its queue, which is one wide here: three transfers, one after the other, and no thread held by any.

      **The trap.** `leave` once for each `enter`: one too many crashes, one too few waits for ever; so call it on every way out.
      With Operation the notices of a change are what the queue goes by: on Apple's systems it observes `isExecuting` and `isFinished`,
      and each change needs a notice before and after; without those of `isFinished` the queue is stuck. A cancelled
      operation is started all the same, if only to end; and one must not end before it was started.

      **Choose** Operation when there is a width to keep or an order to hold: the subclass is long, and written once. Choose a group
      to wait for many at once. Never turn it round with a semaphore that blocks until the reply is there: that holds a thread
      ([lesson 2](../02-limiting-the-width)).

      **On Linux** there is no key-value observing: `willChangeValue(for:)` does nothing, `didChangeValue(for:)` is a plain call, and that
      for `isFinished` alone is enough to end. Without it, the queue is stuck there too. Give all four notices, whatever the platform.

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// A body starts a transfer and returns; the network goes on.
      public func gcd(_ diary: Diary) {
        let queue = DispatchQueue(label: "downloads")
        let (told, arrived, done) = (Gate(), Gate(), Gate())

        // A work item is over when its body returns.
        let item = DispatchWorkItem {
          let span = diary.begin("first transfer")
          transfer(milliseconds: 10, after: told) {
            span.end()
            arrived.open()
          }
        }
        item.notify(queue: queue) {
          diary.note("the item is over")
          told.open()
        }
        queue.async(execute: item)
        arrived.wait()

        // A group is empty when all who entered have left,
        // wherever.
        let group = DispatchGroup()
        for name in ["second", "third"] {
          group.enter()
          queue.async {
            let span = diary.begin("\(name) transfer")
            transfer(milliseconds: 10) {
              span.end()
              group.leave()
            }
          }
        }
        group.notify(queue: queue) {
          diary.note("the group is empty")
          done.open()
        }
        done.wait()
      }

      """##,
    operation: ##"""
      import Foundation
      import LessonKit

      /// A body starts a transfer and returns; the network goes on.
      /// The operation is over when it says so, and holds its slot
      /// until then.
      public func operation(_ diary: Diary) {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let transfers = ["first", "second", "third"].map { Transfer($0, diary) }
        let report = BlockOperation { diary.note("the transfers are over") }
        transfers.forEach(report.addDependency)
        queue.addOperations(transfers + [report], waitUntilFinished: true)
      }

      private final class Transfer: Operation, @unchecked Sendable {
        private enum State { case waiting, running, over }

        // Safe: touched under the lock only.
        private var state = State.waiting
        private let lock = NSLock()
        private let title: String
        private let diary: Diary

        init(_ name: String, _ diary: Diary) {
          (title, self.diary) = ("\(name) transfer", diary)
        }

        override var isAsynchronous: Bool { true }
        override var isExecuting: Bool { lock.withLock { state == .running } }
        override var isFinished: Bool { lock.withLock { state == .over } }

        override func start() {
          // A cancelled operation is started too, and has to end.
          if isCancelled { return change(to: .over) }
          change(to: .running)
          let span = diary.begin(title)
          transfer(milliseconds: 10) { [self] in
            span.end()
            change(to: .over)
          }
        }

        /// The queue watches by key-value observing. Not under the
        /// lock, as it looks at once.
        private func change(to next: State) {
          willChangeValue(for: \.isExecuting)
          willChangeValue(for: \.isFinished)
          lock.withLock { state = next }
          didChangeValue(for: \.isExecuting)
          didChangeValue(for: \.isFinished)
        }
      }

      """##)
}
