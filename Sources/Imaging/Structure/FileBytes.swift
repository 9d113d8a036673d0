/// Bounds-checked access to a file's bytes. Reading beyond the end returns nil.
struct FileBytes {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var count: Int { bytes.count }

  func has(_ place: Int, _ length: Int) -> Bool {
    place >= 0 && length >= 0 && place <= count && length <= count - place
  }

  func byte(at place: Int) -> Int? { has(place, 1) ? Int(bytes[place]) : nil }

  func bytes(at place: Int, _ length: Int) -> [UInt8]? {
    has(place, length) ? Array(bytes[place..<place + length]) : nil
  }

  /// Reads a number of `size` bytes, most significant byte first. Also returns nil if the number doesn't fit in an
  /// `Int`.
  func bigEndian(at place: Int, _ size: Int) -> Int? { number(at: place, size) { $0 } }

  /// Reads a number of `size` bytes, least significant byte first. Also returns nil if the number doesn't fit in an
  /// `Int`.
  func littleEndian(at place: Int, _ size: Int) -> Int? { number(at: place, size) { size - 1 - $0 } }

  private func number(at place: Int, _ size: Int, _ index: (Int) -> Int) -> Int? {
    guard has(place, size) else { return nil }
    return Int(exactly: (0..<size).reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[place + index($1)]) })
  }

  /// Returns the content of a PNG's first chunk with the given name, or nil if the chunk is missing or incomplete.
  ///
  /// A chunk is a length, a name, content and a checksum (PNG, third edition, 5.3). The last one is `IEND`.
  func chunk(_ name: String) -> Range<Int>? {
    func number(_ name: String) -> Int { name.utf8.reduce(0) { $0 << 8 | Int($1) } }
    let (wanted, last) = (number(name), number("IEND"))
    var place = 8
    while let length = bigEndian(at: place, 4), let name = bigEndian(at: place + 4, 4),
      has(place + 12, length)
    {
      if name == wanted { return place + 8..<place + 8 + length }
      if name == last { return nil }
      place += 12 + length
    }
    return nil
  }
}
