// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson04 = Lesson.Text(
    folder: "04-taking-a-dependency-back",
    readme: ##"""
      # 4 · Removing a dependency

      **What to see.** A filter waits for a download. The photo turns up in a cache, so the filter runs at once, and it runs only
      once. With Dispatch a `notify` cannot be withdrawn: both events call the filter, and a guard lets the first one through. With
      Operation the filter depends on an empty operation in between, which both events may start, with the same guard.
      `removeDependency` comes last, on a filter of its own, since it does not work everywhere. (Run here, Swift 6.3.1.)

      **The trap.** With Dispatch: cancelling the item that `notify` will submit, and submitting another. That is not atomic. If the
      download ends in between, both run, and `cancel()` does not report that it came too late: `isCancelled` is true of an item that
      has run, too (run here). With Operation: starting the operation in between without a guard. Starting an operation that another
      thread is still running traps (run here;
      [source](https://github.com/swiftlang/swift-corelibs-foundation/blob/swift-6.3.1-RELEASE/Sources/Foundation/Operation.swift#L328-L339)).

      **Choose** Operation, with the operation in between if your code runs on Linux. With Dispatch, let a `DispatchGroup` count:
      `enter` for each thing that is missing, `leave` once when it has come or is no longer needed, and submit the work in `notify`.

      **On Linux** `removeDependency` takes the operation off the list of dependencies, and does not lower the count that `isReady`
      looks at
      ([source](https://github.com/swiftlang/swift-corelibs-foundation/blob/swift-6.3.1-RELEASE/Sources/Foundation/Operation.swift#L438-L466)).
      The operation waits for ever, even when the other one has finished; only cancelling gets it off its queue (run here). Apple
      documents no such limit ([documented](https://developer.apple.com/documentation/foundation/operation/removedependency%28_:%29)).

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// A filter waits for a download. The photo turns up in a
      /// cache, and the filter need not wait any more. `notify`
      /// cannot be withdrawn, so both events call the filter, and
      /// the first one runs it.
      public func gcd(_ diary: Diary) {
        let queue = DispatchQueue(label: "photos", attributes: .concurrent)
        let (arrives, filtered, notified) = (Gate(), Gate(), Gate())
        let filter = Once {
          diary.note("filtered")
          filtered.open()
        }

        let download = DispatchWorkItem {
          arrives.wait()
          diary.note("downloaded")
        }
        download.notify(queue: queue) {
          filter.run()
          notified.open()
        }
        queue.async(execute: download)

        diary.note("found in the cache")
        queue.async { filter.run() }
        filtered.wait()

        arrives.open()
        notified.wait()
      }

      /// A closure that runs for its first caller.
      private final class Once: Sendable {
        private let body: @Sendable () -> Void
        private let hasRun = Locked(false)

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }

        func run() {
          let isFirst = hasRun.withLock { hasRun in
            defer { hasRun = true }
            return !hasRun
          }
          if isFirst { body() }
        }
      }

      """##,
    operation: ##"""
      import Foundation
      import LessonKit

      /// A filter waits for a download. The photo turns up in a
      /// cache, and the filter need not wait any more.
      public func operation(_ diary: Diary) {
        let queue = OperationQueue()
        let arrives = Gate()
        let download = BlockOperation {
          arrives.wait()
          diary.note("downloaded")
        }
        // What works everywhere: depend on an edge. The end of the
        // download opens it, and so may you.
        let edge = Edge()
        let filter = BlockOperation { diary.note("filtered") }
        filter.addDependency(edge.operation)
        let end = BlockOperation { edge.open() }
        end.addDependency(download)
        // What does not work everywhere.
        let other = BlockOperation { diary.note("filtered, dependency removed") }
        other.addDependency(download)

        queue.addOperations(
          [download, end, filter, other], waitUntilFinished: false)
        diary.note("found in the cache")
        edge.open()
        filter.waitUntilFinished()

        other.removeDependency(download)
        diary.figure("dependencies left", other.dependencies.count)
        arrives.open()
        end.waitUntilFinished()
        diary.figure("ready", other.isReady ? 1 : 0)
        // Where it still waits for what it does not depend on, only
        // this gets it off the queue.
        if !other.isReady { other.cancel() }
        queue.waitUntilAllOperationsAreFinished()
      }

      /// An empty operation on no queue. It finishes when it is
      /// opened, and only the first caller may start it.
      private final class Edge: Sendable {
        let operation = BlockOperation()
        private let isOpen = Locked(false)

        func open() {
          let isFirst = isOpen.withLock { isOpen in
            defer { isOpen = true }
            return !isOpen
          }
          if isFirst { operation.start() }
        }
      }

      """##)
}
