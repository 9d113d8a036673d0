// Made by .ci/snippets from Comparison/Lessons. Change it there.
// swift-format-ignore-file
import LessonKit

extension Lesson.Text {
  static let lesson01 = Lesson.Text(
    folder: "01-off-the-main-thread",
    readme: ##"""
      # 1 · Off the main thread and back

      **What to see.** The caller goes on while the photo is filtered on another thread; what is shown is shown on the main
      thread, after the filter. Both versions do the same, in nearly the same words.

      **The trap.** `DispatchQueue.main.sync` on the main thread waits for itself, for ever; `async` never does. A body that
      touches a view off the main queue is a bug that often goes unseen: `dispatchPrecondition` makes it a crash at once.

      **Choose** Dispatch: its background queues are there already, and the whole is one expression. Operation needs a queue of
      your own, and repays it by telling a body which queue it is on (`OperationQueue.current`). Dispatch lets you insist on
      a queue; to ask, it takes a queue that you marked before ([lesson 16](../16-waiting-and-deadlock)).

      **On Linux** it is the same; but a quality of service only chooses which of several pools of threads runs the body, and raises
      no thread's priority.

      """##,
    gcd: ##"""
      import Dispatch
      import LessonKit

      /// A photo is filtered where it keeps nobody waiting, and
      /// shown where views live: on the main queue.
      public func gcd(_ diary: Diary) {
        let shown = Gate()

        DispatchQueue.global(qos: .userInitiated).async {
          diary.span("filter") { compute(milliseconds: 20) }
          DispatchQueue.main.async {
            // One can insist on a queue; nobody tells which one
            // this is.
            dispatchPrecondition(condition: .onQueue(.main))
            diary.note("shown")
            shown.open()
          }
        }
        diary.note("the caller goes on")
        shown.wait()
      }

      """##,
    operation: ##"""
      import Foundation
      import LessonKit

      /// A photo is filtered where it keeps nobody waiting, and
      /// shown where views live: on the main queue.
      public func operation(_ diary: Diary) {
        let shown = Gate()
        // There is no shared queue in the background: make one, and
        // keep it.
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
        diary.note("the caller goes on")
        shown.wait()
      }

      """##)
}
