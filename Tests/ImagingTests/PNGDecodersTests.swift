import Base
import CPNGShim
import TestSupport
import Testing

@testable import Imaging

/// The common kinds of PNGs are decoded by libdeflate. libpng, which decodes the others, must agree on every file, in what
/// it returns and in what it refuses; but for streams that break deflate's rules without harm.
@Suite struct PNGDecodersTests {
  enum Outcome: Equatable {
    case picture(width: Int, height: Int, PixelFormat, [UInt8])
    case refused(ImagingError)
  }

  static func outcome(_ file: [UInt8], libpngAlone: Bool) -> (Outcome, PNGFile.Decoder) {
    do throws(ImagingError) {
      let limits = DecodeLimits(maxPixels: 4_000_000)
      let (picture, decoder) = try decodePNG(file, limits: limits, libpngAlone: libpngAlone)
      return (
        .picture(width: picture.width, height: picture.height, picture.format, picture.bytes), decoder
      )
    } catch {
      return (.refused(error), .nobody)
    }
  }

  /// Whether libdeflate decoded it; records an issue when libpng alone does otherwise.
  @discardableResult static func expectAgreement(
    _ file: [UInt8], _ name: String, location: SourceLocation = #_sourceLocation
  ) -> Bool {
    let (outcome, decoder) = outcome(file, libpngAlone: false)
    let (expected, other) = Self.outcome(file, libpngAlone: true)
    #expect(other != .libdeflate, sourceLocation: location)
    if outcome != expected {
      Issue.record("\(name): \(outcome) is not libpng's \(expected)", sourceLocation: location)
    }
    return decoder == .libdeflate
  }

  @Test("8 bits that are not interlaced are libdeflate's, all else is libpng's", arguments: PNGTests.kinds)
  func kinds(png: HandMadePNG) {
    let isCommon = png.depth == 8 && !png.interlaced && png.colour != .greyAlpha
    for (width, height) in [(1, 1), (2, 9), (13, 9), (70, 40)] {
      var png = png
      (png.width, png.height) = (width, height)
      #expect(Self.expectAgreement(png.file, "\(png)") == isCommon)
      if png.colour == .palette {
        png.transparency = [0, 128]
        #expect(Self.expectAgreement(png.file, "\(png)") == isCommon)
      }
    }
  }

  @Test("Whatever compressed and filtered it, both decode the same", arguments: PNGTests.settings)
  func settings(settings: PNGSettings) throws {
    for picture in PNGTests.pictures {
      #expect(Self.expectAgreement(try encodePNG(picture, settings: settings), "\(settings)"))
    }
  }

  /// An RGB of 40 by 30, of given IDATs and what stands behind them.
  static func file(_ chunks: [(String, [UInt8])], interlaced: Bool = false) -> [UInt8] {
    let png = HandMadePNG(width: 40, height: 30, interlaced: interlaced).file
    return png.prefix(33) + chunks.flatMap { HandMadePNG.chunk($0.0, $0.1) } + png.suffix(12)
  }

  /// The one IDAT of `HandMadePNG`.
  static func stream(interlaced: Bool = false) -> [UInt8] {
    Array(HandMadePNG(width: 40, height: 30, interlaced: interlaced).file.dropFirst(33 + 8).dropLast(4 + 12))
  }

  @Test("Pixels in many IDATs, empty ones too, and texts behind them are nothing unusual")
  func manyChunks() {
    let stream = Self.stream()
    let pieces = stride(from: 0, to: stream.count, by: 700).map {
      ("IDAT", Array(stream[$0..<min($0 + 700, stream.count)]))
    }
    #expect(Self.expectAgreement(Self.file(pieces), "pieces"))
    #expect(Self.expectAgreement(Self.file([("IDAT", [])] + pieces + [("IDAT", [])]), "empty ones"))
    let notes = [("tEXt", Array("a\0b".utf8)), ("tIME", [UInt8](repeating: 1, count: 7))]
    #expect(Self.expectAgreement(Self.file(pieces + notes), "texts behind"))
    #expect(!Self.expectAgreement(Self.file([pieces[0], notes[0]] + pieces.dropFirst()), "texts between"))
    #expect(!Self.expectAgreement(Self.file(pieces + [("quIt", [1])]), "something unknown behind"))
  }

