import Foundation
import LessonKit

/// A test of something that works on a queue: nothing runs
/// before the test wants it, and the test never sleeps.
@MainActor private func testAlbum() async {
  // The queue comes from outside, so that the test can suspend
  // it.
  let queue = OperationQueue()
  queue.name = "test.filters"
  queue.maxConcurrentOperationCount = 1
  queue.isSuspended = true
  diary.suspended("test.filters")
  let album = Album(queue)

  album.filter("oak")
  album.filter("sea")
  // #expect(queue.operations.count == 2)
  show("\(queue.operations.count) wait")

  diary.resumed("test.filters")
  queue.isSuspended = false
  await finished(queue)
  show("\(queue.operations.count) wait")
}

nonisolated private final class Album: Sendable {
  private let queue: OperationQueue

  init(_ queue: OperationQueue) { self.queue = queue }
  func filter(_ photo: String) {
    let filter = BlockOperation { [self] in
      diary.span("filter \(photo)") {
        // Debuggers and traces show names.
        show("on “\(queue.name ?? "?")”")
      }
    }
    filter.name = "filter \(photo)"
    diary.submitted("filter \(photo)")
    queue.addOperation(filter)
  }
}

// Only for running and checking it here.
@MainActor public func operation() async { await testAlbum() }
// computes: filter oak; filter sea
// order: filter oak < filter sea
