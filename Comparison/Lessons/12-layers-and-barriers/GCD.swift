import Dispatch
import LessonKit

/// Two photos are read together, one is changed alone, and two
/// are read again: a reader–writer lock.
public func gcd(_ diary: Diary) {
  let queue = DispatchQueue(label: "album", attributes: .concurrent)

  for name in ["read a", "read b"] {
    queue.async { diary.span(name) { compute(milliseconds: 10) } }
  }
  queue.async(flags: .barrier) {
    diary.span("change") { compute(milliseconds: 10) }
  }
  for name in ["read c", "read d"] {
    queue.async { diary.span(name) { compute(milliseconds: 10) } }
  }
  queue.sync(flags: .barrier) {}

  // On a global queue a barrier is an ordinary closure: this
  // one does not wait for the one before it.
  let global = DispatchQueue.global()
  let (group, passed) = (DispatchGroup(), Gate())
  global.async(group: group) {
    let isPassed = passed.wait(milliseconds: 10_000)
    diary.note(isPassed ? "passed by a barrier" : "not passed")
  }
  global.async(group: group, flags: .barrier) { passed.open() }
  group.wait()
}
