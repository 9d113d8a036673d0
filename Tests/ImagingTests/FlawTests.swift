import CTurboJPEG
import CZlib
import Foundation
import Testing

@testable import Imaging

/// A file with one flaw.
struct Flaw: Sendable, CustomTestStringConvertible {
  let name: String
  let file: [UInt8]
  /// The file without the flaw, but otherwise identical.
  let sound: [UInt8]
  let isAccepted: Bool
  var testDescription: String { name }
}

/// Tests that decoding is consistent. Either every path that a photo can take accepts a flawed file, with the pixels
/// of the sound file, or every path rejects it.
@Suite struct FlawTests {
  /// A path from a file to pixels or to another file.
  private typealias Path = (name: String, run: @Sendable ([UInt8]) throws -> [UInt8])

  private static let common: [Path] = [
    ("whole", { try decode($0).bytes }),
    ("made smaller", { try decode($0, size: Box(square: 5).fitted).bytes }),
    ("to PNG", { try developed($0, .sepia()) }),
    ("to JPEG", { try developed($0, .sepia(), as: .jpeg(quality: 85)) }),
    ("by rows", { try developed($0, .sepia { $0.largePNG = 0 }) }),
    ("to sRGB", { try developed($0, .sepia { $0.convertsToSRGB = true }) }),
    ("smaller to PNG", { try developed($0, .sepia { $0.size = Box(square: 7) }) }),
    (
      "kept or not, as a download",
      { file in
        let isCutShort = try file.withUnsafeBytes { try ImageType(of: $0).isCutShort($0) }
        if isCutShort { throw ImagingError.empty }
        return []
      }
    ),
  ]

  private static let onlyPNG: [Path] = [
    ("by libpng", { try decodePNG($0, libpngAlone: true).picture.bytes }),
    ("rows made smaller", { try decodePNG($0, size: Box(square: 5).fitted, byRows: 0).picture.bytes }),
    ("16 bits", { try decode($0, keeps16Bits: true).bytes }),
  ]

  private func expectOneAnswer(_ flaw: Flaw, _ paths: [Path]) {
    for path in paths {
      let result = Result { try path.run(flaw.file) }
      let sound = try? path.run(flaw.sound)
      #expect(sound != nil, "\(path.name): the sound file")
      switch result {
      case .success(let bytes):
        #expect(flaw.isAccepted, "\(path.name) accepts it")
        #expect(bytes == sound, "\(path.name): the pixels")
      case .failure(let error): #expect(!flaw.isAccepted, "\(path.name) refuses it: \(error)")
      }
    }
  }

  // MARK: PNG

