/// A sliding window over the bytes of a reader, which lets parsers look ahead before they skip bytes.
///
/// It takes 64 KiB of memory regardless of the input's length, and is used by one thread at a time.
package final class ByteStream {
  package typealias Failure = ListError.Reason

  private let reader: any ByteReader
  private let storage: UnsafeMutableRawBufferPointer
  private var head = 0
  private var tail = 0
  /// Whether the window holds the last bytes.
  private(set) var isAtEnd = false

  /// The number of bytes skipped so far.
  private(set) var offset = 0

  /// The number of entries read so far, for error messages.
  var entries = 0

  init(_ reader: any ByteReader, capacity: Int = 64 << 10) {
    self.reader = reader
    storage = .allocate(byteCount: max(capacity, 16), alignment: 16)
  }

  deinit {
    storage.deallocate()
  }

  /// The bytes that have been read but not skipped. The pointer is valid until the next call of any method.
  var window: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: storage[head..<tail]) }

  /// Whether the window contains anything other than spaces, line breaks and commas.
  var holdsInk: Bool { window.contains { $0 > 0x20 && $0 != UInt8(ascii: ",") } }

  /// Whether the window contains a complete line that isn't blank.
  var holdsLine: Bool { holdsLine { $0 <= 0x20 } }

  /// Whether the window contains a complete line with any other bytes than these.
  func holdsLine(besides isEmpty: (UInt8) -> Bool) -> Bool {
    window.drop(while: isEmpty).contains { $0.isLineBreak }
  }

  /// The maximum number of bytes to look ahead.
  var capacity: Int { storage.count }

  /// Returns the next byte without skipping it, or nil at the end.
  func peek() throws(Failure) -> UInt8? {
    if head == tail, !(try refill()) { return nil }
    return storage[head]
  }

  /// Skips `count` bytes of the window.
  func skip(_ count: Int) {
    head += count
    offset += count
  }

  /// Skips and returns the next byte, or returns nil at the end.
  func next() throws(Failure) -> UInt8? {
    guard let byte = try peek() else { return nil }
    skip(1)
    return byte
  }

  /// Blocks until the window holds at least `count` bytes. Returns false if the input has fewer.
  func fill(_ count: Int) throws(Failure) -> Bool {
    while tail - head < count {
      guard try refill() else { return false }
    }
    return true
  }

  /// Blocks until the source has bytes, and adds them to the window. Returns false at the end of the input, or if the
  /// window is full.
  func refill() throws(Failure) -> Bool {
    if isAtEnd { return false }
    if head > 0 {
      storage.copyMemory(from: window)
      tail -= head
      head = 0
    }
    guard tail < storage.count else { return false }
    let count = try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: storage[tail...]))
    tail += count
    isAtEnd = count == 0
    return !isAtEnd
  }

  /// Skips bytes as long as `belongs` returns true, reading more as needed. `take` receives the skipped bytes in
  /// pieces.
  func skip(while belongs: (UInt8) -> Bool, take: (UnsafeRawBufferPointer) -> Void = { _ in }) throws(Failure)
  {
    repeat {
      let window = window
      let count = window.firstIndex { !belongs($0) } ?? window.count
      take(UnsafeRawBufferPointer(rebasing: window[..<count]))
      skip(count)
      if count < window.count { return }
    } while try refill()
  }

  /// Returns all remaining bytes, or nil if there are more than `limit`.
  package func rest(upTo limit: Int) throws(Failure) -> [UInt8]? {
    var bytes: [UInt8] = []
    while try peek() != nil {
      guard window.count <= limit - bytes.count else { return nil }
      bytes.append(contentsOf: window)
      skip(window.count)
    }
    return bytes
  }

  /// Returns an error for invalid input at the current position.
  func broken(_ what: String) -> Failure {
    .broken(what, entry: entries + 1, byte: offset)
  }
}

extension UInt8 {
  /// Whether the byte is a space or an ASCII control character from tab to carriage return.
  var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  var isLineBreak: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}
