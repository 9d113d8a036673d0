import Foundation
import LessonKit

/// Two photos are read together, one is changed alone, and two
/// are read again.
private func readAndChange() {
  let queue = OperationQueue()
  queue.isSuspended = true
  diary.suspended("queue")
  queue.addOperation(read("read a"))
  queue.addOperation(read("read b"))
  diary.depends("change", on: "read a", "read b")
  diary.depends("read c", "read d", on: "change")
  diary.submitted("change")
  queue.addBarrierBlock { compute("change", milliseconds: 20) }
  queue.addOperation(read("read c"))
  queue.addOperation(read("read d"))
  diary.resumed("queue")
  queue.isSuspended = false
}

/// Layers order these on any queues: an operation depends on all
/// before it, and all after it depend on that one.
private func readAndChangeInLayers() {
  let queue = OperationQueue()
  let before = [read("read e"), read("read f")]
  let layer = BlockOperation {
    compute("change all", milliseconds: 20)
  }
  diary.submitted("change all")
  let after = [read("read g"), read("read h")]
  before.forEach(layer.addDependency)
  for operation in after { operation.addDependency(layer) }
  diary.depends("change all", on: "read e", "read f")
  diary.depends("read g", "read h", on: "change all")
  queue.addOperations(after + [layer] + before, waitUntilFinished: false)
}

private func read(_ name: String) -> Operation {
  diary.submitted(name)
  return BlockOperation { compute(name, milliseconds: 20) }
}

// Only for running and checking it here.
@MainActor public func operation() async {
  readAndChange()
  await ended("read c", "read d")
  readAndChangeInLayers()
  await ended("read g", "read h")
}
// computes: read a; read b; change; read c; read d
// computes: read e; read f; change all; read g; read h
// order: read a < change; read b < change
// order: change < read c; change < read d
// order: read e < change all; read f < change all
// order: change all < read g; change all < read h
