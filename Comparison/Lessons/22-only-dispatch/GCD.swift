import Dispatch
import LessonKit

/// A job after a delay.
nonisolated private func runLater(on queue: DispatchQueue) {
  diary.submitted("later")
  queue.asyncAfter(deadline: .now() + .milliseconds(20)) {
    compute("later", milliseconds: 20)
  }
}

/// Three jobs. Its handler keeps the timer until it cancels it.
nonisolated private func repeats(
  on queue: DispatchQueue
) -> any DispatchSourceTimer {
  let timer = DispatchSource.makeTimerSource(queue: queue)
  // Each tick may come two milliseconds late, to save energy.
  timer.schedule(
    deadline: .now(), repeating: .milliseconds(20),
    leeway: .milliseconds(2))
  var ticks = 0
  timer.setEventHandler {
    compute("tick", milliseconds: 5)
    ticks += 1
    if ticks == 3 { timer.cancel() }
  }
  timer.activate()
  return timer
}

/// Coalescing: data added while the queue is busy, here
/// suspended, is one event. Cancel the source at the end.
nonisolated private func report(
  on queue: DispatchQueue
) -> any DispatchSourceUserDataAdd {
  let bytes = DispatchSource.makeUserDataAddSource(queue: queue)
  bytes.setEventHandler {
    diary.span("report") { show("\(bytes.data) in one event") }
  }
  bytes.activate()
  queue.suspend()
  for _ in 1...100 { bytes.add(data: 2) }
  queue.resume()
  return bytes
}

/// Debounce: the search waits until no letter has come for 20
/// milliseconds.
@MainActor private final class Field {
  private var search: DispatchWorkItem?

  func type(_ text: String) {
    search?.cancel()
    let next = DispatchWorkItem {
      diary.span("search") { show("search for \(text)") }
    }
    DispatchQueue.main.asyncAfter(
      deadline: .now() + .milliseconds(20), execute: next)
    search = next
  }
}

/// An alarm at a time of day, which moves when the clock is set.
nonisolated private func setAlarm(on queue: DispatchQueue) {
  queue.asyncAfter(wallDeadline: .now() + .milliseconds(20)) {
    compute("alarm", milliseconds: 5)
  }
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  let queue = DispatchQueue(label: "events")
  runLater(on: queue)
  await ended("later")
  let timer = repeats(on: queue)
  await ended("tick", times: 3)
  let bytes = report(on: queue)
  await ended("report")
  let field = Field()
  for text in ["o", "oa", "oak"] { field.type(text) }
  await ended("search")
  setAlarm(on: queue)
  await ended("alarm")
  timer.cancel()
  bytes.cancel()
}
// computes: later; tick; report; alarm
// main: search
