/// The directories of EXIF, with all that their entries hold.
struct EXIFDirectories {
  let isLittleEndian: Bool
  private let file: FileBytes

  /// Nil when it is none.
  init?(_ file: FileBytes) {
    switch file.bigEndian(at: 0, 4) {
    case 0x4949_2A00: isLittleEndian = true
    case 0x4D4D_002A: isLittleEndian = false
    default: return nil
    }
    self.file = file
  }

  private func number(at place: Int, _ size: Int) -> Int? {
    isLittleEndian ? file.littleEndian(at: place, size) : file.bigEndian(at: place, size)
  }

  /// Where the first one is.
  var first: Int? { number(at: 4, 4) }

  /// Those of a directory whose values are there; 1000 at most, as no honest one has more.
  func entries(at place: Int?) -> [TIFFEntry] {
    guard let place, let count = number(at: place, 2) else { return [] }
    return (0..<min(count, 1000)).compactMap { entry(at: place + 2 + $0 * 12) }
  }

  private func entry(at place: Int) -> TIFFEntry? {
    guard let tag = number(at: place, 2), let type = number(at: place + 2, 2),
      let count = number(at: place + 4, 4),
      TIFFEntry.sizes.indices.contains(type), count <= file.count
    else { return nil }
    let length = count * TIFFEntry.sizes[type]
    guard length > 0, let start = length <= 4 ? place + 8 : number(at: place + 8, 4),
      let value = file.bytes(at: start, length)
    else { return nil }
    return TIFFEntry(tag: tag, type: type, count: count, value: value)
  }

  /// Where the entry of a tag begins in the directory at `place`, if there is one.
  private func entry(of tag: Int, in place: Int?) -> Int? {
    guard let place, let count = number(at: place, 2) else { return nil }
    return (0..<count).lazy.map { place + 2 + $0 * 12 }.prefix { file.has($0, 12) }
      .first { number(at: $0, 2) == tag }
  }

  /// A short (type 3) or a long (4): some write one where the standard has the other.
  func value(of tag: Int, in place: Int?) -> Int? {
    guard let entry = entry(of: tag, in: place) else { return nil }
    switch number(at: entry + 2, 2) {
    case 3: return number(at: entry + 8, 2)
    case 4: return number(at: entry + 8, 4)
    default: return nil
    }
  }

  /// Three letters (type 2) and their end.
  func letters(of tag: Int, in place: Int?) -> String? {
    guard let entry = entry(of: tag, in: place), number(at: entry + 2, 2) == 2, number(at: entry + 4, 4) == 4
    else { return nil }
    return file.name(at: entry + 8).map { String($0.prefix(3)) }
  }
}

/// An entry of a directory, with its value in the byte order of its file.
struct TIFFEntry {
  let tag: Int
  let type: Int
  let count: Int
  let value: [UInt8]

  /// By the number of the type, in bytes (TIFF 6.0, section 2).
  static let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]
}
