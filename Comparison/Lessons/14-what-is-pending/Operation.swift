import Foundation
import LessonKit

/// Five photos, one at a time: how many are left? The queue
/// knows.
public func operation() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let begun = Gate()
  let look = Gate()

  for number in 1...5 {
    let name = "filter \(number)"
    let filter = BlockOperation {
      diary.span(name) {
        begun.open()
        look.wait()
      }
    }
    filter.name = name
    diary.submitted(name)
    queue.addOperation(filter)
  }
  begun.wait()
  show("look")

  // Two questions are answered at two moments, so ask only
  // once.
  let operations = queue.operations
  let running = operations.filter(\.isExecuting)
  show("pending", operations.count - running.count)
  show("running", running.count)
  for operation in running {
    show("\(operation.name ?? "?") is running")
  }
  look.open()
  queue.waitUntilAllOperationsAreFinished()
  let left = queue.operations.count
  show("pending at the end", left)
  show("percent done", (5 - left) * 100 / 5)
}

// Only for running and checking it here.
// computes: filter *
