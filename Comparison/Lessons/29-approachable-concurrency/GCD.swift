import Dispatch
import LessonKit

/// An album after the cheapest step: it belongs to the main
/// actor, and still filters on its queue.
@MainActor private final class Album {
  private var photos: [String] = []
  private let filters = DispatchQueue(label: "filters")

  func add(_ photo: String) {
    filters.async {
      compute("filter \(photo)", milliseconds: 20)
      DispatchQueue.main.async {
        // The compiler knows: this is on the main actor.
        self.photos.append(photo)
        compute("show \(photo)", milliseconds: 10)
      }
    }
  }
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  Album().add("oak")
  await ended("show oak")
}
// computes: filter oak
// main: show oak
// order: filter oak < show oak
