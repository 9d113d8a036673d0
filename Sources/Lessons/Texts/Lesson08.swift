// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson08 = Lesson.Text(
    folder: "08-suspending",
    readme: ##"""
      # 8 · Suspending and resuming

      **What to see.** One at a time, both do what you hope: what runs goes on, and what waits stays until the queue is resumed.
      Dispatch counts, so two suspensions take two resumptions; Operation has a switch, which can be read. Then 200 closures go to a
      queue without a limit, which is suspended at once. It runs all 200. (Run here, Swift 6.3.1.)

      **The trap.** A queue can hold back only what it still holds. Without a limit, it passes everything that is ready to the pool of
      threads at once
      ([source](https://github.com/swiftlang/swift-corelibs-foundation/blob/swift-6.3.1-RELEASE/Sources/Foundation/Operation.swift#L973-L1031)
      for Operation), and suspending it afterwards does nothing. Set a limit, or hold work back yourself.

      **The trap of letting go.** A suspended Dispatch queue that is released traps (run here), and so does one `resume` too many (run
      here;
      [documented](https://github.com/swiftlang/swift-corelibs-libdispatch/blob/swift-6.3.1-RELEASE/dispatch/object.h#L325-L366)). A
      suspended `OperationQueue` cannot get out of balance. The price: as long as operations on it are unfinished, it keeps them, and
      they keep it, so both leak until it is resumed (run here;
      [documented](https://developer.apple.com/documentation/foundation/operationqueue)). Cancelling alone does not help: a cancelled
      operation still has to be started to finish (run here).

      **Choose** Operation, with a limit, and resume every queue before you drop it.

      **On Linux** the 200 of 200 were measured. Apple says only that the default limit follows the conditions of the system
      ([documented](https://developer.apple.com/documentation/foundation/operationqueue/maxconcurrentoperationcount)): do not rely on
      how much of it is held back.

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
        queue.suspend()  // Dispatch counts.
        scrolled.open()
        ended.wait()
        diary.note("resumed once")
        queue.resume()
        diary.note("resumed twice")
        queue.resume()
        queue.sync {}

        // A concurrent queue has passed everything to the pool by
        // now: suspended, it still runs all of it.
        let pool = DispatchQueue(label: "pool", attributes: .concurrent)
        let (group, rest) = (DispatchGroup(), Gate())
        let submitted = 200
        for _ in 1...submitted {
          pool.async(group: group) {
            rest.wait()
            diary.span("wide") {}
          }
        }
        pool.suspend()
        rest.open()
        _ = group.wait(timeout: .now() + 5)
        let ran = diary.story.spans.count
        diary.figure("of \(submitted) ran though suspended", ran)
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
        queue.isSuspended = true  // A switch.
        scrolled.open()
        ended.wait()
        diary.note("resumed")
        queue.isSuspended = false
        queue.waitUntilAllOperationsAreFinished()

        // Without a limit, everything that was ready has been passed
        // to the pool by now.
        let pool = OperationQueue()
        let (all, rest) = (Gate(), Gate())
        let added = 200
        for _ in 1...added {
          pool.addOperation {
            rest.wait()
            diary.span("wide") {}
            if diary.story.spans.count == added { all.open() }
          }
        }
        pool.isSuspended = true
        rest.open()
        _ = all.wait(milliseconds: passesOnAtOnce ? 5_000 : 100)
        let ran = diary.story.spans.count
        diary.figure("of \(added) ran though suspended", ran)
        pool.isSuspended = false
        pool.waitUntilAllOperationsAreFinished()
      }

      #if os(Linux)
        private let passesOnAtOnce = true
      #else
        private let passesOnAtOnce = false
      #endif

      """##)
}