  static let png: [Flaw] = [false, true].flatMap { interlaced in
    let stored = PNGDecodersTests.stream(interlaced: interlaced)
    let rows = Array(stored.dropFirst(2 + 5).dropLast(4))
    let stream = deflated(rows)
    func file(_ chunks: (String, [UInt8])...) -> [UInt8] {
      PNGDecodersTests.file(chunks, interlaced: interlaced)
    }
    func flaw(_ name: String, _ file: [UInt8], _ isAccepted: Bool = true) -> Flaw {
      Flaw(
        name: interlaced ? "interlaced: \(name)" : name, file: file,
        sound: HandMadePNG(width: 40, height: 30, interlaced: interlaced).file, isAccepted: isAccepted)
    }
    func window(_ bits: Int) -> [UInt8] {
      let start = (bits - 8) << 12 | 8 << 8
      return [UInt8(start >> 8), UInt8((31 - start % 31) % 31)] + stream.dropFirst(2)
    }
    /// Returns the file with a wrong checksum in one chunk.
    func wrong(_ file: [UInt8], endOf name: String, last: Bool = false) -> [UInt8] {
      var file = file
      let places = file.indices.dropLast(4).filter { file[$0..<$0 + 4].elementsEqual(name.utf8) }
      guard let place = last ? places.last : places.first else { return file }
      let count = file[place - 4..<place].reduce(0) { $0 << 8 | Int($1) }
      file[place + 4 + count] ^= 1
      return file
    }
    let idat = ("IDAT", stream)
    let note = ("tEXt", Array("a\0b".utf8))
    let gamma = ("gAMA", HandMadePNG.big(45_455))
    let more = ("IDAT", Array(repeating: UInt8(0x5A), count: 100))
    var wrongSum = stream
    wrongSum[stream.count - 1] ^= 1
    var unknownFilter = rows
    unknownFilter[0] = 5
    return [
      flaw("compressed", file(idat)),
      flaw("a claimed window of 256 bytes", file(("IDAT", window(8)))),
      flaw("a claimed window of 512 bytes", file(("IDAT", window(9)))),
      flaw("a claimed window of 1024 bytes", file(("IDAT", window(10)))),
      flaw("a byte behind the stream", file(("IDAT", stream + [0]))),
      flaw("many bytes behind the stream", file(("IDAT", stream + [UInt8](repeating: 0x5A, count: 20_000)))),
      flaw("another IDAT behind the stream", file(idat, more)),
      flaw("empty IDATs before and behind the stream", file(("IDAT", []), idat, ("IDAT", []))),
      flaw("an IDAT behind a text", file(idat, note, more)),
      flaw("a row too many", file(("IDAT", deflated(rows + rows.prefix(121))))),
      flaw("a byte too many", file(("IDAT", deflated(rows + [0])))),
      flaw("a wrong Adler-32", file(("IDAT", wrongSum))),
      flaw("a wrong Adler-32 in its own IDAT", file(("IDAT", stream.dropLast(4)), ("IDAT", [1, 2, 3, 4]))),
      flaw(
        "a wrong Adler-32 across two IDATs",
        file(("IDAT", wrongSum.dropLast(2)), ("IDAT", wrongSum.suffix(2)), ("IDAT", []))),
      flaw("a wrong Adler-32 with bytes behind it", file(("IDAT", wrongSum + [0, 0])), false),
      flaw("half an Adler-32", file(("IDAT", stream.dropLast(2)))),
      flaw("no Adler-32", file(("IDAT", stream.dropLast(4)))),
      flaw("a text before the pixels with a wrong sum", wrong(file(note, idat), endOf: "tEXt")),
      flaw("a text behind the pixels with a wrong sum", wrong(file(idat, note), endOf: "tEXt")),
      flaw("a gamma with a wrong sum", wrong(file(gamma, idat), endOf: "gAMA")),
      flaw("an end with a wrong sum", wrong(file(idat), endOf: "IEND")),
      flaw("bytes behind the end", file(idat) + [1, 2, 3]),
      flaw("pixels with a wrong sum", wrong(file(idat), endOf: "IDAT"), false),
      flaw("a last IDAT with a wrong sum", wrong(file(idat, more), endOf: "IDAT", last: true), false),
      flaw("no byte of the stream", file(("IDAT", [])), false),
      flaw("a byte too few", file(("IDAT", deflated(rows.dropLast()))), false),
      flaw("a stream cut short", file(("IDAT", Array(stream.prefix(stream.count / 2)))), false),
      flaw(
        "a text between the pixels",
        file(("IDAT", Array(stream.prefix(9))), note, ("IDAT", Array(stream.dropFirst(9)))), false),
      flaw("an unknown filter", file(("IDAT", deflated(unknownFilter))), false),
      flaw("a wrong zlib header", file(("IDAT", [0x78, 0x9D] + stream.dropFirst(2))), false),
      flaw("no end", Array(file(idat).dropLast(12))),
      flaw("half an end", Array(file(idat).dropLast(5))),
      flaw("no end and no sum of the last pixels", Array(file(idat).dropLast(12 + 4))),
      // libpng doesn't return any part of an incomplete piece of the rows.
      flaw("no end and half an Adler-32", Array(file(idat).dropLast(12 + 4 + 2)), false),
      flaw("no end and not all pixels", Array(file(idat).dropLast(12 + 4 + 4 + 3)), false),
    ]
  }

