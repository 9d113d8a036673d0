import NIOHTTP1

/// Answers requests. It runs on the connection's event loop and must not block; nil means "not mine".
public typealias Handler = @Sendable (Request) -> Answer?

/// A response, or the promise of one.
public enum Answer: Sendable {
  case now(Response)
  /// The work is started on the event loop and must not block it. It calls the closure it is given from any
  /// thread; the first call counts, and one that never comes leaves the client waiting.
  case later(@Sendable (@escaping @Sendable (Response) -> Void) -> Void)
}

/// A response to the client, and how it is delivered.
public struct Response: Sendable {
  public var status: Status
  public var headers: Headers
  public var body: Body
  public var delivery = Delivery()

  public enum Body: Sendable {
    case slice(ArraySlice<UInt8>)
    /// A body made piece by piece, each asked for when the connection has room for it. The outer closure is
    /// called once on the event loop; the inner one there for every piece, until it returns nil. A piece should
    /// take well under a millisecond and be around 32 KiB. Without a `length` the body goes out chunked.
    case stream(length: Int?, producer: @Sendable () -> () -> [UInt8]?)
    /// A stream of server-sent events that stays open until either side closes it. The closure is called once,
    /// on the event loop, after the head has been sent.
    case events(@Sendable (EventStream) -> Void)

    public static func bytes(_ bytes: [UInt8]) -> Body { .slice(bytes[...]) }
    public static var empty: Body { .slice([]) }

    /// In bytes; nil when it is not known beforehand.
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

  /// - Parameter allowed: the methods that the path does answer.
  public static func methodNotAllowed(allowed: [Method]) -> Response {
    let names = allowed.map(\.rawValue).joined(separator: ", ")
    var response = Response.text("405: only \(names) here\n", status: .methodNotAllowed)
    response.headers.add(name: "Allow", value: names)
    return response
  }
}

/// How a response gets to the client: at once and whole, by default.
public struct Delivery: Sendable, Equatable {
  /// Waited for before the first byte, without holding a thread.
  public var delay: Duration = .zero
  /// In body bytes a second; nil sends as fast as the client reads.
  public var rate: Int?
  public var ending: Ending = .complete

  public enum Ending: Sendable, Equatable {
    case complete
    /// The connection is reset before a byte was sent.
    case reset
    /// The connection is closed in the middle of the body.
    case cut
    /// Nothing more comes after the middle of the body; the connection stays open until the client leaves.
    case stall
    /// `Content-Length` announces half of what is sent, so that a client takes half of the body for the whole.
    case overrun
  }

  /// The bytes after which a body breaks off; nil when it does not.
  func breaksOff(bodyLength: Int?) -> Int? {
    guard ending == .cut || ending == .stall else { return nil }
    // The middle of a body of unknown length is unknown too: this much is surely not all of one.
    return bodyLength.map { $0 / 2 } ?? 1024
  }
}
