// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson02 = Lesson.Text(
    folder: "02-limiting-the-width",
    readme: ##"""
      # 2 · Limiting the width

      **What to see.** First 60 bodies that block, with nothing to limit them: every one that runs keeps a thread of the pool,
      and the rest wait until there is one. Then 20 bodies, four at a time at most: one line with Operation, a semaphore and
      a queue that feeds with Dispatch.

      **The trap.** Blocking. The pool is as large as the machine has cores, and grows slowly when all its threads are stuck: 500
      bodies that block go through it a handful at a time, whatever width was asked for. And a semaphore that is waited for
      inside a body keeps one thread for each that waits.

      **Choose** Operation when you want a width: it is a property, and can be changed while work is under way. With
      either, let bodies that wait for something end later than they return ([lesson 11](../11-ending-later)): they need no
      thread.

      **On Linux** the pool grows by about one thread a second, so that 60 blocking bodies never run together on a machine
      with few cores. On macOS it grows faster, up to 64 threads, and then stops: worse, since it works until it does not.

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// A concurrent queue has no width: what it is given runs as
      /// soon as the pool has a thread, and a body that blocks
      /// keeps its thread.
      public func gcd(_ diary: Diary) {
        let pool = DispatchQueue(label: "pool", attributes: .concurrent)
        let group = DispatchGroup()

        for _ in 1...60 {
          pool.async(group: group) {
            diary.span("unlimited") { block(milliseconds: 20) }
          }
        }
        group.wait()

        // Four at a time: a slot is taken before a body is handed
        // over. Were it taken inside the body, all that wait would
        // keep a thread each.
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
      /// any time. It is a limit and no promise: the threads come
      /// from the same pool.
      public func operation(_ diary: Diary) {
        let queue = OperationQueue()

        queue.maxConcurrentOperationCount = 60
        for _ in 1...60 {
          queue.addOperation {
            diary.span("unlimited") { block(milliseconds: 20) }
          }
        }
        queue.waitUntilAllOperationsAreFinished()

        queue.maxConcurrentOperationCount = 4
        for _ in 1...20 {
          queue.addOperation {
            diary.span("limited") { block(milliseconds: 20) }
          }
        }
        queue.waitUntilAllOperationsAreFinished()
      }

      """##)
}
