import NIOHTTP1

/// A function that answers requests, or returns nil for requests that it leaves to other handlers. It runs on the
/// connection's event loop and must not block.
public typealias Handler = @Sendable (Request) -> Answer?

/// A response that is available now or later.
public enum Answer: Sendable {
  case now(Response)
  /// A response that comes later. The work starts on the event loop, which it must not block. It calls its closure
  /// from any thread. Only the first call counts. If the closure is never called, the client waits forever.
  case later(@Sendable (@escaping @Sendable (Response) -> Void) -> Void)

  /// Returns this answer with a change to its response.
  public func map(_ change: @escaping @Sendable (Response) -> Response) -> Answer {
    switch self {
    case .now(let response): .now(change(response))
    case .later(let work): .later { respond in work { respond(change($0)) } }
    }
  }
}

/// A response to the client, with the way in which it is delivered.
public struct Response: Sendable {
  public var status: Status
  public var headers: Headers
  public var body: Body
  public var delivery = Delivery()

  public enum Body: Sendable {
    case slice(ArraySlice<UInt8>)
    /// A body that is produced piece by piece, whenever the connection has room for the next piece. The outer closure
    /// is called once on the event loop. The inner one is called there for every piece until it returns nil. A piece
    /// should be around 32 KiB and take well under a millisecond to produce. If `length` is nil, the body is sent
    /// chunked.
    case stream(length: Int?, producer: @Sendable () -> () -> [UInt8]?)
    /// A stream of server-sent events that stays open until either side closes it. The closure is called once on the
    /// event loop after the head has been sent.
    case events(@Sendable (EventStream) -> Void)

    public static func bytes(_ bytes: [UInt8]) -> Body { .slice(bytes[...]) }
    public static var empty: Body { .slice([]) }

    /// The length in bytes, or nil if it isn't known beforehand.
    var length: Int? {
      switch self {
      case .slice(let bytes): bytes.count
      case .stream(let length, _): length
      case .events: nil
      }
    }
  }

  public init(_ status: Status = .ok, headers: Headers = Headers(), body: Body = .empty) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  public init(_ status: Status = .ok, type: String, body: Body) {
    self.init(status, headers: ["Content-Type": type], body: body)
  }

  public static func text(_ text: String, status: Status = .ok) -> Response {
    Response(status, type: "text/plain; charset=utf-8", body: .bytes(Array(text.utf8)))
  }

  public static func html(_ text: String) -> Response {
    Response(type: "text/html; charset=utf-8", body: .bytes(Array(text.utf8)))
  }

  public static func json(_ text: String, status: Status = .ok) -> Response {
    Response(status, type: "application/json", body: .bytes(Array(text.utf8)))
  }

  public static func events(_ start: @escaping @Sendable (EventStream) -> Void) -> Response {
    Response(
      headers: ["Content-Type": "text/event-stream", "Cache-Control": "no-store"], body: .events(start))
  }

  public static func notFound(_ path: String) -> Response {
    .text("404: there is nothing at \(path)\n", status: .notFound)
  }

  public static func badRequest(_ reason: String) -> Response {
    .text("400: \(reason)\n", status: .badRequest)
  }

  /// A 405 response of a path that can only be read.
  public static var readOnly: Response {
    var response = Response.text("405: only GET, HEAD here\n", status: .methodNotAllowed)
    response.headers.add(name: "Allow", value: "GET, HEAD")
    return response
  }
}

/// How a response is sent. By default, it is sent immediately and completely.
public struct Delivery: Sendable, Equatable {
  /// The delay before the first byte. No thread is blocked.
  public var delay: Duration = .zero
  /// The rate in body bytes per second, or nil to send as fast as the client reads.
  public var rate: Int?
  public var ending: Ending = .complete

  public enum Ending: Sendable, Equatable {
    case complete
    /// The connection is reset before a byte is sent.
    case reset
    /// The connection is closed in the middle of the body.
    case cut
    /// Sending stops in the middle of the body. The connection stays open until the client closes it.
    case stall
    /// `Content-Length` is half of the body's length, so that a client mistakes half of the body for the whole.
    case overrun
  }

  /// Returns the number of bytes after which the body breaks off, or nil if it doesn't.
  func breaksOff(bodyLength: Int?) -> Int? {
    guard ending == .cut || ending == .stall else { return nil }
    // The length of the body is unknown, and so is its middle. This number is surely smaller than a whole body.
    return bodyLength.map { $0 / 2 } ?? 1024
  }
}
