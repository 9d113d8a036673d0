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
