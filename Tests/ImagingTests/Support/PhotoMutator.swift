import Base

@testable import Imaging

/// Damages photos in ways that random bytes never would. It takes the structure apart, changes its parts, and
/// reassembles them with correct lengths and checksums, so that the damage gets past these checks.
struct PhotoMutator {
  var random: SplitMix

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  /// Returns a modified PNG or JPEG, which is usually damaged. Bytes of other files are changed directly.
  mutating func mutated(_ file: [UInt8]) -> [UInt8] {
    var new =
      switch try? file.lend({ bytes throws(ImagingError) in try ImageType(of: bytes) }) {
      case .png: mutatedPNG(file)
      case .jpeg: mutatedJPEG(file)
      default: file
      }
    if chance(16) { new = Array(new.prefix(below(new.count + 1))) }
    if chance(8) { change(&new) }
    return new
  }

  // MARK: Chance

  mutating func chance(_ one: Int) -> Bool { below(one) == 0 }
  mutating func below(_ bound: Int) -> Int { random.number(below: max(1, bound)) }
  mutating func one<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: random.next()) }
  mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in byte() } }

  /// Returns a number at which something might overflow, end or begin.
  mutating func number() -> Int {
    let edges = [
      0, 1, 2, 3, 7, 8, 16, 255, 256, 0x7FFF, 0x8000, 0xFFFF, 0x1_0000, 0x10_0000, 0x7FFF_FFFF, 0x8000_0000,
      0xFFFF_FFF0, 0xFFFF_FFFF,
    ]
    return chance(3) ? below(64) : one(edges)
  }

  /// Changes bytes in one to three places, or inserts, removes or repeats some.
  mutating func change(_ bytes: inout [UInt8]) {
    for _ in 0...below(3) where !bytes.isEmpty {
      let at = below(bytes.count)
      switch below(8) {
      case 0: bytes.insert(byte(), at: at)
      case 1: bytes.remove(at: at)
      case 2: bytes.replaceSubrange(at..<min(at + 4, bytes.count), with: HandMadePNG.big(number()))
      case 3: bytes.replaceSubrange(at..<min(at + 2, bytes.count), with: HandMadePNG.big(number()).suffix(2))
      case 4: bytes.insert(contentsOf: bytes[at..<min(at + 20, bytes.count)], at: at)
      case 5: bytes[at] ^= 1 << UInt8(below(8))
      default: bytes[at] = byte()
      }
    }
  }

  /// Changes the order and number of parts.
  private mutating func rearrange<Part>(_ parts: inout [Part]) {
    guard !parts.isEmpty else { return }
    let (at, other) = (below(parts.count), below(parts.count))
    switch below(4) {
    case 0: parts.swapAt(at, other)
    case 1: parts.remove(at: at)
    case 2: parts.insert(parts[at], at: other)
    default: parts += parts[at...].prefix(3)
    }
  }

  // MARK: PNG

  private typealias Chunk = (name: String, content: [UInt8])

  private mutating func mutatedPNG(_ file: [UInt8]) -> [UInt8] {
    var chunks: [Chunk] = []
    var place = 8
    while place + 12 <= file.count {
      let count = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = min(place + 8 + count, file.count)
      let name = String(decoding: file[place + 4..<place + 8], as: UTF8.self)
      chunks.append((name.utf8.count == 4 ? name : "IDAT", Array(file[place + 8..<end])))
      place = end + 4
    }
    for _ in 0...below(3) { mutate(&chunks) }
    var new = Array(file.prefix(8))
    for chunk in chunks { new += HandMadePNG.chunk(chunk.name, chunk.content) }
    return new
  }

  private mutating func mutate(_ chunks: inout [Chunk]) {
    let at = below(chunks.count)
    switch below(9) {
    case 0: rearrange(&chunks)
    case 1: changeHeader(&chunks)
    case 2, 3: chunks.insert(someChunk(), at: min(1 + below(3), chunks.count))
    case 4: chunks.append(someChunk())
    case 5: split(&chunks)
    case 6: if let new = newRows(chunks) { chunks = new }
    default: if !chunks.isEmpty { change(&chunks[at].content) }
    }
  }

  private mutating func changeHeader(_ chunks: inout [Chunk]) {
    guard chunks.first?.name == "IHDR", chunks[0].content.count == 13 else { return }
    let size = chance(4) ? number() : 1 + below(40)
    switch below(5) {
    case 0: chunks[0].content.replaceSubrange(0..<4, with: HandMadePNG.big(size))
    case 1: chunks[0].content.replaceSubrange(4..<8, with: HandMadePNG.big(size))
    case 2:
      let side = HandMadePNG.big(number())
      chunks[0].content.replaceSubrange(0..<8, with: side + side)
    case 3: chunks[0].content.replaceSubrange(8..<10, with: [one([1, 2, 4, 8, 16]), one([0, 2, 3, 4, 6])])
    default: chunks[0].content[10 + below(3)] = UInt8(below(3))
    }
  }

  private mutating func someChunk() -> Chunk {
    switch below(12) {
    case 0: ("eXIf", tiff())
    case 1: ("iCCP", Array("p".utf8) + [0, 0] + HandMadePNG.stored(profile()))
    case 2: ("gAMA", HandMadePNG.big(number()))
    case 3: ("cHRM", (0..<8).flatMap { _ in HandMadePNG.big(number()) })
    case 4: ("sRGB", [UInt8(below(6))])
    case 5: ("tRNS", bytes(below(10)))
    case 6: ("PLTE", bytes(3 * below(20)))
    case 7: ("IDAT", bytes(below(40)))
    case 8: ("zTXt", Array("p".utf8) + [0, 0] + HandMadePNG.stored(bytes(below(40))))
    case 9: ("tEXt", Array("p".utf8) + [0] + bytes(below(40)))
    case 10: ("IEND", [])
    default:
      (one(["sBIT", "bKGD", "hIST", "pHYs", "tIME", "acTL", "fcTL", "abCd", "ABCD"]), bytes(below(30)))
    }
  }

  private mutating func split(_ chunks: inout [Chunk]) {
    guard let at = chunks.firstIndex(where: { $0.name == "IDAT" }) else { return }
    let content = chunks[at].content
    let cuts = (0...below(5)).map { _ in below(content.count + 1) }.sorted()
    let pieces = zip([0] + cuts, cuts + [content.count]).map { Chunk("IDAT", Array(content[$0..<$1])) }
    chunks.replaceSubrange(at...at, with: pieces)
  }

  /// Replaces all pixels with new ones that match the header exactly or nearly. The stream and its checksum are valid.
  private mutating func newRows(_ chunks: [Chunk]) -> [Chunk]? {
    guard let header = chunks.first?.content, header.count == 13 else { return nil }
    func side(_ at: Int) -> Int { header[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][header[9]] ?? 1
    guard side(0) < 2000, side(4) < 2000, side(0) * side(4) < 50_000 else { return nil }
    let row = (side(0) * channels * Int(header[8]) + 7) / 8
    var rows = (0..<side(4)).flatMap { _ in [UInt8(below(chance(40) ? 256 : 5))] + bytes(row) }
    if chance(4) { change(&rows) }
    var stream = HandMadePNG.stored(rows)
    if chance(4) {
      stream.replaceSubrange(0..<2, with: one([[0x08, 0x1D], [0x18, 0x19], [0x78, 0x9C], [0x68, 0x81]]))
    }
    return chunks.filter { $0.name != "IDAT" && $0.name != "IEND" } + [("IDAT", stream), ("IEND", [])]
  }

  // MARK: JPEG

  private typealias Segment = (marker: UInt8, content: [UInt8], pixels: [UInt8])

  private mutating func mutatedJPEG(_ file: [UInt8]) -> [UInt8] {
    var segments: [Segment] = []
    var place = 2
    while place + 4 <= file.count, file[place] == 0xFF, file[place + 1] != 0xD9 {
      let end = min(place + 2 + max(2, Int(file[place + 2]) << 8 | Int(file[place + 3])), file.count)
      var next = end
      while next + 1 < file.count, file[next] != 0xFF || file[next + 1] == 0 || 0xD0...0xD7 ~= file[next + 1]
      {
        next += 1
      }
      segments.append((file[place + 1], Array(file[min(place + 4, end)..<end]), Array(file[end..<next])))
      place = next
    }
    for _ in 0...below(3) { mutate(&segments) }
    var new = Array(file.prefix(2))
    for segment in segments {
      let length = segment.content.count + 2
      new += [0xFF, segment.marker, UInt8(length >> 8 & 255), UInt8(length & 255)]
      new += segment.content + segment.pixels
    }
    return new + [UInt8](repeating: 0, count: chance(8) ? below(600) : 0) + (chance(20) ? [] : [0xFF, 0xD9])
  }

  private mutating func mutate(_ segments: inout [Segment]) {
    let at = below(segments.count)
    switch below(8) {
    case 0: rearrange(&segments)
    case 1: changeFrame(&segments)
    case 2, 3: segments.insert(someSegment(), at: below(min(3, segments.count) + 1))
    case 4: if let scan = segments.lastIndex(where: { $0.marker == 0xDA }) { change(&segments[scan].pixels) }
    case 5: if let scan = segments.last(where: { $0.marker == 0xDA }) { segments.append(scan) }
    default: if !segments.isEmpty { change(&segments[at].content) }
    }
  }

  /// Changes the precision, size, components or sampling factors.
  private mutating func changeFrame(_ segments: inout [Segment]) {
    guard let at = segments.firstIndex(where: { 0xC0...0xC2 ~= $0.marker }), segments[at].content.count > 8
    else { return }
    let side = HandMadePNG.big(chance(4) ? number() : 1 + below(60)).suffix(2)
    switch below(5) {
    case 0: segments[at].content.replaceSubrange(1..<3, with: side)
    case 1: segments[at].content.replaceSubrange(3..<5, with: side)
    case 2: segments[at].content[7] = one([0x11, 0x12, 0x21, 0x22, 0x41, 0x14, 0x44, 0, 0x51])
    case 3: segments[at].marker = one([0xC0, 0xC1, 0xC2, 0xC3, 0xC9, 0xCA])
    default: segments[at].content[below(6)] = byte()
    }
  }

  private mutating func someSegment() -> Segment {
    switch below(7) {
    case 0, 1: (0xE1, Array("Exif".utf8) + [0, 0] + tiff(), [])
    case 2, 3: (0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(below(4)), UInt8(below(4))] + profile(), [])
    case 4: (0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, UInt8(below(4))], [])
    case 5: (0xDD, HandMadePNG.big(number()).suffix(2), [])
    default: (one([0xE0, 0xFE, 0xC4, 0xDB, 0xDC, 0xCC, 0xDE, 0xF0]), bytes(below(70)), [])
    }
  }
}
