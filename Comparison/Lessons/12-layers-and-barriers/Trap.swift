import Dispatch
import LessonKit

/// Meant: the barrier waits for the reader.
public func trap() {
  // Wrong: on a global queue, a barrier is an ordinary closure.
  let queue = DispatchQueue.global()
  let isRead = Locked(false)
  let (reads, written, all) = (Gate(), Gate(), DispatchGroup())

  queue.async(group: all) {
    diary.span("read") {
      isRead.withLock { $0 = true }
      reads.open()
      _ = written.wait(milliseconds: 60_000)
      compute(milliseconds: 10)
      isRead.withLock { $0 = false }
    }
  }
  reads.wait()
  diary.submitted("write")
  queue.async(group: all, flags: .barrier) {
    diary.span("write") {
      let isRead = isRead.withLock { $0 }
      show(isRead ? "writes beside a reader" : "writes alone")
      compute(milliseconds: 20)
    }
    written.open()
  }
  all.wait()
}

// Only for running and checking it here.
// computes: read; write
