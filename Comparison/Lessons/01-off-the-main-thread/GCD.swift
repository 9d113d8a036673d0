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
