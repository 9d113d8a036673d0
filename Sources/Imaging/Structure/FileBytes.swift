/// A file's bytes, read with checks: nil where the file has ended.
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

  /// A number of `size` bytes, the most significant first; nil also where it does not fit in an `Int`.
  func bigEndian(at place: Int, _ size: Int) -> Int? { number(at: place, size) { $0 } }

  /// The same with the most significant byte last.
  func littleEndian(at place: Int, _ size: Int) -> Int? { number(at: place, size) { size - 1 - $0 } }

  private func number(at place: Int, _ size: Int, _ index: (Int) -> Int) -> Int? {
    guard has(place, size) else { return nil }
    return Int(exactly: (0..<size).reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[place + index($1)]) })
  }

  /// Four letters.
  func name(at place: Int) -> String? {
    has(place, 4) ? String(decoding: bytes[place..<place + 4], as: UTF8.self) : nil
  }
}
