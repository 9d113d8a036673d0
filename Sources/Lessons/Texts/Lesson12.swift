// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson12 = Lesson.Text(
    folder: "12-layers-and-barriers",
    readme: ##"""
      # 12 · Layers and barriers

      **What to see.** What reads may run together; what changes runs alone, after all that came before it and before all that
      comes after. Both have a barrier for it. With Operation the same can be said with dependencies on an operation between
      two layers, which works across queues and lets everything else on the queue pass.

      **The trap.** A barrier works on a concurrent queue that you made. On a global queue it is an ordinary body, without a
      warning: here it passes the one in front of it. And a barrier stops the whole queue, whoever uses it.

      **Choose** Dispatch for a barrier, above all around shared state ([lesson 13](../13-shared-state)); Operation for layers.

      **On Linux** `addBarrierBlock` holds in the plain case shown here. On an empty queue, though, it ignores that the queue is
      suspended, and waiting for the queue does not wait for it. And adding an operation that was cancelled before, while a barrier waits,
      can lock up the queue: `_addOperations` then takes a lock that it holds already
      ([Operation.swift](https://github.com/swiftlang/swift-corelibs-foundation/blob/main/Sources/Foundation/Operation.swift)).
      Use a layer.

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// Two photos are read, one is changed with nobody else
      /// about, and two are read again.
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

        // On a queue that everyone shares, a barrier is none: this
        // one does not wait for the body before it.
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

      /// Two photos are read, one is changed with nobody else
      /// about, and two are read again.
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
        // before it, and on which all after it depend. On any
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
