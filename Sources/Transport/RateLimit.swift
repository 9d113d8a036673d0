/// A limit in bytes a second for all transfers together. What was received is a debt that time pays off; while there is one,
/// nothing more is received and nothing is begun.
struct RateLimit {
  private let rate: Double
  private(set) var paidOff: ContinuousClock.Instant

  /// - Parameter rate: bytes a second.
  init(_ rate: Int, at now: ContinuousClock.Instant) { (self.rate, paidOff) = (Double(max(rate, 1)), now) }

  func isInDebt(_ now: ContinuousClock.Instant) -> Bool { now < paidOff }

  mutating func spend(_ bytes: Int, _ now: ContinuousClock.Instant) {
    paidOff = max(paidOff, now) + .seconds(Double(bytes) / rate)
  }
}
