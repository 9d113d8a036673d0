/// A limit in bytes per second for all transfers together. Received bytes create a debt that is paid off over
/// time. Until it is paid off, nothing is received and no transfer begins.
struct RateLimit {
  private let rate: Double
  private(set) var paidOff: ContinuousClock.Instant

  /// - Parameter rate: The limit in bytes per second.
  init(_ rate: Int, at now: ContinuousClock.Instant) { (self.rate, paidOff) = (Double(max(rate, 1)), now) }

  func isInDebt(_ now: ContinuousClock.Instant) -> Bool { now < paidOff }

  mutating func spend(_ bytes: Int, _ now: ContinuousClock.Instant) {
    paidOff = max(paidOff, now) + .seconds(Double(bytes) / rate)
  }
}
