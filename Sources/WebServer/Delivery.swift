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
