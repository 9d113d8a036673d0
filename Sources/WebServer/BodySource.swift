import NIOCore

/// The rest of a body, which is sent piece by piece.
struct BodySource {
  private var rest: ArraySlice<UInt8> = []
  /// A function that produces the bytes after `rest`, or nil at the end.
  private var make: (() -> [UInt8]?)?

  init(_ body: Response.Body) {
    switch body {
    case .slice(let bytes): rest = bytes
    case .stream(_, let producer): make = producer()
    case .events: break
    }
  }

  /// Whether the body has ended, as far as can be told without calling a producer.
  var isUsedUp: Bool { rest.isEmpty && make == nil }

  /// Returns the next piece, of at most `limit` bytes, or nil at the end.
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
