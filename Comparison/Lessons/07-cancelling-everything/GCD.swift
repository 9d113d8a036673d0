import Dispatch
import LessonKit

/// Four photos wait behind one, and all are cancelled. A queue
/// can't list its items: keep them yourself.
public func gcd() {
  let queue = DispatchQueue(label: "filters")
  let (begun, isCancelled) = (Gate(), Locked(false))

  let first = DispatchWorkItem { @Sendable in
    diary.span("photo 1") {
      begun.open()
      while !isCancelled.withLock({ $0 }) { compute(milliseconds: 20) }
    }
  }
  let rest = (2...5).map { number in
    DispatchWorkItem { @Sendable in
      compute("photo \(number)", milliseconds: 20)
    }
  }
  for number in 1...5 { diary.submitted("photo \(number)") }
  for item in [first] + rest { queue.async(execute: item) }
  begun.wait()
  block(milliseconds: 30)

  // Waiting items first, so that none of them starts. Then the
  // flag, which running work checks, and any jobs can share.
  for number in 2...5 { diary.cancelled("photo \(number)") }
  for item in rest { item.cancel() }
  diary.cancelled("photo 1")
  isCancelled.withLock { $0 = true }
  queue.sync {}

  // The items are cancelled, not the queue.
  queue.sync { compute("new photo", milliseconds: 20) }
}

// Only for running and checking it here.
// anywhere: new photo
// computes: photo 1
