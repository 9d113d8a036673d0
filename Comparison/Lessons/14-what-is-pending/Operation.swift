import Foundation
import LessonKit

/// Filters photos, one at a time. How many are left? The queue
/// knows.
@MainActor private final class Filters {
  let queue = OperationQueue()

  init() { queue.maxConcurrentOperationCount = 1 }

  func add(_ photo: Int) {
    let name = "filter \(photo)"
    let operation = BlockOperation { render(name) }
    operation.name = name
    diary.submitted(name)
    queue.addOperation(operation)
  }

  /// The list and each state are read at different moments.
  func look() {
    let operations = queue.operations
    let running = operations.filter(\.isExecuting)
    show("pending", operations.count - running.count)
    show("running", running.count)
    for operation in running {
      show("\(operation.name ?? "?") is running")
    }
  }
}

// Only for running and checking it here.
@MainActor public func operation() async {
  let filters = Filters()
  for photo in 1...5 { filters.add(photo) }
  await started("filter 1")
  show("look")
  filters.look()
  await finished(filters.queue)
  let left = filters.queue.operations.count
  show("pending at the end", left)
  show("percent done", (5 - left) * 100 / 5)
}
nonisolated private func render(_ job: String, line: Int = #line) {
  diary.span(job, line: line) { waitUntilEnded("filter 1 is running") }
}
// computes: filter 1; filter 2; filter 3; filter 4; filter 5
// order: filter 1 < filter 2; filter 2 < filter 3
// order: filter 3 < filter 4; filter 4 < filter 5
