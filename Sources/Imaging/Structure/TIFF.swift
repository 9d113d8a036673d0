/// Reads a TIFF file (TIFF 6.0, section 2), the format of EXIF.
///
/// A TIFF file is a byte order mark, followed by the offset of the first directory. A directory consists of 12-byte
/// entries, some of which hold the offsets of further directories. The bytes are untrusted, so every offset is checked,
/// and invalid entries are ignored.
struct TIFFReader {
  let isLittleEndian: Bool
  private let file: FileBytes

  /// Returns nil if the byte order mark is missing.
  init?(_ bytes: UnsafeRawBufferPointer) {
    file = FileBytes(bytes)
    switch file.bigEndian(at: 0, 4) {
    case 0x4949_2A00: isLittleEndian = true
    case 0x4D4D_002A: isLittleEndian = false
    default: return nil
    }
  }

  private func number(at place: Int, _ size: Int) -> Int? {
    isLittleEndian ? file.littleEndian(at: place, size) : file.bigEndian(at: place, size)
  }

  /// The offset of the first directory.
  var first: Int? { number(at: 4, 4) }

  /// Returns a directory's entries with the given tags whose values are within the file. If a tag occurs more than
  /// once, its first entry is used.
  func entries(_ tags: Set<Int>, at place: Int?) -> [TIFFField] {
    guard let place, let count = number(at: place, 2) else { return [] }
    var missing = tags
    // No valid file has more entries than this.
    return (0..<min(count, 1000)).compactMap { index in
      let place = place + 2 + index * 12
      guard let tag = number(at: place, 2), missing.contains(tag), let entry = entry(of: tag, at: place)
      else { return nil }
      missing.remove(tag)
      return entry
    }
  }

  private func entry(of tag: Int, at place: Int) -> TIFFField? {
    guard let type = number(at: place + 2, 2), let count = number(at: place + 4, 4),
      TIFFField.sizes.indices.contains(type), count <= file.count
    else { return nil }
    let length = count * TIFFField.sizes[type]
    guard length > 0, let start = length <= 4 ? place + 8 : number(at: place + 8, 4),
      let value = file.bytes(at: start, length)
    else { return nil }
    return TIFFField(tag: tag, type: type, count: count, value: value)
  }

  /// Returns the number of a short (type 3) or long (type 4) entry. Both are accepted for every tag because some
  /// programs use a different type than the standard requires.
  func number(_ tag: Int, at place: Int?) -> Int? {
    guard let entry = entries([tag], at: place).first, entry.type == 3 || entry.type == 4 else { return nil }
    let bytes = entry.value.prefix(TIFFField.sizes[entry.type])
    return (isLittleEndian ? bytes.reversed() : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
  }
}

/// A directory entry. Its value is in the byte order of the file.
struct TIFFField {
  let tag: Int
  let type: Int
  let count: Int
  let value: [UInt8]

  /// The size of each type's values in bytes, indexed by type number (TIFF 6.0, section 2).
  static let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]
}

/// Writes a TIFF file with a main directory and further directories that it points to.
struct TIFFWriter {
  private(set) var bytes: [UInt8]
  private let isLittleEndian: Bool

  init(isLittleEndian: Bool) {
    self.isLittleEndian = isLittleEndian
    bytes = isLittleEndian ? [0x49, 0x49, 42, 0] : [0x4D, 0x4D, 0, 42]
    bytes += number(8, 4)
  }

  mutating func add(_ entries: [TIFFField], pointers: [(tag: Int, entries: [TIFFField])]) {
    let pointers = pointers.filter { !$0.entries.isEmpty }
    // Pointers are filled in later, because the offsets are known only once the main directory has been written.
    let all = entries + pointers.map { TIFFField(tag: $0.tag, type: 4, count: 1, value: number(0, 4)) }
    let places = add(all)
    for (tag, entries) in pointers {
      guard let place = places[tag] else { continue }
      bytes.replaceSubrange(place..<place + 4, with: number(bytes.count, 4))
      _ = add(entries)
    }
  }

  /// - Returns: The offset of each tag's value within its entry.
  private mutating func add(_ entries: [TIFFField]) -> [Int: Int] {
    var places: [Int: Int] = [:]
    let entries = entries.sorted { $0.tag < $1.tag }
    var values: [UInt8] = []
    let end = bytes.count + 2 + 12 * entries.count + 4
    bytes += number(entries.count, 2)
    for entry in entries {
      bytes += number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, 4)
      places[entry.tag] = bytes.count
      if entry.value.count <= 4 {
        bytes += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
      } else {
        bytes += number(end + values.count, 4)
        // Values start at even offsets.
        values += entry.value + (entry.value.count % 2 == 0 ? [] : [0])
      }
    }
    bytes += number(0, 4) + values
    return places
  }

  private func number(_ number: Int, _ size: Int) -> [UInt8] {
    let bytes = bigEndian(number, size)
    return isLittleEndian ? bytes.reversed() : bytes
  }
}
