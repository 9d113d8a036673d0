import Foundation
import LessonKit

/// An album after the cheapest step: it belongs to the main
/// actor, and still filters on its queue.
@MainActor private final class Album {
  private var photos: [String] = []
  private let filters = OperationQueue()

  func add(_ photo: String) {
    let filter = Filter(photo)
    let end = BlockOperation {
      // The compiler does not know that this runs on the main
      // actor's queue.
      MainActor.assumeIsolated {
        self.photos.append(photo)
        compute("show \(photo)", milliseconds: 10)
      }
    }
    end.addDependency(filter)
    diary.depends("show \(photo)", on: "filter \(photo)")
    // The dependent first: on Linux the other order can hang.
    OperationQueue.main.addOperation(end)
    filters.addOperation(filter)
  }
}

/// An operation runs on any thread, so it is `nonisolated`.
nonisolated private final class Filter:
  Operation, @unchecked Sendable
{
  // Safe: never changed.
  private let photo: String
  init(_ photo: String) { self.photo = photo }

  override func main() {
    compute("filter \(photo)", milliseconds: 20)
  }
}

// Only for running and checking it here.
@MainActor public func operation() async {
  Album().add("oak")
  await ended("show oak")
}
// computes: filter oak
// main: show oak
// order: filter oak < show oak
