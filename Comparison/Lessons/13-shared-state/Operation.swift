import Foundation
import LessonKit
import Synchronization

/// Four workers take photos from one set until it is empty.
private func filter(_ photos: Photos) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 4

  for number in 1...4 {
    queue.addOperation {
      diary.span("worker \(number)") {
        while let photo = photos.take() {
          compute("photo \(photo)", milliseconds: 20)
        }
      }
    }
  }
}

/// A set in a lock, because an `OperationQueue` has no `sync`.
/// `nonisolated`, because the workers aren't on an actor.
nonisolated private final class Photos: Sendable {
  /// The lock holds the photos, so nothing reaches them without
  /// it.
  private let lock: Mutex<(rest: Set<Int>, taken: [Int])>
  /// The number of looks. It needs no lock, and `.relaxed` will
  /// do, because nothing else depends on when it changes.
  private let count = Atomic(0)

  init(_ count: Int) { lock = Mutex((Set(1...count), [])) }

  /// Looks and takes in one step. Between two steps, another
  /// worker could take the same photo.
  func take() -> Int? {
    count.add(1, ordering: .relaxed)
    return lock.withLock { photos in
      guard let photo = photos.rest.popFirst() else { return nil }
      photos.taken.append(photo)
      return photo
    }
  }

  var taken: [Int] { lock.withLock { $0.taken } }
  var looks: Int { count.load(ordering: .relaxed) }
}

// Only for running and checking it here.
@MainActor public func operation() async {
  let photos = Photos(8)
  filter(photos)
  await ended("worker 1", "worker 2", "worker 3", "worker 4")
  show("taken", photos.taken.count)
  show("taken by two", 8 - Set(photos.taken).count)
  show("looks", photos.looks)
}
// computes: worker 1; worker 2; worker 3; worker 4
// computes: photo 1; photo 2; photo 3; photo 4
// computes: photo 5; photo 6; photo 7; photo 8
