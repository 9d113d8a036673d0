import Dispatch
import LessonKit

/// A concurrent queue has no limit that you can set: it starts
/// a closure as soon as the pool has a thread.
private func startTransfers(on pool: DispatchQueue) {
  // Asynchronous work holds no thread while it waits.
  let replies = Replies(after: 500)
  for _ in 1...500 {
    pool.async { replies.wait("ends later") {} }
  }
}

private func readFiles(on pool: DispatchQueue) {
  // Work that blocks holds one.
  for _ in 1...500 {
    pool.async { block("blocks", milliseconds: 1) }
  }
}

/// Four at a time: four chains, each of which starts its next
/// transfer when one has ended. Unlike with a semaphore, no
/// thread waits.
private func downloadPhotos() {
  let photos = (1...12).map { "photo \($0)" }
  for photo in photos { diary.submitted(photo) }
  let waiting = Locked(photos)
  // `nonisolated`, because any thread may call it.
  @Sendable nonisolated func startNext() {
    let next = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    guard let photo = next else { return }
    transfer(photo, milliseconds: 80, startNext)
  }
  for _ in 1...4 { startNext() }
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  let pool = DispatchQueue(label: "pool", attributes: .concurrent)
  startTransfers(on: pool)
  await ended("ends later", times: 500)
  readFiles(on: pool)
  await ended("blocks", times: 500)
  downloadPhotos()
  for number in 1...12 { await ended("photo \(number)") }
}
// anywhere: ends later; photo *
// computes: blocks
// order: ends later < blocks; blocks < photo 1; photo 4 < photo 5
