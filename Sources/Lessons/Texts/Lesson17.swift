// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson17 = Lesson.Text(
    folder: "17-three-ways",
    readme: ##"""
      # 17 · A block, a method, a subclass: three ways to write a job

      **What to see.** A block and a method go to either queue as they are. Then an object: a work item, which can be cancelled and
      waited for; and a subclass of `Operation`, which besides keeps its result, and runs without any queue, as in a test.

      **The trap.** A block captures what it mentions, and `self` with it, until it has run or is thrown away; a cancelled one may stand
      in line for long. A subclass that overrides `main` is not called when it was cancelled before; one that overrides
      `start` is, and has to end itself ([lesson 11](../11-ending-later)). `Operation` is Sendable, so the compiler believes
      that a subclass is: what it keeps is yours to guard.

      **Choose** a block, with either, until the work has a name, a state or a result of its own. Then choose Operation: a class
      is a place to put them.

      **On Linux** there is no invocation operation (`NSInvocationOperation`), as in Swift altogether: a method is a block.

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// The filter as a block, as a method, and as a work item.
      public func gcd(_ diary: Diary) {
        let queue = DispatchQueue(label: "filters")

        queue.async { diary.note("a block") }

        let filter = Filter(title: "a method", diary: diary)
        queue.async(execute: filter.run)

        // An object: it can be cancelled, waited for, and run as a
        // function. It cannot be subclassed, and holds no result.
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

      /// The filter as a block, as a method, and as a subclass.
      public func operation(_ diary: Diary) {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1

        queue.addOperation { diary.note("a block") }

        let filter = Filter(title: "a method", diary: diary)
        queue.addOperation(BlockOperation(block: filter.run))

        // A class of one's own: it takes what it needs, keeps what
        // it made, and can be tested without a queue.
        let operation = FilterOperation(pixel: 100)
        queue.addOperation(operation)
        operation.waitUntilFinished()
        let result = operation.result ?? 0
        diary.note("a subclass, with the result \(result)")

        let cancelled = FilterOperation(pixel: 100)
        cancelled.cancel()
        queue.addOperations([cancelled], waitUntilFinished: true)
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
        // Safe: written in `main`, and read when that is over.
        private(set) var result: Int?

        init(pixel: Int) { self.pixel = pixel }

        override func main() { result = pixel * 2 }
      }

      """##)
}
