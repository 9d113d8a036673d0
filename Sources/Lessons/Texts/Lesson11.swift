// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson11 = Lesson.Text(
    folder: "11-ending-later",
    readme: ##"""
      # 11 · Asynchronous operations

      **What to see.** A work item has finished when its closure returns, with the transfer still under way. A group that is entered
      before each transfer and left after it is empty only when all have ended. An *asynchronous operation* reports for itself when it
      has finished: whatever depends on it waits, and it holds its slot. The queue here is one wide, so three transfers follow each
      other. (Run here, Swift 6.3.1.)

      **The trap.** `leave` once for each `enter`: one too many traps (run here), one too few waits for ever. So call it on every way
      out. An operation has to send change notifications for `isExecuting` and `isFinished`
      ([documented](https://developer.apple.com/documentation/foundation/operation)); without the one for `isFinished` its queue is
      stuck. A cancelled operation is still started, to finish (run here). Never finish one on a queue before it was started:
      Foundation on Linux prints a warning
      ([source](https://github.com/swiftlang/swift-corelibs-foundation/blob/swift-6.3.1-RELEASE/Sources/Foundation/Operation.swift#L251-L253)),
      and its queue keeps a dangling pointer to it
      ([source](https://github.com/swiftlang/swift-corelibs-foundation/blob/swift-6.3.1-RELEASE/Sources/Foundation/Operation.swift#L877-L917)).

      **Choose** Operation when there is a limit or an order to keep: the subclass is long, and written once. Choose a group to wait
      for many at once. Do not make it blocking work again, with a semaphore that waits for the reply: that holds a thread ([lesson
      2](../02-limiting-the-width)).

      **On Linux** there is no key-value observing. `willChangeValue(for:)` does nothing, and `didChangeValue(for:)` is a plain call
      ([source](https://github.com/swiftlang/swift-corelibs-foundation/blob/swift-6.3.1-RELEASE/Sources/Foundation/Operation.swift#L610-L632)).
      The one for `isFinished` alone is enough to finish. Without it the queue is stuck here too, if the operation ends after `start`
      has returned (run here). Send all four on every platform.

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// A closure starts a transfer and returns. The transfer goes
      /// on.
      public func gcd(_ diary: Diary) {
        let queue = DispatchQueue(label: "downloads")
        let (notified, arrived, done) = (Gate(), Gate(), Gate())

        // A work item has finished when its closure returns.
        let item = DispatchWorkItem {
          let span = diary.begin("first transfer")
          transfer(milliseconds: 10, after: notified) {
            span.end()
            arrived.open()
          }
        }
        item.notify(queue: queue) {
          diary.note("the item has finished")
          notified.open()
        }
        queue.async(execute: item)
        arrived.wait()

        // A group is empty when everything that entered it has left,
        // on whatever thread.
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

      /// An asynchronous operation starts a transfer and returns. It
      /// reports when it has finished, and holds its slot until
      /// then.
      public func operation(_ diary: Diary) {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let transfers = ["first", "second", "third"].map { Transfer($0, diary) }
        let report = BlockOperation { diary.note("the transfers have finished") }
        transfers.forEach(report.addDependency)
        queue.addOperations(transfers + [report], waitUntilFinished: true)
      }

      private final class Transfer: Operation, @unchecked Sendable {
        private enum State { case waiting, running, finished }

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
        override var isFinished: Bool { lock.withLock { state == .finished } }

        override func start() {
          // A cancelled operation is started too, and has to finish.
          if isCancelled { return change(to: .finished) }
          change(to: .running)
          let span = diary.begin(title)
          transfer(milliseconds: 10) { [self] in
            span.end()
            change(to: .finished)
          }
        }

        /// The queue observes these two properties, and reads them at
        /// once: so not under the lock.
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
