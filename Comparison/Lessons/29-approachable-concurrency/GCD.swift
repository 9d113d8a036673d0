import Dispatch
import LessonKit

/// An album written for Dispatch. It belongs to the main queue,
/// filters on another queue, and returns.
public nonisolated func gcd() {
  let album = Album()
  let shown = Gate()
  album.add("oak") { shown.open() }
  shown.wait()
}

nonisolated private final class Album: @unchecked Sendable {
  // Safe: only touched on the main queue, which isn't checked.
  private var photos: [String] = []
  private let filters = DispatchQueue(label: "filters")

  func add(
    _ photo: String, whenShown: @escaping @Sendable () -> Void
  ) {
    filters.async {
      compute("filter \(photo)", milliseconds: 20)
      DispatchQueue.main.async {
        self.photos.append(photo)
        compute("show \(photo)", milliseconds: 10)
        whenShown()
      }
    }
  }
}

// What runs and checks it here.
// computes: filter oak
// main: show oak
