import LessonKit

/// The migrated album is on the main actor, except its filter.
@MainActor private final class Album {
  private var photos: [Photo] = []

  func add(_ photo: Photo) async {
    await measure(photo)
    let filtered = await filter(photo)
    // Back on the main actor. There's nothing to write.
    photos.append(filtered)
    compute("show \(photo.name)", milliseconds: 10)
    show(photos.map(\.name).joined())
  }

  /// Runs off the main actor with any project settings.
  @concurrent private func filter(_ photo: Photo) async -> Photo {
    return diary.span("filter \(photo.name)") { photo.sepia() }
  }

  /// Runs on its caller's actor, with any project settings.
  nonisolated(nonsending) private func measure(_ photo: Photo) async {
    compute("measure \(photo.name)", milliseconds: 10)
  }
}

/// The filter uses photos off the main actor.
nonisolated private struct Photo {
  let name: String

  func sepia() -> Photo {
    compute(milliseconds: 20)
    return Photo(name: "filtered \(name)")
  }
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  await Album().add(Photo(name: "oak"))
}
// computes: filter oak
// main: measure oak; show oak
// order: measure oak < filter oak; filter oak < show oak
