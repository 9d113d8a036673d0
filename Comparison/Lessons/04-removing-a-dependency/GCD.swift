import Dispatch
import LessonKit

/// A filter waits for a download. The photo turns up in a
/// cache, and the filter need not wait any more. `notify`
/// cannot be withdrawn, so both events call the filter, and
/// the first one runs it.
public func gcd(_ diary: Diary) {
  let queue = DispatchQueue(label: "photos", attributes: .concurrent)
  let (arrives, filtered, notified) = (Gate(), Gate(), Gate())
  let filter = Once {
    diary.note("filtered")
    filtered.open()
  }

  let download = DispatchWorkItem {
    arrives.wait()
    diary.note("downloaded")
  }
  download.notify(queue: queue) {
    filter.run()
    notified.open()
  }
  queue.async(execute: download)

  diary.note("found in the cache")
  queue.async { filter.run() }
  filtered.wait()

  arrives.open()
  notified.wait()
}

/// A closure that runs for its first caller.
private final class Once: Sendable {
  private let body: @Sendable () -> Void
  private let hasRun = Locked(false)

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func run() {
    let isFirst = hasRun.withLock { hasRun in
      defer { hasRun = true }
      return !hasRun
    }
    if isFirst { body() }
  }
}
