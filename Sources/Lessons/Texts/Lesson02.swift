// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson02 = Lesson.Text(
    folder: "02-limiting-the-width",
    readme: ##"""
      # 2 · Limiting concurrency

      **What to see.** First 500 *asynchronous* jobs: each starts a transfer, returns, and finishes later. All 500 are under way
      together, on far fewer threads. Then 500 that block: each holds a thread while it waits, so only as many run as the pool has
      threads. Then 20 transfers with a *concurrency limit* of four, which this project also calls the width: with Operation it is a
      property; with Dispatch, four chains that each start their next transfer. Below each picture is the highest number of each kind
      under way at once. (Run here, Swift 6.3.1.)

      **The trap.** Blocking. A pool starts with one thread a core
      ([source](https://github.com/swiftlang/swift-corelibs-libdispatch/blob/swift-6.3.1-RELEASE/src/queue.c#L6193-L6198)), and grows
      slowly while its threads are blocked: 500 blocking closures never run together, whatever limit you set (run here), and other
      work for the same pool waits behind them. A semaphore is the usual way to limit a Dispatch queue, and blocks too: waited for
      inside the closures, it holds a thread for each one that waits; waited for before they are submitted, one thread in all.

      **The trap of many queues: thread explosion.** Slow growth protects only pools that do not overcommit. A serial queue
      overcommits by default
      ([source](https://github.com/swiftlang/swift-corelibs-libdispatch/blob/swift-6.3.1-RELEASE/src/queue.c#L2734-L2740)), so 100
      serial queues that block get 100 threads at once (run here). Make one serial queue for each subsystem, not one for each object.

      **Choose** Operation when you need a limit: it is a property that you can change while work is under way
      ([documented](https://developer.apple.com/documentation/foundation/operationqueue/maxconcurrentoperationcount)). With either
      API, write work that waits as asynchronous work ([lesson 11](../11-ending-later)), which needs no thread.

      **On Linux** every pool has a limit of 255 threads
      ([source](https://github.com/swiftlang/swift-corelibs-libdispatch/blob/swift-6.3.1-RELEASE/src/shims.h#L57-L59)). Once a second
      a timer looks at the pools that do not overcommit. It adds a thread to one that has work waiting and no thread that can run; if
      some can, but fewer than there are cores, it adds one as long as the program as a whole has few
      ([source](https://github.com/swiftlang/swift-corelibs-libdispatch/blob/swift-6.3.1-RELEASE/src/event/workqueue.c#L350-L395)). On
      Apple platforms the kernel limits the pools that do not overcommit to 64 threads or five for each core, whichever is more, and a
      process to 512 in all
      ([source](https://github.com/apple-oss-distributions/xnu/blob/5c2921b07a2480ab43ec66f5b9e41cb872bc554f/bsd/pthread/workqueue_internal.h)).

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// A concurrent queue has no limit: it starts what it is
      /// given as soon as the pool has a thread.
      public func gcd(_ diary: Diary) {
        let pool = DispatchQueue(label: "pool", attributes: .concurrent)
        let group = DispatchGroup()

        // Asynchronous work holds no thread while it waits.
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

        // Work that blocks holds one.
        for _ in 1...500 {
          pool.async(group: group) {
            diary.span("blocks") { block(milliseconds: 1) }
          }
        }
        group.wait()

        // Four at a time: four chains, each of which starts its next
        // transfer when one has ended. Nothing waits on a thread, as
        // it would for a semaphore.
        let left = Locked(20)
        @Sendable func startNext() {
          let isNext = left.withLock { left in
            left -= 1
            return left >= 0
          }
          guard isNext else { return }
          group.enter()
          pool.async {
            let span = diary.begin("limited")
            transfer(milliseconds: 20) {
              span.end()
              startNext()
              group.leave()
            }
          }
        }
        for _ in 1...4 { startNext() }
        group.wait()
      }

      """##,
    operation: ##"""
      import Foundation
      import LessonKit

      /// The concurrency limit of a queue is a property. The threads
      /// come from Dispatch's pool.
      public func operation(_ diary: Diary) {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 500
        func run(_ count: Int, _ job: () -> Operation) {
          for _ in 1...count { queue.addOperation(job()) }
          queue.waitUntilAllOperationsAreFinished()
        }
        // Asynchronous operations hold no thread while they wait.
        let replies = Replies(after: 500)
        run(500) { Transfer("ends later", diary) { replies.wait($0) } }
        // Operations that block hold one each.
        run(500) {
          BlockOperation { diary.span("blocks") { block(milliseconds: 1) } }
        }
        queue.maxConcurrentOperationCount = 4
        run(20) {
          Transfer("limited", diary) { transfer(milliseconds: 20, $0) }
        }
      }

      /// An asynchronous operation: lesson 11 is about how to write
      /// one.
      private final class Transfer: Operation, @unchecked Sendable {
        typealias Send = (@escaping @Sendable () -> Void) -> Void
        private enum State { case waiting, running, finished }
        private var state = State.waiting  // Safe: under the lock only.
        private let lock = NSLock()
        private let title: String
        private let diary: Diary
        private let send: Send

        init(_ title: String, _ diary: Diary, _ send: @escaping Send) {
          (self.title, self.diary, self.send) = (title, diary, send)
        }
        override var isAsynchronous: Bool { true }
        override var isExecuting: Bool { lock.withLock { state == .running } }
        override var isFinished: Bool { lock.withLock { state == .finished } }

        override func start() {
          if isCancelled { return change(to: .finished) }
          change(to: .running)
          let span = diary.begin(title)
          send { [self] in
            span.end()
            change(to: .finished)
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
