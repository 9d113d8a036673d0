import Testing

@testable import Transport

/// A generator that always returns the same bits, for the least or the most jitter.
struct Fixed: RandomNumberGenerator {
  var bits: UInt64 = 0
  mutating func next() -> UInt64 { bits }
}

@Suite("Retries")
struct RetryPolicyTests {
  private let policy = RetryPolicy(
    retries: 8, first: .milliseconds(500), longest: .seconds(10), longestRetryAfter: .seconds(60))

  @Test("Rests are drawn between nothing and a bound that doubles up to the longest; the last retry has none")
  func bounds() {
    var (least, most) = (Fixed(bits: 0), Fixed(bits: .max))
    for (index, bound) in [0.5, 1, 2, 4, 8, 10, 10, 10].enumerated() {
      let shortest = policy.delay(afterAttempt: index + 1, using: &least)
      let longest = policy.delay(afterAttempt: index + 1, using: &most)
      #expect(shortest == .zero)
      #expect(longest.map { abs($0 / .seconds(1) - bound) < 1e-6 } == true)
    }
    #expect(policy.delay(afterAttempt: 9, using: &least) == nil)
    #expect(RetryPolicy(retries: 0).delay(afterAttempt: 1, using: &least) == nil)
    // The bound doesn't overflow with any number of attempts.
    let patient = RetryPolicy(retries: .max, longest: .seconds(10))
    let last = patient.delay(afterAttempt: .max, using: &most)
    #expect(last.map { $0 <= .seconds(10) } == true)
  }

  @Test("An absent host gets a known time: by default 5.6 s at least, and twice as long if it has answered")
  func hosts() {
    func time(_ policy: RetryPolicy, hasAnswered: Bool, bits: UInt64) -> Double {
      var generator = Fixed(bits: bits)
      let delays = policy.hostDelays(hasAnswered: hasAnswered)
      return (0..<delays).reduce(0) { $0 + policy.hostDelay(round: $1 + 1, using: &generator) / .seconds(1) }
    }
    let policy = RetryPolicy()
    #expect(abs(time(policy, hasAnswered: false, bits: .max) - 5.625) < 1e-6)
    #expect(abs(time(policy, hasAnswered: false, bits: 0) - 7.5) < 1e-6)
    #expect(abs(time(policy, hasAnswered: true, bits: .max) - 11.625) < 1e-6)
    #expect(abs(time(policy, hasAnswered: true, bits: 0) - 15.5) < 1e-6)
    // Without retries, there is no rest.
    #expect(time(RetryPolicy(retries: 0), hasAnswered: true, bits: 0) == 0)
    #expect(RetryPolicy(retries: .max).hostDelays(hasAnswered: true) == .max)
  }

  @Test("Only what may pass is worth a retry")
  func retryable() {
    func isRetryable(_ reason: TransferError.Reason) -> Bool {
      TransferError(url: "u", reason: reason).isRetryable
    }
    for status in [408, 429, 500, 502, 503, 504] { #expect(isRetryable(.http(status: status))) }
    for status in [400, 401, 403, 404, 410, 416, 304] { #expect(!isRetryable(.http(status: status))) }
    #expect(isRetryable(.connectionLost("reset")))
    #expect(isRetryable(.couldNotResolve("a.example")))
    #expect(isRetryable(.cutShort(received: 1, expected: 2)))
    #expect(isRetryable(.timedOut(.stalled, after: .seconds(1))))
    #expect(isRetryable(.timedOut(.connecting, after: .seconds(1))))
    #expect(!isRetryable(.timedOut(.total, after: .seconds(1))))
    for reason: TransferError.Reason in [
      .cancelled, .tls("no"), .tooLarge(limit: 1), .refusedAddress("it is"),
    ] {
      #expect(!isRetryable(reason))
    }
  }
}
