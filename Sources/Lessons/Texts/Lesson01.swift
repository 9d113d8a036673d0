// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson01 = Lesson.Text(
    folder: "01-off-the-main-thread",
    readme: ##"""
      # 1 · Off the main thread and back

      **What to see.** The caller continues while another thread filters the photo. The result is shown on the main queue, after the
      filter. Both versions do the same thing in nearly the same words. (Run here, Swift 6.3.1.)

      **The trap.** `DispatchQueue.main.sync` on the main thread. The queue would have to wait for itself, so `sync` traps (run here;
      [source](https://github.com/swiftlang/swift-corelibs-libdispatch/blob/swift-6.3.1-RELEASE/src/queue.c#L1636-L1643)). Use
      `async`. The opposite mistake, touching a view off the main queue, often goes unnoticed; `dispatchPrecondition(condition:
      .onQueue(.main))` turns it into a crash at once (run here).

      **Choose** Dispatch: its background queues are already there, and the round trip is one expression. Operation needs a queue of
      your own. In return, a closure can ask which queue it runs on (`OperationQueue.current`), where Dispatch can only check for a
      queue that you name ([lesson 16](../16-waiting-and-deadlock)).

      **On Linux** a queue's quality of service (QoS) sets the nice value of its threads, since Swift 6.3
      ([source](https://github.com/swiftlang/swift-corelibs-libdispatch/blob/swift-6.3.1-RELEASE/src/queue.c#L6247-L6287)). [lesson
      9](../09-priorities) shows the values. Both versions here use the same QoS, as anything should that you compare.

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// A photo is filtered where nobody waits for it, and shown
      /// where views live: on the main queue.
      public func gcd(_ diary: Diary) {
        let shown = Gate()

        DispatchQueue.global(qos: .userInitiated).async {
          diary.span("filter") { compute(milliseconds: 20) }
          DispatchQueue.main.async {
            // Dispatch can check a queue. It cannot name the
            // current one.
            dispatchPrecondition(condition: .onQueue(.main))
            diary.note("shown")
            shown.open()
          }
        }
        diary.note("the caller continues")
        shown.wait()
      }

      """##,
    operation: ##"""
      import Foundation
      import LessonKit

      /// A photo is filtered where nobody waits for it, and shown
      /// where views live: on the main queue.
      public func operation(_ diary: Diary) {
        let shown = Gate()
        // There is no shared background queue: make one, and keep
        // it.
        let filters = OperationQueue()
        filters.name = "filters"
        filters.qualityOfService = .userInitiated

        filters.addOperation {
          let name = OperationQueue.current?.name ?? "none"
          diary.note("on the queue “\(name)”")
          diary.span("filter") { compute(milliseconds: 20) }
          OperationQueue.main.addOperation {
            diary.note("shown")
            shown.open()
          }
        }
        diary.note("the caller continues")
        shown.wait()
      }

      """##)
}
