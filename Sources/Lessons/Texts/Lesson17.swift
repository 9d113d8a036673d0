// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson17 = Lesson.Text(
    folder: "17-three-ways",
    readme: ##"""
      # 17 · A closure, a method, a subclass: three ways to write a job

      **What to see.** A closure and a method go to either queue as they are. Then an object. A work item can be cancelled and waited
      for. A subclass of `Operation` also keeps its result, and runs without a queue, as in a test. (Run here, Swift 6.3.1.)

      **The trap.** A closure keeps what it captures, `self` included, until it has run or is released; a cancelled one may wait for
      that in its queue (run here). A subclass that overrides `main` is not called when it was cancelled before; one that overrides
      `start` is, and has to finish itself ([lesson 11](../11-ending-later)). And `Operation` is `Sendable`, so the compiler accepts
      that a subclass is: what it stores is yours to guard.

      **Choose** a closure, with either, until the work has a name, a state or a result of its own. Then choose Operation: a class is
      the place to put them. It has no result or error of its own; you add them.

      **On Linux** this lesson cancels on a suspended queue, for the reason given in [lesson 6](../06-a-cancelled-dependency).
      `NSInvocationOperation` is not available in Swift on any platform
      ([documented](https://developer.apple.com/documentation/foundation/nsinvocationoperation)): a method is passed as a closure.

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// The filter as a closure, as a method, and as a work item.
      public func gcd(_ diary: Diary) {
        let queue = DispatchQueue(label: "filters")

        queue.async { diary.note("a closure") }

        let filter = Filter(title: "a method", diary: diary)
        queue.async(execute: filter.run)

        // An object: it can be cancelled and waited for. It cannot
        // be subclassed, and holds no result.
        let item = DispatchWorkItem { diary.note("a work item") }
        queue.async(execute: item)
        item.wait()

        let cancelled = DispatchWorkItem { diary.note("cancelled") }
        cancelled.cancel()
        queue.async(execute: cancelled)
        queue.sync {}
      }

      private struct Filter: Sendable {
        let title: String
        let diary: Diary

        func run() { diary.note(title) }
      }

      """##,
    operation: ##"""
      import Foundation
      import LessonKit

      /// The filter as a closure, as a method, and as a subclass.
      public func operation(_ diary: Diary) {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1

        queue.addOperation { diary.note("a closure") }

        let filter = Filter(title: "a method", diary: diary)
        queue.addOperation(BlockOperation(block: filter.run))

        // A class of your own: it takes its input, keeps its result,
        // and can be tested without a queue.
        let operation = FilterOperation(pixel: 100)
        queue.addOperation(operation)
        operation.waitUntilFinished()
        let result = operation.result ?? 0
        diary.note("a subclass, with the result \(result)")

        // Cancel it on its queue, not before it is added.
        let cancelled = FilterOperation(pixel: 100)
        queue.isSuspended = true
        queue.addOperation(cancelled)
        cancelled.cancel()
        queue.isSuspended = false
        queue.waitUntilAllOperationsAreFinished()
        if cancelled.result == nil { diary.note("cancelled, no result") }

        let alone = FilterOperation(pixel: 50)
        alone.start()
        diary.note("without a queue: \(alone.result ?? 0)")
      }

      private struct Filter: Sendable {
        let title: String
        let diary: Diary

        func run() { diary.note(title) }
      }

      private final class FilterOperation: Operation, @unchecked Sendable {
        private let pixel: Int
        // Safe: written in `main`, and read when that has returned.
        private(set) var result: Int?

        init(pixel: Int) { self.pixel = pixel }

        override func main() { result = pixel * 2 }
      }

      """##)
}
