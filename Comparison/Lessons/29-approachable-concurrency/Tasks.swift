import LessonKit

/// The album, migrated: it is on the main actor, and what is not
/// says so.
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
    // Back on the main actor, which needs no word.
    photos.append(filtered)
    compute("show \(photo)", milliseconds: 10)
  }

  /// Off the main actor, whatever the project's settings.
  @concurrent private func filter(_ photo: String) async -> String {
    compute("filter \(photo)", milliseconds: 20)
    return "filtered \(photo)"
  }

  /// On its caller's actor, here the main one: what the setting
  /// `NonisolatedNonsendingByDefault` makes of `nonisolated`.
  nonisolated(nonsending) private func measure(_ photo: String) async {
    compute("measure \(photo)", milliseconds: 10)
  }

  func list() { show("\(self)") }
}

/// An isolated conformance: it holds on the main actor alone.
extension Album: @MainActor CustomStringConvertible {
  var description: String { photos.joined(separator: ", ") }
}
