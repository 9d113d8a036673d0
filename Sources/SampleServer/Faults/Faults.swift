/// The faults that the server commits on purpose, and how often.
///
/// Delay, jitter and rate hold for everything it serves; failures only for photos and thumbnails, so that a list can
/// still be had. Any URL may ask for its own with query parameters (see ``init(query:default:)``).
///
/// A run can be repeated: whether a request fails, how, and how long its jitter is follow from the seed, the request's
/// path with its query, and how many times its client asked for that since the faults were set. The order in which
/// requests for different photos arrive makes no difference, nor do other clients: those with another `User-Agent`.
public struct Faults: Sendable, Equatable {
  /// Waited before every reply.
  public var delay: Duration = .zero
  /// Waited on top, evenly spread from nothing to this.
  public var jitter: Duration = .zero
  /// In body bytes a second for each reply; nil for no limit.
  public var rate: Int?
  /// The share of requests that fail, from 0 to 1.
  public var failureRate: Double = 0
  /// How they fail, each kind as often as the others.
  public var kinds: [Fault] = Fault.quick
  /// In seconds: how long a reply of 429 or 503 asks its client to wait.
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

/// One way for a request to fail.
public enum Fault: String, Sendable, CaseIterable, CustomStringConvertible {
  /// Replies with that status.
  case notFound = "404"
  case tooManyRequests = "429"
  case serverError = "500"
  case unavailable = "503"
  /// The connection is reset in place of a reply.
  case reset
  /// The connection is closed in the middle of the body.
  case cut
  /// Nothing more comes after the middle of the body, and the connection stays open.
  case stall
  /// `Content-Length` announces half of what is sent, so that a client takes half a photo for the whole.
  case length
  /// Random bytes in place of the body, of the same length and type.
  case garbage

  /// Every kind that a client notices without having to wait for its time limit.
  public static let quick = allCases.filter { $0 != .stall }

  public var description: String { rawValue }
}
