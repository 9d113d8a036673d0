import Dispatch
import LessonKit

/// Meant: a handler on the main queue asks the main queue for
/// the title. `DispatchQueue.main.sync` would end the program.
/// This waits like it, but gives up.
private func receiveTitle() {
  DispatchQueue.main.async {
    diary.span("handler") {
      let title = DispatchWorkItem {
        compute("title", milliseconds: 10)
      }
      diary.submitted("title")
      DispatchQueue.main.async(execute: title)
      // Wrong: the main queue is busy with this very handler.
      let end = title.wait(timeout: .now() + .milliseconds(100))
      show(end == .timedOut ? "the app hangs" : "the app responds")
    }
  }
}

// Only for running and checking it here.
@MainActor public func trap() async {
  receiveTitle()
  await ended("title")
}
// main: handler; title
// order: handler < title
