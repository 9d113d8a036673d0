import Dispatch
import LessonKit

/// A test of something that works on a queue: nothing runs
/// before the test wants it, and the test never sleeps.
@MainActor private func testAlbum() async {
  // The queue comes from outside: this one does not begin.
  let queue = DispatchQueue(
    label: "test.filters", attributes: .initiallyInactive)
  diary.suspended("test.filters")
  let album = Album(queue)

  album.filter("oak")
  album.filter("sea")
  show("\(album.waiting) wait")  // #expect(album.waiting == 2)

  diary.resumed("test.filters")
  queue.activate()
  // Closures before this one have run.
  await withCheckedContinuation { test in
    queue.async { test.resume() }
  }
  show("\(album.waiting) wait")
}

nonisolated private final class Album: Sendable {
  private let queue: DispatchQueue
  private let count = Locked(0)

  init(_ queue: DispatchQueue) { self.queue = queue }
  var waiting: Int { count.withLock { $0 } }

  func filter(_ photo: String) {
    count.withLock { $0 += 1 }
    diary.submitted("filter \(photo)")
    queue.async { [self] in
      diary.span("filter \(photo)") {
        // Debuggers and traces show labels.
        show("on “\(queue.label)”")
      }
      count.withLock { $0 -= 1 }
    }
  }
}

// Only for running and checking it here.
@MainActor public func gcd() async { await testAlbum() }
// computes: filter oak; filter sea
// order: filter oak < filter sea
