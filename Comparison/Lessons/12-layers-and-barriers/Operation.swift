import Foundation
import LessonKit

/// Two photos are read together, one is changed alone, and two
/// are read again.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()
  func read(_ name: String) -> Operation {
    BlockOperation { diary.span(name) { compute(milliseconds: 10) } }
  }

  queue.isSuspended = true
  queue.addOperation(read("read a"))
  queue.addOperation(read("read b"))
  queue.addBarrierBlock {
    diary.span("change") { compute(milliseconds: 10) }
  }
  queue.addOperation(read("read c"))
  queue.addOperation(read("read d"))
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()

  // The same as a layer: an operation that depends on all
  // before it, and on which all after it depend, on any
  // queues.
  let before = [read("read e"), read("read f")]
  let layer = BlockOperation {
    diary.span("change all") { compute(milliseconds: 10) }
  }
  let after = [read("read g"), read("read h")]
  before.forEach(layer.addDependency)
  for operation in after { operation.addDependency(layer) }
  queue.addOperations(before + [layer] + after, waitUntilFinished: true)
}
