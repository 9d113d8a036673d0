import Base
import Engine
import Imaging
import Transport

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
  private let lock = Lock()
  private var body: TransferBody?
  private var picture: Picture?
  private var end = PosterOutcome.cancelled
  private var received = 0

  init(number: Int, name: String, url: String) {
    self.number = number
    self.name = name
    self.url = url
  }

  func put(_ body: TransferBody) {
    lock.withLock {
      self.body = body
      received = body.count
    }
  }

  /// Takes the file out, so that it is freed as soon as it is decoded.
  func takeBody() -> TransferBody? {
    lock.withLock {
      defer { body = nil }
      return body
    }
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

  /// In bytes, as they came; 0 when none did.
  var bytesReceived: Int { lock.withLock { received } }
}