  @Test("Wrong sums, and streams too short or too long, are damage to both", arguments: [false, true])
  func damage(interlaced: Bool) {
    let stream = Self.stream(interlaced: interlaced)
    let sound = Self.file([("IDAT", stream)], interlaced: interlaced)
    #expect(Self.expectAgreement(sound, "sound") == !interlaced)
    let rows = Array(stream.dropFirst(2 + 5).dropLast(4))
    var wrongSum = stream
    wrongSum[stream.count - 1] ^= 1
    var wrongFilter = rows
    wrongFilter[0] = 5
    for (name, damaged) in [
      ("a wrong Adler-32", wrongSum), ("a row too many", HandMadePNG.stored(rows + rows.prefix(121))),
      ("a byte too many", HandMadePNG.stored(rows + [0])),
      ("a byte too few", HandMadePNG.stored(rows.dropLast())),
      ("bytes behind the stream", stream + [0, 0, 0]), ("an unknown filter", HandMadePNG.stored(wrongFilter)),
      ("no sum", Array(stream.dropLast(4))), ("nothing", []),
    ] {
      let file = Self.file([("IDAT", damaged)], interlaced: interlaced)
      #expect(!Self.expectAgreement(file, name))
      #expect(throws: ImagingError.self, "\(name)") { try decode(file) }
    }
    var wrongChecksum = sound
    wrongChecksum[60] ^= 1
    #expect(!Self.expectAgreement(wrongChecksum, "a wrong CRC"))
    #expect(throws: ImagingError.self) { try decode(wrongChecksum) }
  }

  @Test(
    "Symbols that deflate reserves are damage to libpng, and to libdeflate the longest match",
    arguments: 285...287)
  func reserved(symbol: Int) throws {
    // The only block, of fixed codes (RFC 1951, 3.2.6): the filter's number, a grey, 258 more, the end.
    var bits = [1, 1, 0]
    func append(_ code: Int, _ count: Int) { bits += (0..<count).reversed().map { code >> $0 & 1 } }
    append(0x30, 8)
    append(0x30 + 77, 8)
    append(0b1100_0000 + symbol - 280, 8)
    append(0, 5)  // from right before
    append(0, 7)
    bits += Array(repeating: 0, count: (8 - bits.count % 8) % 8)
    let block = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reversed().reduce(0) { $0 << 1 | UInt8($1) }
    }
    let row = [0] + [UInt8](repeating: 77, count: 259)
    let header = HandMadePNG.big(259) + HandMadePNG.big(1) + [8, 0, 0, 0, 0]
    var file = Array(HandMadePNG().file[..<8])
    file += HandMadePNG.chunk("IHDR", header)
    file += HandMadePNG.chunk("IDAT", [0x78, 0x9C] + block + HandMadePNG.stored(row).suffix(4))
    file += HandMadePNG.chunk("IEND", [])
    #expect(try decode(file).bytes == [UInt8](repeating: 77, count: 259 * 3))
    let (alone, _) = Self.outcome(file, libpngAlone: true)
    #expect((alone == Self.outcome(file, libpngAlone: false).0) == (symbol == 285))
  }

  static let fixtures = ["pngsuite", "libpng", "crashers"].flatMap { folder in
    FixtureTests.files(folder).map { (folder, $0) }
  }

  @Test(
    "Both agree on files that nobody here made, and on what becomes of them by damage",
    .enabled(if: !fixtures.isEmpty, "run Tests/Fixtures/fetch first"))
  func mutations() throws {
    var random = SplitMix(seed: 7)
    var decoded = 0
    for (folder, name) in Self.fixtures {
      let file = try FixtureTests.read(folder, name)
      if Self.expectAgreement(file, name) { decoded += 1 }
      guard file.count < 50_000 else { continue }
      for _ in 0..<20 {
        var damaged = file
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let at = Int.random(in: 8..<damaged.count, using: &random)
          switch Int.random(in: 0..<8, using: &random) {
          case 0: damaged.insert(.random(in: 0...255, using: &random), at: at)
          case 1 where damaged.count > 16: damaged.remove(at: at)
          case 2 where damaged.count > 60: damaged.removeLast(8)
          default: damaged[at] ^= 1 << Int.random(in: 0...7, using: &random)
          }
        }
        if Bool.random(using: &random) { damaged = HandMadePNG.withChecksums(damaged) }
        if Self.expectAgreement(damaged, name) { decoded += 1 }
      }
    }
    #expect(decoded > 50)
  }
}
