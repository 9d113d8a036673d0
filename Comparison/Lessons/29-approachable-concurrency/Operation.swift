import Foundation
import LessonKit

/// An album written for Operation. It belongs to the main queue,
/// filters on another queue, and returns.
public nonisolated func operation() {
  let album = Album()
  let shown = Gate()
  album.add("oak") { shown.open() }
  shown.wait()
}

nonisolated private final class Album: @unchecked Sendable {
  // Safe: only touched on the main queue. That is checked below.
  private var photos: [String] = []
  private let filters = OperationQueue()

  func add(
    _ photo: String, whenShown: @escaping @Sendable () -> Void
  ) {
    let filter = Filter(photo)
    let end = BlockOperation {
      // The compiler does not know that this runs on the main
      // actor's queue.
      MainActor.assumeIsolated {
        self.photos.append(photo)
        compute("show \(photo)", milliseconds: 10)
      }
      whenShown()
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
// computes: filter oak
// main: show oak
