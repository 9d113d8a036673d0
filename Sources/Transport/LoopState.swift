/// State that all transfers of a thread share: when to check deadlines, and the limit of their rate.
final class LoopState {
  /// When to check the deadlines again: the earliest moment that was asked for.
  var nextCheck: ContinuousClock.Instant?

  /// The limit for all transfers together; nil for none.
  var limit: RateLimit?

  /// Whether servers have sent anything since the connections were last looked at.
  var hasNews = false

  func askForCheck(noLaterThan instant: ContinuousClock.Instant) {
    nextCheck = nextCheck.map { min($0, instant) } ?? instant
  }
}

/// A limit in bytes a second for all transfers together. What was received is a debt that time pays off; while there is one,
/// nothing more is received and nothing is begun.
struct RateLimit {
  private let rate: Double
  private(set) var paidOff = ContinuousClock.now

  /// - Parameter rate: bytes a second.
  init(_ rate: Int) { self.rate = Double(max(rate, 1)) }

  func isInDebt(_ now: ContinuousClock.Instant = .now) -> Bool { now < paidOff }

  mutating func spend(_ bytes: Int, _ now: ContinuousClock.Instant = .now) {
    paidOff = max(paidOff, now) + .seconds(Double(bytes) / rate)
  }
}
