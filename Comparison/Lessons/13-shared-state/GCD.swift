import Dispatch
import LessonKit

/// Four workers take photos from one set until it is empty.
private func filter(_ photos: Photos) {
  let workers = DispatchQueue(label: "workers", attributes: .concurrent)
  for number in 1...4 {
    workers.async {
      diary.span("worker \(number)") {
        while let photo = photos.take() {
          compute("photo \(photo)", milliseconds: 20)
        }
      }
    }
  }
}

/// A set that is used on one queue. `nonisolated`, because the
/// workers aren't on an actor.
nonisolated private final class Photos: @unchecked Sendable {
  // Safe: only touched on the queue, which serves as a lock.
  private let queue = DispatchQueue(label: "photos")
  private var rest: Set<Int>
  private var all: [Int] = []

  init(_ count: Int) { rest = Set(1...count) }

  /// Looks and takes in one step. Between two steps, another
  /// worker could take the same photo.
  func take() -> Int? {
    queue.sync {
      guard let photo = rest.popFirst() else { return nil }
      all.append(photo)
      return photo
    }
  }

  var taken: [Int] { queue.sync { all } }
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  let photos = Photos(8)
  filter(photos)
  await ended("worker 1", "worker 2", "worker 3", "worker 4")
  show("taken", photos.taken.count)
  show("taken by two", 8 - Set(photos.taken).count)
}
// computes: worker 1; worker 2; worker 3; worker 4
// computes: photo 1; photo 2; photo 3; photo 4
// computes: photo 5; photo 6; photo 7; photo 8
