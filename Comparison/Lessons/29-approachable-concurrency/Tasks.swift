import LessonKit

/// The migrated album. It is on the main actor, except for the
/// parts that say otherwise.
@MainActor public func tasks() async {
  let album = Album()
  await album.add(Photo(name: "oak"))
  show(album.photos.map(\.name).joined())
}

@MainActor private final class Album {
  private(set) var photos: [Photo] = []

  func add(_ photo: Photo) async {
    await measure(photo)
    let filtered = await filter(photo)
    // Back on the main actor. There's nothing to write.
    photos.append(filtered)
    compute("show \(photo.name)", milliseconds: 10)
  }

  /// Runs off the main actor with any project settings.
  @concurrent private func filter(_ photo: Photo) async -> Photo {
    return diary.span("filter \(photo.name)") { photo.sepia() }
  }

  /// Runs on its caller's actor, like every `nonisolated` function
  /// with the setting `NonisolatedNonsendingByDefault`.
  nonisolated(nonsending) private func measure(_ photo: Photo) async {
    compute("measure \(photo.name)", milliseconds: 10)
  }
}

/// What `filter` uses off the main actor is off it, too.
nonisolated private struct Photo {
  let name: String

  func sepia() -> Photo {
    compute(milliseconds: 20)
    return Photo(name: "filtered \(name)")
  }
}

// Only for running and checking it here.
// anywhere: measure oak
// computes: filter oak
// main: show oak
