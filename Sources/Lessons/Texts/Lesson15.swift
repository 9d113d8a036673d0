// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson15 = Lesson.Text(
    folder: "15-once-or-again",
    readme: ##"""
      # 15 · Once, or again

      **What to see.** One work item, submitted three times, runs three times, and never again once it is cancelled. An operation runs
      once; doing the work again takes a new one. For “once only” Dispatch takes a guard that all callers pass. Operation takes a
      dependency: eight use the palette that one makes. (Run here, Swift 6.3.1.)

      **The trap.** An operation that has finished, or is on a queue, traps when it is added again (run here). A work item may be run
      many times; or be run once, and then be waited for once and observed. Any mixture is undefined
      ([documented](https://github.com/swiftlang/swift-corelibs-libdispatch/blob/swift-6.3.1-RELEASE/dispatch/block.h#L290-L297)).
      Waiting for an item that has run twice traps, and so does `notify` (run here).

      **Choose** by whether others need this one run. If they do, take an operation: it stands for one run, so others can depend on
      it, cancel it and read its result. If nobody does, submit a closure, as often as you like, with either API. For a value that is
      made once, `static let` or a lock is enough.

      **On Linux** a `BlockOperation` with several blocks runs them one after the other (run here;
      [source](https://github.com/swiftlang/swift-corelibs-foundation/blob/swift-6.3.1-RELEASE/Sources/Foundation/Operation.swift#L697-L710)).
      Apple's runs them concurrently ([documented](https://developer.apple.com/documentation/foundation/blockoperation)).

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// The same work again, and work that must be done once only.
      public func gcd(_ diary: Diary) {
        let queue = DispatchQueue(label: "filters")

        // A work item that nobody waits for or observes may be
        // submitted again.
        let item = DispatchWorkItem { diary.note("filtered") }
        for _ in 1...3 { queue.async(execute: item) }
        queue.sync {}

        // Once cancelled, it never runs again.
        item.cancel()
        queue.async(execute: item)
        queue.sync {}

        // Once only: the first caller makes it, the others wait
        // until it is there.
        let palette = Palette(diary)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
          _ = palette.colors
        }
      }

      private final class Palette: Sendable {
        // For something that the whole program shares, a `static
        // let` does the same in one line.
        private let made = Locked<[Int]?>(nil)
        private let diary: Diary

        init(_ diary: Diary) { self.diary = diary }

        var colors: [Int] {
          made.withLock { made in
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

        // An operation runs once. Started again, it does nothing.
        // Added again, it traps.
        let filter = BlockOperation { diary.note("filtered") }
        queue.addOperations([filter], waitUntilFinished: true)
        filter.start()

        // To do the work again, keep a function that makes it.
        func again() -> Operation {
          BlockOperation { diary.note("filtered anew") }
        }
        queue.addOperations([again(), again()], waitUntilFinished: true)

        // Once only: whatever needs the palette depends on the one
        // operation that makes it.
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
