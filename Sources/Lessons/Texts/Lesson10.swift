// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson10 = Lesson.Text(
    folder: "10-being-told",
    readme: ##"""
      # 10 · Observing the end

      **What to see.** With Dispatch any number of observers, and a late one, each on the queue that it names. Operation has one
      completion block: the second replaces the first, one that is set after the end never runs, and `waitUntilFinished` does not wait
      for it. But any number of operations may *depend* on it: they name their queue, and may come late. (Run here, Swift 6.3.1.)

      **The trap.** Relying on order or place. Several observers are notified in no defined order
      ([documented](https://github.com/swiftlang/swift-corelibs-libdispatch/blob/swift-6.3.1-RELEASE/dispatch/block.h#L349-L351)). A
      completion block runs on no particular queue
      ([documented](https://developer.apple.com/documentation/foundation/operation/completionblock)). Both also fire for a cancelled
      item or operation (run here): look for the result. And a completion block that captures its own operation is a retain cycle.

      **Choose** either: `notify`, or an operation that depends. Keep the completion block for the one listener that owns the
      operation. On Apple platforms you can also observe `isFinished` with key-value observing
      ([documented](https://developer.apple.com/documentation/foundation/operation)).

      **On Linux** the completion block is kept after it has run, so that retain cycle is a leak: capture the operation weakly (run
      here;
      [source](https://github.com/swiftlang/swift-corelibs-foundation/blob/swift-6.3.1-RELEASE/Sources/Foundation/Operation.swift#L297-L303)).
      Apple sets `completionBlock` to `nil` once it has begun
      ([documented](https://developer.apple.com/documentation/foundation/operation/completionblock)).

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// Any number of observers, each on the queue that it names.
      public func gcd(_ diary: Diary) {
        let queue = DispatchQueue(label: "filters")
        let reports = DispatchQueue(label: "reports")
        let done = Gate()
        let item = DispatchWorkItem { diary.note("filtered") }

        for name in ["first observer", "second observer"] {
          item.notify(queue: reports) { diary.note(name) }
        }
        queue.async(execute: item)
        item.wait()

        // It is never too late to observe.
        item.notify(queue: reports) {
          diary.note("late observer")
          done.open()
        }
        done.wait()
      }

      """##,
    operation: ##"""
      import Foundation
      import LessonKit

      /// One completion block, or any number of operations that
      /// depend.
      public func operation(_ diary: Diary) {
        let queue = OperationQueue()
        let reports = OperationQueue()
        let (waited, hasRun) = (Gate(), Gate())
        let filter = BlockOperation { diary.note("filtered") }

        func observe(_ name: String) -> Operation {
          let observer = BlockOperation { diary.note(name) }
          observer.addDependency(filter)
          return observer
        }
        let observers = ["first observer", "second observer"].map(observe)
        reports.addOperations(observers, waitUntilFinished: false)

        // There is one completion block: the second replaces the
        // first.
        filter.completionBlock = { diary.note("replaced block") }
        filter.completionBlock = {
          _ = waited.wait(milliseconds: 5_000)
          diary.note("completion block")
          hasRun.open()
        }
        queue.addOperation(filter)
        // This does not wait for the completion block.
        filter.waitUntilFinished()
        diary.note("the wait is over")
        waited.open()
        hasRun.wait()
        reports.waitUntilAllOperationsAreFinished()

        // Too late: nobody runs this one.
        filter.completionBlock = { diary.note("late block") }
        // A dependent is never too late.
        reports.addOperations(
          [observe("late observer")], waitUntilFinished: true)
      }

      """##)
}
