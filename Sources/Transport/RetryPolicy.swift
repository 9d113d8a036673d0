/// How often, and after how long, a failed transfer is tried again: exponential backoff with full jitter.
///
/// The rest before attempt n + 1 is drawn evenly from 0 to min(`longest`, `first` · 2ⁿ⁻¹), so that transfers
/// that failed together do not come back together (M. Brooker, "Exponential Backoff And Jitter", AWS
/// Architecture Blog, 2015). A host that is away rests longer, since nothing of it can be had in the meantime.
public struct RetryPolicy: Sendable, Equatable {
  /// How many times a transfer is tried again after its first attempt; 0 for never.
  public var retries = 3
  /// The upper bound of the first rest; it doubles with each attempt.
  public var first: Duration = .milliseconds(500)
  /// The longest rest that backoff alone may ask for.
  public var longest: Duration = .seconds(10)
  /// The longest `Retry-After` that is waited for. A host that asks for more is given up at once.
  public var longestRetryAfter: Duration = .seconds(240)

  /// How long a transfer rests after a failed attempt, or `nil` when it is not to be tried again.
  ///
  /// - Parameters:
  ///   - attempt: The attempt that failed, counted from 1.
  ///   - generator: The source of the jitter.
  public func rest(afterAttempt attempt: Int, using generator: inout some RandomNumberGenerator) -> Duration?
  {
    attempt <= retries ? bound(attempt) * unit(&generator) : nil
  }

  /// How many times in a row a host rests before it is given up. One that has answered before is more likely to come back.
  /// The last rest takes as long as all others together, so that such a host has twice as long.
  func hostRests(hasAnswered: Bool) -> Int {
    // Without retries, a few refusals in a row are still no proof.
    if retries == 0 { return 3 }
    return min(retries, .max - 2) + (hasAnswered ? 2 : 1)
  }

  /// How long a host rests for the n-th time in a row, counted from 1: at least three quarters of the bound, so that the time
  /// that it gets is known.
  func hostRest(round: Int, using generator: inout some RandomNumberGenerator) -> Duration {
    retries == 0 ? .zero : bound(round) * (1 - unit(&generator) / 4)
  }

  private func bound(_ number: Int) -> Duration {
    // 2^20 times the first rest is beyond any sensible `longest`; the limit keeps the shift from overflowing.
    min(longest, first * (1 << min(max(number - 1, 0), 20)))
  }

  /// A number from 0 up to 1.
  private func unit(_ generator: inout some RandomNumberGenerator) -> Double {
    Double(generator.next() >> 11) * 0x1p-53
  }
}
