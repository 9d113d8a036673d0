/// Decides how often and after what delay a failed transfer is retried: exponential backoff with full jitter.
///
/// The delay before attempt n + 1 is chosen uniformly from 0 to min(`longest`, `first` · 2ⁿ⁻¹), so that
/// transfers that failed together don't retry together (M. Brooker, "Exponential Backoff And Jitter", AWS
/// Architecture Blog, 2015). The delays of an unreachable host are longer, because none of its transfers
/// could succeed in the meantime.
public struct RetryPolicy: Sendable, Equatable {
  /// The maximum number of retries after the first attempt, or 0 to disable retries.
  public var retries = 3
  /// The upper bound of the first delay. The bound doubles with each attempt.
  public var first: Duration = .milliseconds(500)
  /// The longest delay that backoff can produce.
  public var longest: Duration = .seconds(10)
  /// The longest `Retry-After` that is honoured. A host that asks for more is given up immediately.
  public var longestRetryAfter: Duration = .seconds(240)

  /// Returns the delay before the next attempt, or nil if the transfer shouldn't be retried.
  ///
  /// - Parameters:
  ///   - attempt: The attempt that failed, counted from 1.
  ///   - generator: The source of the jitter.
  public func delay(afterAttempt attempt: Int, using generator: inout some RandomNumberGenerator) -> Duration?
  {
    attempt <= retries ? bound(attempt) * unit(&generator) : nil
  }

  /// Returns the number of consecutive delays before a host is given up. A host that has answered before gets
  /// one more, because it is more likely to come back. The last delay is as long as all the others together,
  /// so the extra one doubles the time that such a host is given.
  func hostDelays(hasAnswered: Bool) -> Int {
    // Even without retries, a few refusals in a row don't prove that the host is gone.
    if retries == 0 { return 3 }
    return min(retries, .max - 2) + (hasAnswered ? 2 : 1)
  }

  /// Returns the length of a host's n-th consecutive delay, counted from 1. It is at least three quarters of
  /// the bound, so that the total time that a host is given is predictable.
  func hostDelay(round: Int, using generator: inout some RandomNumberGenerator) -> Duration {
    retries == 0 ? .zero : bound(round) * (1 - unit(&generator) / 4)
  }

  private func bound(_ number: Int) -> Duration {
    // 2^20 times the first delay exceeds any sensible `longest`. The limit keeps the shift from overflowing.
    min(longest, first * (1 << min(max(number - 1, 0), 20)))
  }

  /// Returns a random number in 0..<1.
  private func unit(_ generator: inout some RandomNumberGenerator) -> Double {
    Double(generator.next() >> 11) * 0x1p-53
  }
}
