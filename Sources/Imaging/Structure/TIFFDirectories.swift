/// The directories of a TIFF, and the pixels that they point to (TIFF 6.0, sections 2, 8 and 15; BigTIFF has longer
/// numbers, and more of them).
struct TIFFDirectories {
  private let file: FileBytes
  private let isLittleEndian: Bool
  private let isBig: Bool

  init(_ file: FileBytes) {
    self.file = file
    isLittleEndian = file.byte(at: 0) == 0x49
    isBig = file.littleEndian(at: 2, 2) == 43
  }

  private enum Tag {
    static let stripPlaces = 273
    static let stripLengths = 279
    static let tilePlaces = 324
    static let tileLengths = 325
  }

  /// Whether a directory, or something that one points to, is missing.
  var areIncomplete: Bool {
    var next = number(at: isBig ? 8 : 4, isBig ? 8 : 4)
    // No honest file has more entries than bytes; the others may go round in circles.
    var entriesLeft = min(file.count, 1_000_000)
    while let place = next, place != 0, entriesLeft > 0 {
      let head = isBig ? 8 : 2
      guard let entries = number(at: place, head), entries <= file.count / 12 else {
        return true
      }
      entriesLeft -= 1 + entries
      let size = isBig ? 20 : 12
      var values: [Int: Values] = [:]
      for entry in 0..<entries {
        let start = place + head + size * entry
        guard let tag = number(at: start, 2), let found = self.values(at: start) else { return true }
        values[tag] = found
      }
      for (places, lengths) in [(Tag.stripPlaces, Tag.stripLengths), (Tag.tilePlaces, Tag.tileLengths)] {
        guard let places = values[places], let lengths = values[lengths] else { continue }
        entriesLeft -= min(places.count, lengths.count)
        guard entriesLeft >= 0 else { return false }
        if lacksPixels(places, lengths) { return true }
      }
      next = number(at: place + head + size * entries, isBig ? 8 : 4)
    }
    return next == nil
  }

  /// Numbers that an entry holds, or points to.
  private struct Values {
    let place: Int
    let size: Int
    let count: Int
  }

  /// By the number of their type, in bytes; what a later edition has added is unknown.
  private static let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]

  /// An entry's values; nil where they are not there.
  private func values(at entry: Int) -> Values? {
    let room = isBig ? 8 : 4
    guard let type = number(at: entry + 2, 2), let count = number(at: entry + 4, room), count <= file.count
    else {
      return nil
    }
    let size = Self.sizes.indices.contains(type) ? Self.sizes[type] : 0
    let own = entry + 4 + room
    guard let place = count * size <= room ? own : number(at: own, room) else { return nil }
    return file.has(place, count * size) ? Values(place: place, size: size, count: count) : nil
  }

  private func lacksPixels(_ places: Values, _ lengths: Values) -> Bool {
    (0..<min(places.count, lengths.count)).contains { index in
      guard let place = number(at: places.place + index * places.size, places.size),
        let length = number(at: lengths.place + index * lengths.size, lengths.size)
      else { return true }
      return !file.has(place, length)
    }
  }

  private func number(at place: Int, _ size: Int) -> Int? {
    isLittleEndian ? file.littleEndian(at: place, size) : file.bigEndian(at: place, size)
  }
}
