import Base
import Foundation

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
  ///   - retryAfter: What the server asked for, if it did.
  ///   - generator: Where the jitter comes from.
  public func rest(
    afterAttempt attempt: Int, retryAfter: Duration?, using generator: inout some RandomNumberGenerator
  ) -> Duration? {
    guard attempt <= retries else { return nil }
    // 2^20 times the first rest is beyond any sensible `longest`; the bound keeps the shift from overflowing.
    let bound = min(longest, first * (1 << min(max(attempt - 1, 0), 20)))
    let jitter = bound * (Double(generator.next() >> 11) * 0x1p-53)
    return jitter + min(max(retryAfter ?? .zero, .zero), longestRetryAfter)
  }
}

/// The `Retry-After` header: seconds, or an HTTP date (RFC 9110, sections 10.2.3 and 5.6.7).
enum RetryAfter {
  /// How long the header asks to wait; `nil` when it says nothing that can be understood, zero for a date
  /// that is past.
  static func wait(_ value: String, now: Date) -> Duration? {
    let text = value.trimmingCharacters(in: .whitespaces)
    if !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) {
      // More digits than fit ask for ever; the policy's cap makes it bearable.
      return .seconds(min(Int(text) ?? .max, 1 << 31))
    }
    guard let date = HTTPDate(text) else { return nil }
    return .seconds(max(0, Double(date.seconds) - now.timeIntervalSince1970))
  }
}
