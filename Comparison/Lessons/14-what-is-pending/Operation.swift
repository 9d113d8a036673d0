import Foundation
import LessonKit

/// Five photos, one at a time: how many are left? The queue
/// knows.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let (begun, look) = (Gate(), Gate())

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
  diary.note("look")

  // Each question is answered at a moment of its own: ask
  // once.
  let operations = queue.operations
  let running = operations.filter(\.isExecuting)
  diary.figure("pending", operations.count - running.count)
  diary.figure("running", running.count)
  for operation in running {
    diary.note("\(operation.name ?? "?") is running")
  }
  look.open()
  queue.waitUntilAllOperationsAreFinished()
  let left = queue.operations.count
  diary.figure("pending at the end", left)
  diary.figure("percent done", (5 - left) * 100 / 5)
}
