import Base
import Engine
import Imaging

/// How a photo of a poster ended.
public enum PosterOutcome: Sendable, Equatable {
  case drawn
  /// With the reason in plain words. Its place went to the next.
  case failed(String)
  case cancelled
}

/// One photo on its way onto the poster: what its jobs hand on to each other.
final class PosterPhoto: @unchecked Sendable {
  // Safe: what can change is touched under `lock` only.
  /// In the list, from 0.
  let number: Int
  let name: String
  let url: String
  let handoff = Handoff()
  private let lock = Lock()
  private var picture: Picture?
  private var end = PosterOutcome.cancelled

  init(number: Int, name: String, url: String) {
    self.number = number
    self.name = name
    self.url = url
  }

  func put(_ picture: Picture) { lock.withLock { self.picture = picture } }

  func takePicture() -> Picture? {
    lock.withLock {
      defer { picture = nil }
      return picture
    }
  }

  /// `cancelled`, until it is known better.
  var outcome: PosterOutcome {
    get { lock.withLock { end } }
    set { lock.withLock { end = newValue } }
  }
}
