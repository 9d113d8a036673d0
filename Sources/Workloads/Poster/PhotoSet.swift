import Base
import Engine
import PhotoLists

/// The one set that all photos of a poster come from: each is taken once, whoever takes at the same time.
final class PhotoSet: @unchecked Sendable {
  // Safe: touched under `lock` only.
  private let lock = Lock()
  private let entries: [PhotoEntry]
  private var taken = 0

  init(_ entries: [PhotoEntry]) { self.entries = entries }

  /// The next in the list's order; nil when all are taken.
  func take() -> (number: Int, entry: PhotoEntry)? {
    lock.withLock {
      guard taken < entries.count else { return nil }
      defer { taken += 1 }
      return (taken, entries[taken])
    }
  }

  /// How many have not been taken.
  var left: Int { lock.withLock { entries.count - taken } }
}
