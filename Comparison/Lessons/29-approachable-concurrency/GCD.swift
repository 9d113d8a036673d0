import Dispatch
import LessonKit

/// An album after the cheapest step: it belongs to the main
/// actor, and still filters on its queue.
public nonisolated func gcd() {
  let shown = Gate()
  DispatchQueue.main.async { Album().add("oak") { shown.open() } }
  shown.wait()
}

@MainActor private final class Album {
  private var photos: [String] = []
  private let filters = DispatchQueue(label: "filters")

  func add(
    _ photo: String, whenShown: @escaping @Sendable () -> Void
  ) {
    filters.async {
      compute("filter \(photo)", milliseconds: 20)
      DispatchQueue.main.async {
        // The compiler knows: this is on the main actor.
        self.photos.append(photo)
        compute("show \(photo)", milliseconds: 10)
        whenShown()
      }
    }
  }
}

// Only for running and checking it here.
// computes: filter oak
// main: show oak
