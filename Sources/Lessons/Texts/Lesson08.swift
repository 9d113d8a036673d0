// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson08 = Lesson.Text(
    folder: "08-suspending",
    readme: ##"""
      # 8 · Suspending and resuming

      **What to see.** One at a time, both do what one hopes: what runs goes on, what waits stays, until the queue is resumed.
      Dispatch counts, so that two suspensions take two resumptions; Operation has a switch, which can be read. Then 200 bodies
      are given to a queue without a width, which is suspended at once: it runs all 200.

      **The trap.** A queue can only hold back what it still has. One without a width hands everything that is ready to the
      pool of threads as soon as it comes, and suspending it afterwards does nothing. Give the queue a width, or hold work back
      yourself. With Dispatch there is another: a suspended queue that nobody holds any more crashes the program when it goes,
      and so does one `resume` too many.

      **Choose** Operation, with a width: a switch cannot be out of balance.

      **On Linux** this is so for both. On macOS an `OperationQueue` of the default width keeps some of its operations back, as
      the system sees fit; do not count on how many.

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// A queue is suspended while it works.
      public func gcd(_ diary: Diary) {
        let queue = DispatchQueue(label: "serial")
        let (begun, scrolled, ended) = (Gate(), Gate(), Gate())
        queue.async {
          begun.open()
          scrolled.wait()
          diary.note("first")
          ended.open()
        }
        queue.async { diary.note("second") }

        begun.wait()
        queue.suspend()
        queue.suspend()  // It counts.
        scrolled.open()
        ended.wait()
        diary.note("resumed once")
        queue.resume()
        diary.note("resumed twice")
        queue.resume()
        queue.sync {}

        // A concurrent queue has handed on what it was given:
        // suspended now, it runs all of that.
        let pool = DispatchQueue(label: "pool", attributes: .concurrent)
        let (group, rest) = (DispatchGroup(), Gate())
        let given = 200
        for _ in 1...given {
          pool.async(group: group) {
            rest.wait()
            diary.span("wide") {}
          }
        }
        pool.suspend()
        rest.open()
        _ = group.wait(timeout: .now() + 5)
        let ran = diary.story.spans.count
        diary.figure("of \(given) ran though suspended", ran)
        pool.resume()
        group.wait()
      }

      """##,
    operation: ##"""
      import Foundation
      import LessonKit

      /// A queue is suspended while it works.
      public func operation(_ diary: Diary) {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let (begun, scrolled, ended) = (Gate(), Gate(), Gate())
        queue.addOperation {
          begun.open()
          scrolled.wait()
          diary.note("first")
          ended.open()
        }
        queue.addOperation { diary.note("second") }

        begun.wait()
        queue.isSuspended = true
        queue.isSuspended = true  // It is, or it is not.
        scrolled.open()
        ended.wait()
        diary.note("resumed")
        queue.isSuspended = false
        queue.waitUntilAllOperationsAreFinished()

        // With the default width all that was ready has been handed
        // on.
        let pool = OperationQueue()
        let (all, rest) = (Gate(), Gate())
        let given = 200
        for _ in 1...given {
          pool.addOperation {
            rest.wait()
            diary.span("wide") {}
            if diary.story.spans.count == given { all.open() }
          }
        }
        pool.isSuspended = true
        rest.open()
        _ = all.wait(milliseconds: isHandedOnAtOnce ? 5_000 : 100)
        let ran = diary.story.spans.count
        diary.figure("of \(given) ran though suspended", ran)
        pool.isSuspended = false
        pool.waitUntilAllOperationsAreFinished()
      }

      #if os(Linux)
        private let isHandedOnAtOnce = true
      #else
        private let isHandedOnAtOnce = false
      #endif

      """##)
}
