// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson02 = Lesson.Text(
    folder: "02-limiting-the-width",
    readme: ##"""
      # 2 · Limiting the width

      **What to see.** First 500 bodies that end later than they return: all are under way together, on the few threads that there
      are. Then 500 that block: each keeps a thread of the pool while it runs, so that only as many are under way as there are threads.
      Then 20 bodies, four at a time at most: one line with Operation, a semaphore and a queue that feeds with Dispatch. Below each picture
      stands how many of each kind were under way at once.

      **The trap.** Blocking. The pool begins with about a thread for each core, and grows while its threads are stuck, up to a limit:
      500 bodies that block never run together, whatever width was asked for, and all else that needs the pool waits behind them. And a
      semaphore that is waited for inside a body keeps one thread for each that waits.

      **Choose** Operation when you want a width: it is a property, and can be changed while work is under way. With
      either, let bodies that wait for something end later than they return ([lesson 11](../11-ending-later)): they need no
      thread.

      **On Linux** the pool has 255 threads at most (`DISPATCH_WORKQ_MAX_PTHREAD_COUNT` in
      [libdispatch](https://github.com/swiftlang/swift-corelibs-libdispatch/blob/main/src/shims.h)), and can take about a second for each
      that it adds, as a timer looks for blocked ones
      ([workqueue.c](https://github.com/swiftlang/swift-corelibs-libdispatch/blob/main/src/event/workqueue.c)). On macOS it grows faster,
      up to 64 threads, and then stops: worse, since it works until it does not.

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// A concurrent queue has no width: what it is given runs as
      /// soon as the pool has a thread.
      public func gcd(_ diary: Diary) {
        let pool = DispatchQueue(label: "pool", attributes: .concurrent)
        let group = DispatchGroup()

        // Bodies that end later than they return keep no thread.
        let replies = Replies(after: 500)
        for _ in 1...500 {
          group.enter()
          pool.async {
            let span = diary.begin("ends later")
            replies.wait {
              span.end()
              group.leave()
            }
          }
        }
        group.wait()

        // Bodies that block keep one each.
        for _ in 1...500 {
          pool.async(group: group) {
            diary.span("blocks") { block(milliseconds: 1) }
          }
        }
        group.wait()

        // Four at a time: a slot is taken before a body is
        // submitted. Were it taken inside the body, all that wait
        // would keep a thread each.
        let slots = DispatchSemaphore(value: 4)
        let feeder = DispatchQueue(label: "feeder")
        for _ in 1...20 {
          feeder.async(group: group) {
            slots.wait()
            pool.async(group: group) {
              defer { slots.signal() }
              diary.span("limited") { block(milliseconds: 20) }
            }
          }
        }
        group.wait()
      }

      """##,
    operation: ##"""
      import Foundation
      import LessonKit

      /// The width of a queue is a number, which may be changed at
      /// any time; the threads are from Dispatch's pool.
      public func operation(_ diary: Diary) {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 500
        // Operations that end later than they return keep no thread.
        let replies = Replies(after: 500)
        for _ in 1...500 { queue.addOperation(Transfer(replies, diary)) }
        queue.waitUntilAllOperationsAreFinished()

        func run(_ count: Int, _ title: String, milliseconds: Int) {
          for _ in 1...count {
            queue.addOperation {
              diary.span(title) { block(milliseconds: milliseconds) }
            }
          }
          queue.waitUntilAllOperationsAreFinished()
        }
        run(500, "blocks", milliseconds: 1)  // They keep one each.
        queue.maxConcurrentOperationCount = 4
        run(20, "limited", milliseconds: 20)
      }

      /// Lesson 11 is about how this is written.
      private final class Transfer: Operation, @unchecked Sendable {
        private enum State { case waiting, running, over }
        private var state = State.waiting  // Safe: under the lock only.
        private let lock = NSLock()
        private let replies: Replies
        private let diary: Diary

        init(_ replies: Replies, _ diary: Diary) {
          (self.replies, self.diary) = (replies, diary)
        }
        override var isAsynchronous: Bool { true }
        override var isExecuting: Bool { lock.withLock { state == .running } }
        override var isFinished: Bool { lock.withLock { state == .over } }

        override func start() {
          if isCancelled { return change(to: .over) }
          change(to: .running)
          let span = diary.begin("ends later")
          replies.wait { [self] in
            span.end()
            change(to: .over)
          }
        }
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
