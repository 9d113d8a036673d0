/// The faults that the server produces on purpose, and their frequency.
///
/// Delay, jitter and rate apply to everything that the server sends. Failures apply only to photos and thumbnails, so
/// that lists can still be read. Any URL can set its own faults with query parameters (see ``init(query:default:)``).
///
/// Runs are repeatable. Whether and how a request fails, and its jitter, depend only on the seed, the request's path
/// and query, and the number of times that its client has made the same request since the faults were set. The order
/// of requests for different photos makes no difference. Other clients, which have a different `User-Agent`, make no
/// difference either.
public struct Faults: Sendable, Equatable {
  /// The delay before every reply.
  public var delay: Duration = .zero
  /// The maximum additional delay. The actual delay is uniformly distributed.
  public var jitter: Duration = .zero
  /// The rate in body bytes per second for each reply, or nil for no limit.
  public var rate: Int?
  /// The share of requests that fail, from 0 to 1.
  public var failureRate: Double = 0
  /// The kinds of failures. All are equally frequent.
  public var kinds: [Fault] = Fault.quick
  /// The number of seconds that a reply with status 429 or 503 asks its client to wait.
  public var retryAfter: Int?
  public var seed: UInt64 = 1

  public init(
    delay: Duration = .zero, jitter: Duration = .zero, rate: Int? = nil, failureRate: Double = 0,
    kinds: [Fault] = Fault.quick, retryAfter: Int? = nil, seed: UInt64 = 1
  ) {
    self.delay = delay
    self.jitter = jitter
    self.rate = rate
    self.failureRate = failureRate
    self.kinds = kinds
    self.retryAfter = retryAfter
    self.seed = seed
  }

  public static let none = Faults()
}

/// A way for a request to fail.
public enum Fault: String, Sendable, CaseIterable, CustomStringConvertible {
  /// The reply has this status. The same is true for the next three cases.
  case notFound = "404"
  case tooManyRequests = "429"
  case serverError = "500"
  case unavailable = "503"
  /// The connection is reset, and there is no reply.
  case reset
  /// The connection is closed in the middle of the body.
  case cut
  /// The reply stops in the middle of the body, and the connection stays open.
  case stall
  /// `Content-Length` is half of the actual length, so that a client mistakes half of a photo for the whole.
  case length
  /// The body is replaced with random bytes. The length and type stay the same.
  case garbage

  /// All kinds that a client notices without waiting for its time limit.
  public static let quick = allCases.filter { $0 != .stall }

  public var description: String { rawValue }
}
