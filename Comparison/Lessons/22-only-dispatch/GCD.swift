import Dispatch
import LessonKit

/// Calls a closure on a queue for times, events and descriptors.
public nonisolated func gcd() {
  let queue = DispatchQueue(label: "events")

  // Once, after a delay.
  let later = DispatchWorkItem { @Sendable in
    compute("later", milliseconds: 20)
  }
  diary.submitted("later")
  queue.asyncAfter(deadline: .now() + .milliseconds(20), execute: later)
  later.wait()

  // Repeatedly. Keep the source, and activate it.
  let ticks = Locked(0)
  let ticked = Gate()
  let timer = DispatchSource.makeTimerSource(queue: queue)
  // Each tick may come two milliseconds late, to save energy.
  timer.schedule(
    deadline: .now(), repeating: .milliseconds(20),
    leeway: .milliseconds(2))
  timer.setEventHandler {
    compute("tick", milliseconds: 5)
    let isLast = ticks.withLock { ticks in
      ticks += 1
      return ticks == 3
    }
    if isLast { timer.cancel() }
  }
  timer.setCancelHandler { @Sendable in ticked.open() }
  timer.activate()
  ticked.wait()

  // Coalescing: data that is added while the queue is busy
  // arrives as one event, here with the sum.
  let reported = Gate()
  let bytes = DispatchSource.makeUserDataAddSource(queue: queue)
  bytes.setEventHandler {
    diary.span("report") { show("\(bytes.data) in one event") }
    reported.open()
  }
  bytes.activate()
  queue.sync { for _ in 1...100 { bytes.add(data: 2) } }
  reported.wait()
  bytes.cancel()
  debounce()
  events(queue)

  // At a clock time, which moves when the clock is set.
  let alarm = DispatchWorkItem { @Sendable in
    compute("alarm", milliseconds: 5)
  }
  queue.asyncAfter(
    wallDeadline: .now() + .milliseconds(20), execute: alarm)
  alarm.wait()
}

/// Types three letters. The search waits for the last one.
private nonisolated func debounce() {
  let searched = Gate()
  DispatchQueue.main.sync {
    var search: DispatchWorkItem?
    for text in ["o", "oa", "oak"] {
      search?.cancel()
      let next = DispatchWorkItem {
        diary.span("search") { show("search for \(text)") }
        searched.open()
      }
      DispatchQueue.main.asyncAfter(
        deadline: .now() + .milliseconds(20), execute: next)
      search = next
    }
  }
  searched.wait()
}

private nonisolated func events(_ queue: DispatchQueue) {
  // A signal.
  let handled = Gate()
  let signals = DispatchSource.makeSignalSource(
    signal: windowChange, queue: queue)
  signals.setEventHandler { @Sendable in
    diary.span("signal") { handled.open() }
  }
  // A signal that is sent before registration is lost.
  signals.setRegistrationHandler { @Sendable in send(windowChange) }
  signals.activate()
  handled.wait()
  signals.cancel()

  // A descriptor: an event whenever there is something to read.
  let wire = Wire()
  let closed = Gate()
  let arrived = DispatchSemaphore(value: 0)
  let source = DispatchSource.makeReadSource(
    fileDescriptor: wire.descriptor, queue: queue)
  source.setEventHandler { @Sendable in
    diary.span("read") { show("\(wire.read()) bytes read") }
    arrived.signal()
  }
  // Not earlier: another file could then get its number.
  source.setCancelHandler { @Sendable in
    wire.close()
    closed.open()
  }
  source.activate()
  for text in ["ph", "oto"] {
    wire.write(text)
    arrived.wait()
  }
  source.cancel()
  closed.wait()
}

// Only for running and checking it here.
// anywhere: later; tick; report; signal; read; alarm
// main: search
