import Dispatch
import LessonKit

/// Two photos are read together, one is changed alone, and two
/// are read again: a reader–writer lock.
public func gcd() {
  let queue = DispatchQueue(label: "album", attributes: .concurrent)

  func read(_ name: String) {
    diary.submitted(name)
    queue.async { compute(name, milliseconds: 20) }
  }
  read("read a")
  read("read b")
  diary.depends("change", on: "read a", "read b")
  diary.depends("read c", "read d", on: "change")
  diary.submitted("change")
  queue.async(flags: .barrier) { compute("change", milliseconds: 20) }
  read("read c")
  read("read d")
  queue.sync(flags: .barrier) {}

  // On a global queue a barrier is an ordinary closure. This
  // one doesn't wait for the read before it.
  let global = DispatchQueue.global()
  let group = DispatchGroup()
  let passed = Gate()
  diary.submitted("global read")
  global.async(group: group) {
    diary.span("global read") {
      _ = passed.wait(milliseconds: 60_000)
      compute(milliseconds: 20)
    }
  }
  diary.submitted("global change")
  global.async(group: group, flags: .barrier) {
    compute("global change", milliseconds: 20)
    passed.open()
  }
  group.wait()
}

// Only for running and checking it here.
// anywhere: read b
// computes: read a; change; read c; read d; global read; global change
