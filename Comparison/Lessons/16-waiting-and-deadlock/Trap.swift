import Dispatch
import LessonKit

/// Meant: each of two queues asks the other one. This is
/// `a.async { b.sync { … } }` against `b.async { a.sync { … } }`,
/// but one of the two gives up, so that the run ends.
private func askEachOther() {
  let (a, b) = (DispatchQueue(label: "a"), DispatchQueue(label: "b"))
  let both = Meeting(of: 2)

  a.async {
    diary.span("on a") {
      both.meet()
      let question = DispatchWorkItem {
        compute("question to b", milliseconds: 10)
      }
      diary.submitted("question to b")
      b.async(execute: question)
      // Wrong: b is waiting for a. `sync` would wait forever.
      let end = question.wait(timeout: .now() + .milliseconds(100))
      show(end == .timedOut ? "gave up: deadlock" : "no deadlock")
    }
  }
  b.async {
    diary.span("on b") {
      both.meet()
      diary.submitted("question to a")
      a.sync { compute("question to a", milliseconds: 10) }
    }
  }
}

// Only for running and checking it here.
@MainActor public func trap() async {
  askEachOther()
  await ended("question to a", "question to b")
}
// computes: on a; on b; question to a; question to b
// order: on a < question to a; on b < question to a
// order: question to a < question to b
