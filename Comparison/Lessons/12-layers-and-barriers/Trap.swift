import Dispatch
import LessonKit

/// Meant: the barrier waits for the reader.
@MainActor private final class Album {
  // Wrong: on a global queue, a barrier is an ordinary closure.
  private let queue = DispatchQueue.global()
  private let isRead = Locked(false)

  func read() {
    queue.async { [isRead] in
      isRead.withLock { $0 = true }
      readSlowly("read")
      isRead.withLock { $0 = false }
    }
  }
  func write() {
    diary.submitted("write")
    queue.async(flags: .barrier) { [isRead] in
      diary.span("write") {
        let isRead = isRead.withLock { $0 }
        show(isRead ? "writes beside a reader" : "writes alone")
        compute(milliseconds: 20)
      }
    }
  }
}

// Only for running and checking it here.
@MainActor public func trap() async {
  let album = Album()
  album.read()
  await started("read")
  album.write()
  await ended("read")
}
nonisolated private func readSlowly(_ job: String, line: Int = #line) {
  diary.span(job, line: line) {
    waitUntilEnded("write")
    compute(milliseconds: 10)
  }
}
// computes: read; write
// order: read < write
