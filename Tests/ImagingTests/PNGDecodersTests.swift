import CPNGShim
import TestSupport
import Testing

@testable import Imaging

/// libdeflate decodes the common kinds of PNGs, and libpng decodes the others. The two must agree about every file,
/// both in the pixels that they return and in the files that they reject. The only exceptions are streams that break
/// deflate's rules without consequences.
@Suite struct PNGDecodersTests {
  /// Returns whether libdeflate decoded the file. Records an issue if libpng alone gives a different result.
  @discardableResult static func expectAgreement(
    _ file: [UInt8], _ name: String, location: SourceLocation = #_sourceLocation
  ) -> Bool {
    let (either, alone) = outcomes(file)
    #expect(alone.decoder != .libdeflate, sourceLocation: location)
    if either != alone {
      Issue.record("\(name): \(either) is not libpng's \(alone)", sourceLocation: location)
    }
    return either.decoder == .libdeflate
  }

  /// Returns the outcome of the default decoder, and that of libpng alone.
  private static func outcomes(_ file: [UInt8]) -> (either: PNGOutcome, alone: PNGOutcome) {
    let limits = DecodeLimits(maxPixels: 4_000_000)
    return (
      PNGOutcome(file, limits: limits, libpngAlone: false),
      PNGOutcome(file, limits: limits, libpngAlone: true)
    )
  }

  @Test("Row by row, too, both decode the same", arguments: PNGTests.kinds)
  func rows(png: HandMadePNG) throws {
    let bytes = png.file
    let rows = try [false, true].map { isLibpngAlone in
      try bytes.withUnsafeBytes { bytes in
        let file = try PNGFile(bytes, limits: .none, keeps16Bits: false)
        guard file.hasPlainRows else { return [[UInt8]]() }
        file.isLibpngAlone = isLibpngAlone
        try file.beginRows()
        #expect(!isLibpngAlone || file.decoder == .libpng)
        var strips: [[UInt8]] = []
        // A filtered strip must not change the next one.
        try file.forEachStrip(of: 3, pool: nil) { strip in
          strips.append(strip.bytes)
          Sepia().apply(to: &strip)
        }
        return strips
      }
    }
    #expect(rows[0] == rows[1])
  }

  /// Returns an RGB file of 40 by 30 pixels with the given chunks instead of its IDAT.
  static func file(_ chunks: [(String, [UInt8])], interlaced: Bool = false) -> [UInt8] {
    let png = HandMadePNG(width: 40, height: 30, interlaced: interlaced).file
    return png.prefix(33) + chunks.flatMap { HandMadePNG.chunk($0.0, $0.1) } + png.suffix(12)
  }

  /// Returns the compressed stream in the single IDAT of `HandMadePNG`.
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
    #expect(Self.expectAgreement(Self.file(pieces + [("quIt", [1])]), "something unknown behind"))
  }

  @Test("Reserved symbols are damage to libpng, and to libdeflate the longest match", arguments: 285...287)
  func reserved(symbol: Int) throws {
    let row = [0] + [UInt8](repeating: 77, count: 259)
    let file = HandMadePNG.file([
      ("IHDR", HandMadePNG.big(259) + HandMadePNG.big(1) + [8, 0, 0, 0, 0]),
      ("IDAT", [0x78, 0x9C] + PackedRun.whole([0, 77], symbol: symbol) + HandMadePNG.stored(row).suffix(4)),
    ])
    #expect(try decode(file).bytes == [UInt8](repeating: 77, count: 259 * 3))
    let (either, alone) = Self.outcomes(file)
    #expect((either == alone) == (symbol == 285))
  }

  static let fixtures = ["pngsuite", "libpng", "crashers"].flatMap { folder in
    FixtureTests.files(folder).map { (folder, $0) }
  }

  @Test(
    "Both agree on files that nobody here made, and on what becomes of them by damage",
    .enabled(if: !fixtures.isEmpty, "run Tests/Fixtures/fetch first"))
  func mutations() throws {
    var mutator = PhotoMutator(seed: 7)
    var decoded = 0
    for (folder, name) in Self.fixtures {
      let file = try FixtureTests.read(folder, name)
      if Self.expectAgreement(file, name) { decoded += 1 }
      guard file.count < 50_000 else { continue }
      for _ in 0..<20 {
        var damaged = Array(file[8...])
        mutator.change(&damaged)
        damaged = file[..<8] + damaged
        if mutator.chance(2) { damaged = HandMadePNG.withChecksums(damaged) }
        if Self.expectAgreement(damaged, name) { decoded += 1 }
      }
    }
    #expect(decoded > 50)
  }
}
