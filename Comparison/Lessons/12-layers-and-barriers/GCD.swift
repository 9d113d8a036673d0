import Dispatch
import LessonKit

/// Two photos are read together, one is changed alone, and two
/// are read again: a reader–writer lock.
private func readAndChange() {
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
}

/// A barrier on a global queue is an ordinary closure. It doesn't
/// wait for the read before it.
private func changeOnGlobalQueue() {
  let global = DispatchQueue.global()
  diary.submitted("global read")
  global.async { readSlowly("global read") }
  diary.submitted("global change")
  global.async(flags: .barrier) {
    compute("global change", milliseconds: 20)
  }
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  readAndChange()
  await ended("read c", "read d")
  changeOnGlobalQueue()
  await ended("global read")
}
nonisolated private func readSlowly(_ job: String, line: Int = #line) {
  diary.span(job, line: line) {
    waitUntilEnded("global change")
    compute(milliseconds: 20)
  }
}
// computes: read a; read b; change; read c; read d
// computes: global read; global change
// order: read a < change; read b < change
// order: change < read c; change < read d
