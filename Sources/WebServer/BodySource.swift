import NIOCore

/// The rest of a body, handed out piece by piece.
struct BodySource {
  private var rest: ArraySlice<UInt8> = []
  /// Makes what follows the rest; nil when nothing does.
  private var make: (() -> [UInt8]?)?

  init(_ body: Response.Body) {
    switch body {
    case .slice(let bytes): rest = bytes
    case .stream(_, let producer): make = producer()
    case .events: break
    }
  }

  /// True when it is known without asking a producer.
  var isUsedUp: Bool { rest.isEmpty && make == nil }

  /// The next piece, of `limit` bytes at most; nil at the end.
  mutating func next(atMost limit: Int, allocator: ByteBufferAllocator) -> ByteBuffer? {
    while rest.isEmpty {
      guard let made = make?() else {
        make = nil
        return nil
      }
      rest = made[...]
    }
    defer { rest = rest.dropFirst(limit) }
    return allocator.buffer(bytes: rest.prefix(limit))
  }
}
