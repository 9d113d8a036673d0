/// A window that moves over the bytes of a reader: parsers look ahead, then skip.
///
/// It holds one block of memory (64 KiB), however many bytes there are. For one thread at a time.
package final class ByteStream {
  package typealias Failure = ListError.Reason

  private let reader: any ByteReader
  private let storage: UnsafeMutableRawBufferPointer
  private var head = 0
  private var tail = 0
  /// Whether the window holds the last bytes.
  private(set) var isAtEnd = false

  /// The number of bytes skipped.
  private(set) var offset = 0

  /// The number of entries read so far, for errors.
  var entries = 0

  init(_ reader: any ByteReader, capacity: Int = 64 << 10) {
    self.reader = reader
    storage = .allocate(byteCount: max(capacity, 16), alignment: 16)
  }

  deinit {
    storage.deallocate()
  }

  /// The bytes that were read and not skipped yet. Valid until the next call of anything here.
  var window: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: storage[head..<tail]) }

  /// Whether the window holds anything but spaces, line breaks and commas.
  var holdsInk: Bool { window.contains { $0 > 0x20 && $0 != UInt8(ascii: ",") } }

  /// Whether the window holds a line that is not blank, with its end.
  var holdsLine: Bool {
    window.drop { $0 <= 0x20 }.contains { $0.isLineBreak }
  }

  /// How many bytes can be looked at ahead.
  var capacity: Int { storage.count }

  /// The next byte, or `nil` at the end.
  func peek() throws(Failure) -> UInt8? {
    if head == tail, !(try refill()) { return nil }
    return storage[head]
  }

  /// Skips `count` bytes of the window.
  func skip(_ count: Int) {
    head += count
    offset += count
  }

  /// Skips and returns the next byte, or `nil` at the end.
  func next() throws(Failure) -> UInt8? {
    guard let byte = try peek() else { return nil }
    skip(1)
    return byte
  }

  /// Waits until the window holds `count` bytes, or as many as there are: `false` when there are fewer.
  func fill(_ count: Int) throws(Failure) -> Bool {
    while tail - head < count {
      guard try refill() else { return false }
    }
    return true
  }

  /// Adds to the window what the source has, or waits for it: `false` at the end, and when the window is full.
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

  /// Skips bytes while `belongs` is true, and waits for more of them. `take` gets them in pieces.
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

  /// All bytes that are left; nil where there are more than `limit`.
  package func rest(upTo limit: Int) throws(Failure) -> [UInt8]? {
    var bytes: [UInt8] = []
    while try peek() != nil {
      guard window.count <= limit - bytes.count else { return nil }
      bytes.append(contentsOf: window)
      skip(window.count)
    }
    return bytes
  }

  /// The error for something that is wrong at this place.
  func broken(_ what: String) -> Failure {
    .broken(what, entry: entries + 1, byte: offset)
  }
}

extension UInt8 {
  /// Whether it is a space, or one of ASCII's controls from the tab to the carriage return.
  var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  var isLineBreak: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}
