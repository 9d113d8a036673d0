/// A PNG generated without libpng or zlib, following the specification (ISO/IEC 15948). It supports all colour types
/// and depths, interlacing and filters, and uses stored blocks. The decoder is therefore tested independently of its
/// own encoder.
struct HandMadePNG {
  enum Colour: Int, CaseIterable {
    case grey = 0
    case rgb = 2
    case palette = 3
    case greyAlpha = 4
    case rgba = 6

    var channels: Int {
      switch self {
      case .grey, .palette: 1
      case .greyAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }
    var depths: [Int] {
      switch self {
      case .grey: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      default: [8, 16]
      }
    }
  }

  var width = 13
  var height = 9
  var colour = Colour.rgb
  var depth = 8
  var interlaced = false
  /// The transparency. For grey and RGB, this is one transparent sample per channel. For palettes, it is the alpha of
  /// the first entries.
  var transparency: [Int]?
  var largest: Int { (1 << depth) - 1 }

  /// Returns a value that varies everywhere, and takes every possible value at low depths.
  func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int {
    (x &* 2_654_435_761 &+ y &* 40_503 &+ channel &* 97 &+ (x ^ y) &* 7919) >> 3 & largest
  }

  func paletteEntry(_ index: Int) -> [UInt8] {
    [UInt8(index * 7 & 255), UInt8(255 - index & 255), UInt8(index * 31 & 255)]
  }

  /// Returns a file with these chunks and IEND.
  static func file(_ chunks: [(name: String, content: [UInt8])]) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + (chunks + [("IEND", [])]).flatMap { chunk($0.name, $0.content) }
  }

  /// Returns the file with chunks added after the header.
  func file(_ chunks: (name: String, content: [UInt8])...) -> [UInt8] {
    file.prefix(33) + chunks.flatMap { Self.chunk($0.name, $0.content) } + file.dropFirst(33)
  }

  /// Returns an otherwise valid file that claims a different size.
  static func claiming(width: Int, height: Int, _ colour: Colour = .rgb) -> [UInt8] {
    var file = HandMadePNG(colour: colour).file
    file.replaceSubrange(16..<24, with: big(width) + big(height))
    return withChecksums(file)
  }

  var file: [UInt8] {
    let header = [UInt8(depth), UInt8(colour.rawValue), 0, 0, interlaced ? 1 : 0]
    var chunks = [(name: "IHDR", content: Self.big(width) + Self.big(height) + header)]
    if colour == .palette { chunks.append(("PLTE", (0...largest).flatMap(paletteEntry))) }
    if let transparency {
      let size = colour == .palette ? 1 : 2
      chunks.append(("tRNS", transparency.flatMap { Self.number($0, size, littleEndian: false) }))
    }
    return Self.file(chunks + [("IDAT", Self.stored(rows))])
  }

  /// Returns the pixel that a decoder must produce as RGBA, with 8 or 16 bits per channel.
  func expected(_ x: Int, _ y: Int, bits: Int) -> [Int] {
    let samples = (0..<colour.channels).map { sample(x, y, $0) }
    let most = 1 << bits - 1
    let values = samples.map { ($0 * most + largest / 2) / largest }
    let seen = transparency == samples ? 0 : most
    switch colour {
    case .grey: return [values[0], values[0], values[0], seen]
    case .rgb: return values + [seen]
    case .palette:
      let alphas = transparency ?? []
      return paletteEntry(samples[0]).map { Int($0) } + [samples[0] < alphas.count ? alphas[samples[0]] : 255]
    case .greyAlpha: return [values[0], values[0], values[0], values[1]]
    case .rgba: return values
    }
  }

  /// The rows, each with the next filter type, divided into the seven Adam7 passes if interlaced.
  private var rows: [UInt8] {
    let passes =
      interlaced
      ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
      : [(0, 0, 1, 1)]
    // Plain loops, because most tests make such files, in an unoptimized build.
    let channels = colour.channels
    var rows: [UInt8] = []
    for (left, top, right, down) in passes where left < width {
      var above: [UInt8]?
      for y in stride(from: top, to: height, by: down) {
        var row: [UInt8] = []
        // The bits that don't fill a byte yet.
        var (bits, count) = (0, 0)
        for x in stride(from: left, to: width, by: right) {
          for channel in 0..<channels {
            (bits, count) = (bits << depth | sample(x, y, channel), count + depth)
            while count >= 8 {
              count -= 8
              row.append(UInt8(truncatingIfNeeded: bits >> count))
            }
            bits &= 0xFF
          }
        }
        if count > 0 { row.append(UInt8(truncatingIfNeeded: bits << (8 - count))) }
        let filter = PNGFilter.allCases[(y + width) % PNGFilter.allCases.count]
        rows += filter.applied(to: row, above ?? row.map { _ in 0 }, pixel: max(1, channels * depth / 8))
        above = row
      }
    }
    return rows
  }

  // MARK: Containers

  /// Returns a number as `size` bytes in either byte order.
  static func number(_ value: Int, _ size: Int, littleEndian: Bool) -> [UInt8] {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return littleEndian ? bytes : bytes.reversed()
  }

  static func big(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 255) } }

  static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    return big(content.count) + body + big(Int(crc(body)))
  }

  /// Wraps stored blocks (RFC 1951, 3.2.4) in the zlib format (RFC 1950).
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: bytes.count, by: 65535) {
      let block = bytes[start..<min(start + 65535, bytes.count)]
      let count = UInt16(block.count)
      result.append(block.endIndex == bytes.count ? 1 : 0)
      result += [UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)] + block
    }
    let sums = bytes.reduce((a: 1, b: 0)) { sums, byte in
      let a = (sums.a + Int(byte)) % 65521
      return (a, (sums.b + a) % 65521)
    }
    return result + big(sums.b << 16 | sums.a)
  }

  static func crc(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { (crc: UInt32, byte: UInt8) -> UInt32 in
      crcTable[Int((crc ^ UInt32(byte)) & 255)] ^ crc >> 8
    }
  }

  private static let crcTable: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  }

  /// Returns the file with all checksums corrected, so that damage gets past them.
  static func withChecksums(_ file: [UInt8]) -> [UInt8] {
    var file = file
    var start = 8
    while start + 12 <= file.count {
      let count = file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = start + 8 + count
      guard end + 4 <= file.count else { break }
      file.replaceSubrange(end..<end + 4, with: big(Int(crc(file[start + 4..<end]))))
      start = end + 4
    }
    return file
  }
}
