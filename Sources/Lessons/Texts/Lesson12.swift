// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson12 = Lesson.Text(
    folder: "12-layers-and-barriers",
    readme: ##"""
      # 12 · Layers and barriers

      **What to see.** Readers may run together; a writer runs alone, after all that came before it and before all that comes after.
      Both APIs have a barrier for it. With Operation the same can be said with dependencies on one operation between two layers,
      which works across queues, and lets everything else on the queue pass. (Run here, Swift 6.3.1.)

      **The trap.** A barrier works only on a concurrent queue that you made. On a global queue it is an ordinary closure, without a
      warning (run here;
      [documented](https://github.com/swiftlang/swift-corelibs-libdispatch/blob/swift-6.3.1-RELEASE/dispatch/queue.h#L1192-L1205)). It
      stops the whole queue, whoever else uses it. And a concurrent queue does not avoid priority inversion: slow readers of low
      priority hold up an important writer, and nothing raises them
      ([documented](https://github.com/swiftlang/swift-corelibs-libdispatch/blob/swift-6.3.1-RELEASE/dispatch/queue.h#L190-L193)).

      **Choose** Operation's layers to order stages of work. To guard state, start with a lock ([lesson 13](../13-shared-state)); a
      queue with barriers is a reader–writer lock with the price just named: consider it only where reads are long and many.

      **On Linux** a barrier of an `OperationQueue` has holes. On an empty queue it ignores that the queue is suspended, and waiting
      for the queue does not wait for it (run here;
      [source](https://github.com/swiftlang/swift-corelibs-foundation/blob/swift-6.3.1-RELEASE/Sources/Foundation/Operation.swift#L1283-L1305)).
      Adding a cancelled operation while a barrier waits locks up the queue, as `_addOperations` takes a lock that it already holds
      (run here;
      [source](https://github.com/swiftlang/swift-corelibs-foundation/blob/swift-6.3.1-RELEASE/Sources/Foundation/Operation.swift#L1217-L1224)).
      Whether Apple's Foundation shares these has not been measured. Use a layer.

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// Two photos are read together, one is changed alone, and two
      /// are read again: a reader–writer lock.
      public func gcd(_ diary: Diary) {
        let queue = DispatchQueue(label: "album", attributes: .concurrent)

        for name in ["read a", "read b"] {
          queue.async { diary.span(name) { compute(milliseconds: 10) } }
        }
        queue.async(flags: .barrier) {
          diary.span("change") { compute(milliseconds: 10) }
        }
        for name in ["read c", "read d"] {
          queue.async { diary.span(name) { compute(milliseconds: 10) } }
        }
        queue.sync(flags: .barrier) {}

        // On a global queue a barrier is an ordinary closure: this
        // one does not wait for the one before it.
        let global = DispatchQueue.global()
        let (group, passed) = (DispatchGroup(), Gate())
        global.async(group: group) {
          let isPassed = passed.wait(milliseconds: 10_000)
          diary.note(isPassed ? "passed by a barrier" : "not passed")
        }
        global.async(group: group, flags: .barrier) { passed.open() }
        group.wait()
      }

      """##,
    operation: ##"""
      import Foundation
      import LessonKit

      /// Two photos are read together, one is changed alone, and two
      /// are read again.
      public func operation(_ diary: Diary) {
        let queue = OperationQueue()
        func read(_ name: String) -> Operation {
          BlockOperation { diary.span(name) { compute(milliseconds: 10) } }
        }

        queue.isSuspended = true
        queue.addOperation(read("read a"))
        queue.addOperation(read("read b"))
        queue.addBarrierBlock {
          diary.span("change") { compute(milliseconds: 10) }
        }
        queue.addOperation(read("read c"))
        queue.addOperation(read("read d"))
        queue.isSuspended = false
        queue.waitUntilAllOperationsAreFinished()

        // The same as a layer: an operation that depends on all
        // before it, and on which all after it depend, on any
        // queues.
        let before = [read("read e"), read("read f")]
        let layer = BlockOperation {
          diary.span("change all") { compute(milliseconds: 10) }
        }
        let after = [read("read g"), read("read h")]
        before.forEach(layer.addDependency)
        for operation in after { operation.addDependency(layer) }
        queue.addOperations(before + [layer] + after, waitUntilFinished: true)
      }

      """##)
}
