import Dispatch
import LessonKit

/// Time, events and descriptors: each calls a closure on a queue.
public func gcd(_ diary: Diary) {
  let queue = DispatchQueue(label: "events")
  let (later, ticked, reported, read) = (Gate(), Gate(), Gate(), Gate())

  // Once, not before a moment.
  diary.submitted("later")
  queue.asyncAfter(deadline: .now() + .milliseconds(20)) {
    diary.span("later") { compute(milliseconds: 20) }
    later.open()
  }
  later.wait()

  // Again and again. A source is kept, and activated.
  let ticks = Locked(0)
  let timer = DispatchSource.makeTimerSource(queue: queue)
  timer.schedule(deadline: .now(), repeating: .milliseconds(20))
  timer.setEventHandler {
    diary.span("tick") {}
    let isLast = ticks.withLock { ticks in
      ticks += 1
      return ticks == 3
    }
    if isLast { timer.cancel() }
  }
  timer.setCancelHandler { ticked.open() }
  timer.activate()
  ticked.wait()

  // Coalescing: what comes while the queue is busy is one
  // event, here with the sum.
  let bytes = DispatchSource.makeUserDataAddSource(queue: queue)
  bytes.setEventHandler {
    diary.span("report") { diary.note("\(bytes.data) in one event") }
    reported.open()
  }
  bytes.activate()
  queue.sync {
    for _ in 1...100 { bytes.add(data: 1) }
  }
  reported.wait()
  bytes.cancel()

  // A descriptor: what arrives there, when it arrives.
  DispatchIO.read(
    fromFileDescriptor: descriptor(reading: "photo"),
    maxLength: .max, runningHandlerOn: queue
  ) { data, _ in
    diary.span("read") { diary.note("\(data.count) bytes read") }
    read.open()
  }
  read.wait()
}
