// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson15 = Lesson.Text(
    folder: "15-once-or-again",
    readme: ##"""
      # 15 · Once only, or again

      **What to see.** One work item, submitted three times, runs three times, and not at all once it was cancelled. One operation runs once;
      to do the work again takes a new one. For “once only” Dispatch needs a guard that all pass (the old `dispatch_once` is
      gone: `static let` has taken its place), where Operation needs a dependency: eight use a palette that one makes.

      **The trap.** An operation that has ended, or is on a queue, is a crash when it is added again. A work item that was submitted twice
      has no single end: `wait` and `notify` are about the first one, and to `wait` for one item twice is an error.

      **Choose** Dispatch to repeat, Operation where something must not happen twice.

      **On Linux** it is the same. (A `BlockOperation` may have several blocks: macOS runs them together, Linux one after the other.)

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// The same work again, and work that must be done once only.
      public func gcd(_ diary: Diary) {
        let queue = DispatchQueue(label: "filters")

        // A work item may be submitted as often as one likes.
        let item = DispatchWorkItem { diary.note("filtered") }
        for _ in 1...3 { queue.async(execute: item) }
        queue.sync {}

        // Once cancelled, it is so for good.
        item.cancel()
        queue.async(execute: item)
        queue.sync {}

        // Once only, whoever comes first; the others wait until it
        // is there.
        let palette = Palette(diary)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
          _ = palette.colors
        }
      }

      private final class Palette: @unchecked Sendable {
        // Safe: touched on the queue only. For something that the
        // whole program shares, a `static let` does the same in one
        // line.
        private let queue = DispatchQueue(label: "palette")
        private let diary: Diary
        private var made: [Int]?

        init(_ diary: Diary) { self.diary = diary }

        var colors: [Int] {
          queue.sync {
            if let made { return made }
            diary.note("palette made")
            let colors = Array(0..<256)
            made = colors
            return colors
          }
        }
      }

      """##,
    operation: ##"""
      import Foundation
      import LessonKit

      /// The same work again, and work that must be done once only.
      public func operation(_ diary: Diary) {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1

        // An operation runs once. Started again it does nothing;
        // added again, the program crashes.
        let filter = BlockOperation { diary.note("filtered") }
        queue.addOperations([filter], waitUntilFinished: true)
        filter.start()

        // So for work that is to be done again, keep what makes it.
        func again() -> Operation {
          BlockOperation { diary.note("filtered anew") }
        }
        queue.addOperations([again(), again()], waitUntilFinished: true)

        // That makes “once only” plain: whoever needs the palette
        // depends on the one operation that makes it.
        let palette = BlockOperation { diary.note("palette made") }
        let users = (1...8).map { _ in
          let user = BlockOperation { diary.note("palette used") }
          user.addDependency(palette)
          return user
        }
        queue.addOperations(users + [palette], waitUntilFinished: true)
      }

      """##)
}
