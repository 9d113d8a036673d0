import Dispatch
import LessonKit

/// A concurrent queue has no limit that you can set: it starts
/// a closure as soon as the pool has a thread.
public func gcd() {
  let pool = DispatchQueue(label: "pool", attributes: .concurrent)
  let group = DispatchGroup()

  // Asynchronous work holds no thread while it waits.
  let replies = Replies(after: 500)
  for _ in 1...500 {
    group.enter()
    pool.async {
      replies.wait("ends later") {
        group.leave()
      }
    }
  }
  group.wait()

  // Work that blocks holds one.
  for _ in 1...500 {
    pool.async(group: group) {
      block("blocks", milliseconds: 1)
    }
  }
  group.wait()

  // Four at a time: four chains, each of which starts its next
  // transfer when one has ended. Unlike with a semaphore,
  // no thread waits.
  let photos = (1...12).map { "photo \($0)" }
  for photo in photos { diary.submitted(photo) }
  let waiting = Locked(photos)
  // `nonisolated`, because threads of the pool call it.
  @Sendable nonisolated func startNext() {
    let next = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    guard let photo = next else { return }
    group.enter()
    pool.async {
      transfer(photo, milliseconds: 80) {
        startNext()
        group.leave()
      }
    }
  }
  for _ in 1...4 { startNext() }
  group.wait()
}

// Only for running and checking it here.
// anywhere: ends later; photo *
// computes: blocks
