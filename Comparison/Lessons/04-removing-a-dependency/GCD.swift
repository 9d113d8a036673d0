import Dispatch
import LessonKit

/// A filter waits for a download. The photo turns up in a
/// cache, so the filter needn't wait any longer. You can't tell
/// whether a notification was cancelled in time, so both events
/// call the filter, and the first call runs it.
public func gcd() {
  let queue = DispatchQueue(label: "photos", attributes: .concurrent)
  let arrives = Gate()
  let filtered = Gate()
  let notified = Gate()
  let filter = Once {
    compute("filter", milliseconds: 20)
    filtered.open()
  }

  let download = DispatchGroup()
  diary.submitted("filter")
  download.enter()
  download.notify(queue: queue) { @Sendable in
    filter.run()
    notified.open()
  }
  transfer("download", milliseconds: 20, after: arrives) {
    download.leave()
  }

  show("the photo is in the cache")
  queue.async { filter.run() }
  filtered.wait()

  arrives.open()
  notified.wait()
}

/// A closure that runs only for its first caller.
/// `nonisolated`, because any queue may call it.
nonisolated private final class Once: Sendable {
  private let body: @Sendable () -> Void
  private let hasRun = Locked(false)

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func run() {
    let isFirst = hasRun.withLock { hasRun in
      defer { hasRun = true }
      return !hasRun
    }
    if isFirst { body() } else { show("called again, too late") }
  }
}

// Only for running and checking it here.
// anywhere: download
// computes: filter
