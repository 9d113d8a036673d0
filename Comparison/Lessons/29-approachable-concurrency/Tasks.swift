import LessonKit

/// The migrated album. It is on the main actor, except for the
/// parts that say otherwise.
@MainActor public func tasks() async {
  let album = Album()
  await album.add("oak")
  album.list()
}

@MainActor private final class Album {
  private var photos: [String] = []

  func add(_ photo: String) async {
    await measure(photo)
    let filtered = await filter(photo)
    // Back on the main actor. There's nothing to write.
    photos.append(filtered)
    compute("show \(photo)", milliseconds: 10)
  }

  /// Runs off the main actor with any project settings.
  @concurrent private func filter(_ photo: String) async -> String {
    compute("filter \(photo)", milliseconds: 20)
    return "filtered \(photo)"
  }

  /// Runs on its caller's actor, like every `nonisolated` function
  /// with the setting `NonisolatedNonsendingByDefault`.
  nonisolated(nonsending) private func measure(_ photo: String) async {
    compute("measure \(photo)", milliseconds: 10)
  }

  func list() { show("\(self)") }
}

/// An isolated conformance: it holds on the main actor alone.
extension Album: @MainActor CustomStringConvertible {
  var description: String { photos.joined(separator: ", ") }
}

// What runs and checks it here.
// anywhere: measure oak
// computes: filter oak
// main: show oak
