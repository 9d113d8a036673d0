/// Why a transfer brought nothing, in words for the person who asked for it.
public struct TransferError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The URL that was asked for, without its password, and shortened when it is very long.
  public let url: String
  public let reason: Reason
  /// The bytes of the body that the last attempt had received before it failed.
  public let bytesReceived: Int

  public enum Reason: Error, Equatable {
    /// No address for the host: which.
    case couldNotResolve(String)
    /// No connection: why.
    case couldNotConnect(String)
    /// Not tried, since its host has failed this many times in a row: why.
    case hostGivenUp(host: String, attempts: Int, why: String)
    /// Only addresses that are refused: why.
    case refusedAddress(String)
    /// The connection broke: how.
    case connectionLost(String)
    /// The body ended early: how many bytes came, of how many where that is known.
    case cutShort(received: Int64, expected: Int64?)
    /// Out of time.
    case timedOut(Phase, after: Duration)
    /// The body is larger than the limit, in bytes.
    case tooLarge(limit: Int)
    /// The server answered with this status.
    case http(status: Int)
    /// It was cancelled, or the transport was shut down.
    case cancelled
    /// Anything else, in words.
    case other(String)

    package static func badURL(_ why: String) -> Self { .other("not a URL (\(why))") }
    package static func tls(_ why: String) -> Self { .other("could not make a secure connection (\(why))") }
    package static func badAnswer(_ why: String) -> Self { .other("not a valid response (\(why))") }
    package static func tooManyRedirects(limit: Int) -> Self { .other("more than \(limit) redirects") }
    static func isRetryable(status: Int) -> Bool {
      status == 408 || status == 429 || (500...599).contains(status)
    }
    static let outOfMemory = Self.other("not enough memory")
    static let fileNotAllowed = Self.other(
      "file URLs are read only from a list that is itself a file on this machine")
  }

  /// The part of a transfer that took too long.
  public enum Phase: Sendable, Equatable {
    /// Finding the host, connecting and the TLS handshake.
    case connecting
    /// No byte came for a while.
    case stalled
    /// The whole.
    case total
  }

  init(url: String, reason: Reason, bytesReceived: Int = 0) {
    self.url = url
    self.reason = reason
    self.bytesReceived = bytesReceived
  }

  /// Whether trying again may help: a host that is away, a broken connection, a silent server, 408, 429 or 5xx.
  public var isRetryable: Bool {
    switch reason {
    case .couldNotConnect, .couldNotResolve, .connectionLost, .cutShort: true
    case .timedOut(let phase, _): phase != .total
    case .http(let status): Reason.isRetryable(status: status)
    default: false
    }
  }

  public var description: String { "\(url): \(reason)" }
}

extension TransferError.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .couldNotResolve(let host): "could not resolve the host \(host)"
    case .couldNotConnect(let why): "could not connect (\(why))"
    case .hostGivenUp(let host, let attempts, let why):
      "not tried: \(host) was given up after \(attempts) attempt\(attempts == 1 ? "" : "s") in a row: \(why)"
    case .refusedAddress(let why): "refused: \(why)"
    case .connectionLost(let why): "the connection was lost (\(why))"
    case .cutShort(let received, let expected):
      expected.map { "cut short after \(received) of \($0) bytes" } ?? "cut short after \(received) bytes"
    case .timedOut(.connecting, let limit): "could not connect within \(Self.text(limit))"
    case .timedOut(.stalled, let limit): "the server sent nothing for \(Self.text(limit))"
    case .timedOut(.total, let limit): "timed out after \(Self.text(limit))"
    case .tooLarge(let limit): "larger than the limit of \(Self.text(bytes: limit))"
    case .http(let status): Self.text(status: status)
    case .cancelled: "cancelled"
    case .other(let words): words
    }
  }

  private static func text(bytes: Int) -> String {
    bytes > 0 && bytes.isMultiple(of: 1 << 20) ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
  }

  /// Seconds with at most three decimals, without trailing zeros.
  static func text(_ limit: Duration) -> String {
    let seconds = (limit / .milliseconds(1)).rounded() / 1000
    return seconds == seconds.rounded() ? "\(Int64(seconds)) s" : "\(seconds) s"
  }

  private static func text(status: Int) -> String {
    switch status {
    case 401, 403: "the server denied access (\(status))"
    case 404: "not found (404)"
    case 408: "the server timed out waiting for the request (408)"
    case 410: "gone (410)"
    case 429: "too many requests, says the server (429)"
    case 500...599: "server error (\(status))"
    default: "the server answered \(status)"
    }
  }
}
