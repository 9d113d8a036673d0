import NIOCore

/// What is left of a body, handed out piece by piece.
enum BodySource {
  case nothing
  case slice(ArraySlice<UInt8>)
  /// The producer, and what it made beyond the last piece taken.
  case producer(() -> [UInt8]?, rest: ArraySlice<UInt8>)

  init(_ body: Response.Body) {
    switch body {
    case .slice(let bytes): self = .slice(bytes)
    case .stream(_, let producer): self = .producer(producer(), rest: [])
    case .events: self = .nothing
    }
  }

  /// True when it is known without asking a producer.
  var isUsedUp: Bool {
    switch self {
    case .nothing: true
    case .slice(let rest): rest.isEmpty
    case .producer: false
    }
  }

  /// The next piece, of `limit` bytes at most; nil at the end.
  mutating func next(atMost limit: Int, allocator: ByteBufferAllocator) -> ByteBuffer? {
    switch self {
    case .nothing:
      return nil
    case .slice(let bytes):
      guard !bytes.isEmpty else { return nil }
      self = .slice(bytes.dropFirst(limit))
      return allocator.buffer(bytes: bytes.prefix(limit))
    case .producer(let make, var rest):
      while rest.isEmpty {
        guard let made = make() else {
          self = .nothing
          return nil
        }
        rest = made[...]
      }
      self = .producer(make, rest: rest.dropFirst(limit))
      return allocator.buffer(bytes: rest.prefix(limit))
    }
  }
}
