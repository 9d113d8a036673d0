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
