import Dispatch
import LessonKit

/// Filters photos, one at a time. How many are left? A queue
/// can't say, so count along the way. It is `nonisolated`
/// because its queue uses it, too.
nonisolated private final class Filters: Sendable {
  let queue = DispatchQueue(label: "filters")
  private let counts = Locked((pending: 0, running: 0, done: 0))

  func add(_ photo: Int) {
    diary.submitted("filter \(photo)")
    counts.withLock { $0.pending += 1 }
    queue.async { [self] in
      counts.withLock {
        $0.pending -= 1
        $0.running += 1
      }
      render("filter \(photo)")
      counts.withLock {
        $0.running -= 1
        $0.done += 1
      }
    }
  }

  /// All three counts, at one moment.
  var now: (pending: Int, running: Int, done: Int) {
    counts.withLock { $0 }
  }
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  let filters = Filters()
  for photo in 1...5 { filters.add(photo) }
  await started("filter 1")
  show("look")
  let now = filters.now
  show("pending", now.pending)
  show("running", now.running)
  await withCheckedContinuation { end in
    filters.queue.async { end.resume() }
  }
  let end = filters.now
  show("pending at the end", end.pending)
  show("percent done", end.done * 100 / 5)
}
nonisolated private func render(_ job: String, line: Int = #line) {
  diary.span(job, line: line) { waitUntilEnded("running") }
}
// computes: filter 1; filter 2; filter 3; filter 4; filter 5
// order: filter 1 < filter 2; filter 2 < filter 3
// order: filter 3 < filter 4; filter 4 < filter 5