  @Test("A flawed PNG gets one answer on every path, and one reason from both decoders", arguments: png)
  func oneAnswerForPNG(flaw: Flaw) {
    PNGDecodersTests.expectAgreement(flaw.file, flaw.name)
    // Downloads are checked for a complete end, not for valid pixels.
    expectOneAnswer(flaw, Self.common.dropLast(flaw.isAccepted ? 0 : 1) + Self.onlyPNG)
  }

  /// Compresses with zlib, which uses matches far back.
  private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var count = compressBound(UInt(bytes.count))
    var compressed = [UInt8](repeating: 0, count: Int(count))
    guard compress2(&compressed, &count, bytes, UInt(bytes.count), 9) == Z_OK else { return [] }
    return Array(compressed.prefix(Int(count)))
  }

  // MARK: JPEG

  /// A JPEG from Pillow with 32 by 24 grey pixels and a restart marker after each row of blocks.
  private static let restarting = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQ\
    YEpRUk//wAALCAAYACABAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEG\
    E1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJ\
    ipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/90ABAAE/9oACAEBAAA/AOI0\
    +LpxXT6fF04rqNPi6cVrajero2g3mokqGgiJTcpILnhQQOcFiB+Nf//Q5fT4unFdPp8XTiun0+LpxXN/FK9URadpKFSxY3Mg2nKgZVMHpg5f34HT\
    v//RxdPi6cV1GnxdOK6fT4unFeP61errHia+v0KtHJLiNlUgMijapweclQCff0r/2Q==
    """

  static let jpeg: [Flaw] = {
    guard let restarting = Data(base64Encoded: restarting).map(Array.init) else { return [] }
    let picture = Picture.gradient(width: 70, height: 50)
    let files = [0, TJFLAG_PROGRESSIVE].compactMap { try? SampleJPEG.make(picture, flags: $0) }
    return files.flatMap { flaws($0, isProgressive: $0 == files.last) } + restartFlaws(restarting)
      + (files.last.map(scanFlaws) ?? [])
  }()

  private static func flaws(_ file: [UInt8], isProgressive: Bool) -> [Flaw] {
    func flaw(_ name: String, _ flawed: [UInt8], _ isAccepted: Bool = true) -> Flaw {
      Flaw(
        name: isProgressive ? "progressive: \(name)" : name, file: flawed, sound: file, isAccepted: isAccepted
      )
    }
    let junk = [UInt8](repeating: 0x5A, count: 3)
    let tables = SampleJPEG.places(of: 0xDB, in: file).first ?? 0
    let scan = SampleJPEG.places(of: 0xDA, in: file).first ?? 0
    let pixels = scan + 2 + Int(file[scan + 3])
    let open = Array(file.dropLast(2))
    let end: [UInt8] = [0xFF, 0xD9]
    var (oldJFIF, newJFIF, parameters) = (file, file, file)
    (oldJFIF[11], newJFIF[11]) = (0, 2)
    parameters.replaceSubrange(pixels - 3..<pixels, with: [0, 0, 0])
    func adobe(_ code: UInt8) -> [UInt8] {
      SampleJPEG.adding(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, code], to: file)
    }
    var flaws = [
      flaw("JFIF 0.1", oldJFIF), flaw("JFIF 2.1", newJFIF), flaw("Adobe's transform 3", adobe(3)),
      flaw("bytes behind the start marker", file[..<2] + junk + file[2...]),
      flaw("bytes between segments", file[..<tables] + junk + file[tables...]),
      flaw("fill bytes between segments", file[..<tables] + [0xFF, 0xFF, 0xFF] + file[tables...]),
      flaw(
        "a segment longer than it says",
        file[..<2] + [0xFF, 0xE5, 0, 4] + [UInt8](repeating: 1, count: 30) + file[2...]),
      flaw(
        "the largest segments",
        (0..<3).reduce(file) { file, _ in
          SampleJPEG.adding(0xE5, [UInt8](repeating: 7, count: 65_533), to: file)
        }),
      flaw("zeros before the end", open + [UInt8](repeating: 0, count: 200) + end),
      flaw("bytes before the end", open + junk + end),
      flaw("many bytes before the end", open + [UInt8](repeating: 0x5A, count: 1645) + end),
      flaw("bytes behind the end", file + junk), flaw("another JPEG behind the end", file + file),
      flaw("a text in place of the end", open + Array(repeatElement("trailer ".utf8, count: 9).joined())),
      flaw("zeros in place of the end", open + [UInt8](repeating: 0, count: 400)),
      flaw("another JPEG in place of the end", open + file), flaw("nothing in place of the end", open, false),
      flaw("half an end", open + [0xFF], false), flaw("a few pixels missing", Array(open.dropLast(4)), false),
      flaw("half of the pixels missing", Array(file[..<((pixels + file.count) / 2)]), false),
      flaw("half of the pixels missing before the end", file[..<((pixels + file.count) / 2)] + end, false),
      flaw(
        "a segment longer than the file", Array(file[..<2]) + [0xFF, 0xE5, 0xFF, 0xFF] + file[2...], false),
    ]
    if !isProgressive { flaws.append(flaw("parameters of the scan that are zero", parameters)) }
    return flaws
  }

  private static func restartFlaws(_ file: [UInt8]) -> [Flaw] {
    guard let place = SampleJPEG.places(of: 0xD0, in: file).first else { return [] }
    func flaw(_ name: String, _ flawed: [UInt8], _ isAccepted: Bool) -> Flaw {
      Flaw(name: "restart: \(name)", file: flawed, sound: file, isAccepted: isAccepted)
    }
    return [
      flaw("bytes before a marker", file[..<place] + [0x5A, 0x5A] + file[place...], true),
      flaw("fill bytes before a marker", file[..<place] + [0xFF, 0xFF] + file[place...], true),
      flaw("a marker of a wrong number", file[...place] + [0xD1] + file[(place + 2)...], false),
      flaw("a missing marker", Array(file[..<place]) + file[(place + 2)...], false),
    ]
  }

  private static func scanFlaws(_ file: [UInt8]) -> [Flaw] {
    let scans = SampleJPEG.places(of: 0xDA, in: file)
    let tables = SampleJPEG.places(of: 0xC4, in: file)
    guard let first = scans.first, let last = scans.last,
      let second = (scans + tables).filter({ $0 > first }).min()
    else { return [] }
    func flaw(_ name: String, _ flawed: [UInt8], _ isAccepted: Bool) -> Flaw {
      Flaw(name: "scans: \(name)", file: flawed, sound: file, isAccepted: isAccepted)
    }
    var parameters = file
    let pixels = last + 2 + Int(file[last + 3])
    parameters.replaceSubrange(pixels - 3..<pixels, with: [0, 0, 0])
    return [
      flaw("bytes between scans", file[..<second] + [0x5A, 0x5B] + file[second...], true),
      flaw("the first scan twice", Array(file[..<second]) + file[first..<second] + file[second...], true),
      flaw("a scan that repeats the first instead of the last bits", parameters, false),
      flaw("the last scan missing", Array(file[..<last]), false),
    ]
  }

  @Test("A flawed JPEG gets one answer on every path", arguments: jpeg)
  func oneAnswerForJPEG(flaw: Flaw) throws {
    // A download with an end marker isn't decoded.
    let isJudgedByItsEnd = !flaw.isAccepted && flaw.file.withUnsafeBytes { JPEGSegments($0).hasEnd }
    expectOneAnswer(flaw, Self.common.dropLast(isJudgedByItsEnd ? 1 : 0))
  }
}
