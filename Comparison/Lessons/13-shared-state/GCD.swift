import Dispatch
import LessonKit

/// Four workers take photos from one set until it is empty.
public func gcd() {
  let photos = Photos(8)

  DispatchQueue.concurrentPerform(iterations: 4) { n in
    diary.span("worker \(n + 1)") {
      while let photo = photos.take() {
        compute("photo \(photo)", milliseconds: 20)
      }
    }
  }
  show("taken", photos.taken.count)
  show("taken by two", 8 - Set(photos.taken).count)
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
// anywhere: worker *; photo *
