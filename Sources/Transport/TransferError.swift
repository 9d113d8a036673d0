/// The reason why a transfer failed, with a description for the user.
public struct TransferError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The requested URL without its password, shortened if it is very long.
  public let url: String
  public let reason: Reason
  /// The number of body bytes that the last attempt received before it failed.
  public let bytesReceived: Int

  public enum Reason: Error, Equatable {
    /// The host has no address. The text gives the details.
    case couldNotResolve(String)
    /// No connection could be made. The text gives the details.
    case couldNotConnect(String)
    /// The request wasn't sent, because its host has failed this many times in a row.
    case hostGivenUp(host: String, attempts: Int, why: String)
    /// All addresses of the host are refused. The text gives the reason.
    case refusedAddress(String)
    /// The connection broke. The text gives the details.
    case connectionLost(String)
    /// The body ended early. `expected` is nil if its length wasn't known.
    case cutShort(received: Int64, expected: Int64?)
    /// A timeout elapsed.
    case timedOut(Phase, after: Duration)
    /// The body is larger than the limit, in bytes.
    case tooLarge(limit: Int)
    /// The server responded with this status.
    case http(status: Int)
    /// The server responded with 401 and asked for one of these authentication schemes.
    case unauthorized(schemes: [String])
    /// The proxy doesn't pass the request on, and responded with this status if it uses HTTP.
    case proxyRefused(status: Int?)
    /// The proxy refuses all requests because it requires a valid user name and password.
    case proxyUnauthorized
    /// The server responded with this status and asked for a pause. Either the pause is too long, or no attempt is left.
    case asksToWait(status: Int, for: Duration)
    /// The transfer was cancelled, or the transport was shut down.
    case cancelled
    /// Any other reason, as text.
    case other(String)

    package static func badURL(_ why: String) -> Self { .other("not a URL (\(why))") }
    package static func tls(_ why: String) -> Self { .other("could not make a secure connection (\(why))") }
    package static func badAnswer(_ why: String) -> Self { .other("not a valid response (\(why))") }
    package static func tooManyRedirects(limit: Int) -> Self { .other("more than \(limit) redirects") }
    /// Whether a retry may help after this status.
    ///
    /// - Parameter asksToWait: Whether the response has a `Retry-After`. With it, a 403 is a rate limit, as from
    ///   GitHub and some CDNs.
    static func isRetryable(status: Int, asksToWait: Bool = false) -> Bool {
      status == 408 || status == 429 || (500...599).contains(status) || status == 403 && asksToWait
    }
    package static let outOfMemory = Self.other("not enough memory")
    static let fileNotAllowed = Self.other(
      "file URLs are read only from a list that is itself a file on this machine")
  }

  /// The part of a transfer that took too long.
  public enum Phase: Sendable, Equatable {
    /// Resolving the host, connecting, and the TLS handshake.
    case connecting
    /// The server sent nothing for too long.
    case stalled
    /// The transfer as a whole.
    case total
  }

  init(url: String, reason: Reason, bytesReceived: Int = 0) {
    self.url = url
    self.reason = reason
    self.bytesReceived = bytesReceived
  }

  /// Whether a retry may help: the host was unreachable, the connection broke, the server was silent, the
  /// status is 408, 429 or 5xx, or the server asked to wait.
  public var isRetryable: Bool {
    switch reason {
    case .couldNotConnect, .couldNotResolve, .connectionLost, .cutShort: true
    case .timedOut(let phase, _): phase != .total
    case .http(let status): Reason.isRetryable(status: status)
    case .asksToWait: true
    default: false
    }
  }

  public var description: String { reason.description }
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
    case .unauthorized(let schemes):
      "\(Self.text(status: 401)); it asks for \(schemes.joined(separator: " or "))"
    case .proxyRefused(let status):
      "the proxy refused the connection" + (status.map { " (\($0))" } ?? "")
    case .proxyUnauthorized: "the proxy requires a valid user name and password"
    case .asksToWait(let status, let pause):
      "\(Self.text(status: status)); it asks to wait for \(Self.text(pause))"
    case .cancelled: "cancelled"
    case .other(let words): words
    }
  }

  private static func text(bytes: Int) -> String {
    bytes > 0 && bytes.isMultiple(of: 1 << 20) ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
  }

  /// Returns the duration in seconds with at most three decimals and without trailing zeros.
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
    case 429: "too many requests, according to the server (429)"
    case 500...599: "server error (\(status))"
    default: "the server answered \(status)"
    }
  }
}
