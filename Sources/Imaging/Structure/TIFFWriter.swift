/// A TIFF file (TIFF 6.0, section 2) of one directory, and others that it points to.
struct TIFFWriter {
  private(set) var bytes: [UInt8]
  private let isLittleEndian: Bool

  init(isLittleEndian: Bool) {
    self.isLittleEndian = isLittleEndian
    bytes = isLittleEndian ? [0x49, 0x49, 42, 0] : [0x4D, 0x4D, 0, 42]
    bytes += number(8, 4)
  }

  mutating func add(_ entries: [TIFFEntry], pointers: [(tag: Int, entries: [TIFFEntry])]) {
    let pointers = pointers.filter { !$0.entries.isEmpty }
    // Where a pointer leads is known once the directory that has it is written.
    let all = entries + pointers.map { TIFFEntry(tag: $0.tag, type: 4, count: 1, value: number(0, 4)) }
    let places = add(all)
    for (tag, entries) in pointers {
      guard let place = places[tag] else { continue }
      bytes.replaceSubrange(place..<place + 4, with: number(bytes.count, 4))
      _ = add(entries)
    }
  }

  /// - Returns: where the value of each tag stands in its entry.
  private mutating func add(_ entries: [TIFFEntry]) -> [Int: Int] {
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
        // Values begin at even places.
        values += entry.value + (entry.value.count % 2 == 0 ? [] : [0])
      }
    }
    bytes += number(0, 4) + values
    return places
  }

  private func number(_ number: Int, _ size: Int) -> [UInt8] {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    return isLittleEndian ? bytes : bytes.reversed()
  }
}
