import Dispatch
import LessonKit

/// Meant: a tick after 100 milliseconds.
nonisolated private func startTimer(_ ticked: Gate) {
  let queue = DispatchQueue(label: "events")
  let timer = DispatchSource.makeTimerSource(queue: queue)
  timer.schedule(deadline: .now() + .milliseconds(100))
  timer.setEventHandler {
    compute("tick", milliseconds: 10)
    ticked.open()
  }
  timer.activate()
  // Wrong: nothing keeps the timer after this line.
}

// Only for running and checking it here.
@MainActor public func trap() async {
  let ticked = Gate()
  diary.submitted("tick")
  startTimer(ticked)
  await transfer(milliseconds: 250)
  show(ticked.isOpen ? "it ticks" : "it never ticks")
}
// never: tick
