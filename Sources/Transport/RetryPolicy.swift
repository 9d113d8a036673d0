/// How often, and after how long, a failed transfer is tried again: exponential backoff with full jitter.
///
/// The rest before attempt n + 1 is drawn evenly from 0 to min(`longest`, `first` · 2ⁿ⁻¹), so that transfers
/// that failed together do not come back together (M. Brooker, "Exponential Backoff And Jitter", AWS
/// Architecture Blog, 2015). Where the server names a time in `Retry-After`, the rest is at least that long.
public struct RetryPolicy: Sendable, Equatable {
  /// How many times a transfer is tried again after its first attempt; 0 for never.
  public var retries = 3
  /// The upper bound of the first rest; it doubles with each attempt.
  public var first: Duration = .milliseconds(500)
  /// The longest rest that backoff alone may ask for.
  public var longest: Duration = .seconds(10)
  /// The longest a server's `Retry-After` is heeded.
  public var longestRetryAfter: Duration = .seconds(60)

  /// How long to rest after a failed attempt, or `nil` when it is not to be tried again.
  ///
  /// - Parameters:
  ///   - attempt: The attempt that failed, counted from 1.
  ///   - retryAfter: What the server asked for; zero, or less, if it asked for nothing.
  ///   - generator: Where the jitter comes from.
  public func rest(
    afterAttempt attempt: Int, retryAfter: Duration, using generator: inout some RandomNumberGenerator
  ) -> Duration? {
    guard attempt <= retries else { return nil }
    // 2^20 times the first rest is beyond any sensible `longest`; the bound keeps the shift from overflowing.
    let bound = min(longest, first * (1 << min(max(attempt - 1, 0), 20)))
    let jitter = bound * (Double(generator.next() >> 11) * 0x1p-53)
    return jitter + min(max(retryAfter, .zero), longestRetryAfter)
  }
}
