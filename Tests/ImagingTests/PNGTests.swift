import Base
import TestSupport
import Testing

@testable import Imaging

@Suite struct PNGTests {
  static let kinds = HandMadePNG.Colour.allCases.flatMap { colour in
    colour.depths.flatMap { depth in
      [false, true].map { HandMadePNG(colour: colour, depth: depth, interlaced: $0) }
    }
  }

  @Test("Every colour type and depth, interlaced or not, decodes to the pixels it holds", arguments: kinds)
  func colourTypes(png: HandMadePNG) throws {
    try expectPixels(of: png, format: [.greyAlpha, .rgba].contains(png.colour) ? .rgba : .rgb)
  }

  @Test("Transparency of a palette, or of one grey or colour, becomes alpha", arguments: kinds)
  func transparency(png: HandMadePNG) throws {
    var png = png
    switch png.colour {
    case .grey: png.transparency = [png.sample(3, 2, 0)]
    case .rgb: png.transparency = (0..<3).map { png.sample(3, 2, $0) }
    case .palette: png.transparency = [0, 128]
    case .greyAlpha, .rgba: return
    }
    try expectPixels(of: png, format: .rgba)
  }

  @Test("The smallest sizes decode, also where passes of the interlacing are empty")
  func smallSizes() throws {
    for width in 1...9 {
      for height in 1...9 {
        try expectPixels(
          of: HandMadePNG(width: width, height: height, colour: .grey, depth: 1, interlaced: true),
          format: .rgb)
      }
    }
  }

  private func expectPixels(of png: HandMadePNG, format: PixelFormat) throws {
    let picture = try decode(png.file)
    #expect(picture.width == png.width)
    #expect(picture.height == png.height)
    #expect(picture.format == format)
    for y in 0..<png.height {
      for x in 0..<png.width {
        let expected = Array(png.expected(x, y).prefix(format.bytesPerPixel))
        guard picture.pixel(x, y) == expected else {
          Issue.record("at \(x), \(y): \(picture.pixel(x, y)), not \(expected)")
          return
        }
      }
    }
  }

  @Test("A written picture is read again, bit for bit", arguments: Compression.allCases, PixelFormat.eightBit)
  func roundTrip(compression: Compression, format: PixelFormat) throws {
    for (width, height) in [(1, 1), (1, 70), (300, 1), (64, 64), (333, 77)] {
      for picture in [
        Picture.noise(width: width, height: height, format: format, seed: 1),
        Picture.gradient(width: width, height: height, format: format),
      ] {
        let again = try decode(encodePNG(picture, settings: PNGSettings(compression)))
        #expect(again.width == width && again.height == height)
        if format == .rgb || !picture.isOpaque { #expect(again.hasPixels(of: picture)) }
      }
    }
  }

  /// One for each of libdeflate's ways to find matches: levels 11 and 12 work as 10 does, and take longer.
  static let levels = [1, 3, 6, 9, 10]

  static let settings: [PNGSettings] =
    ([2, 5] + levels).map { PNGSettings(deflater: .libdeflate(level: $0), filters: .predictions) }
    + [[], .sub, .up, .average, .paeth, .all].map { PNGSettings(deflater: .runs, filters: $0) }

  @Test("Every way to compress keeps every pixel, and gives the same file again", arguments: settings)
  func everySetting(settings: PNGSettings) throws {
    for picture in Self.pictures {
      let file = try encodePNG(picture, settings: settings)
      #expect(try decode(file).hasPixels(of: picture))
      #expect(try encodePNG(picture, settings: settings) == file)
    }
  }

  /// Some have more rows than are compressed at a time, and some rows that are more than that.
  static let pictures = PixelFormat.eightBit.flatMap { format in
    [(3, 5), (300, 150), (45_000, 3)].flatMap { width, height in
      [
        Picture.noise(width: width, height: height, format: format, seed: 11),
        Picture.gradient(width: width, height: height, format: format),
      ]
    }
  }

  @Test(
    "Strips that are compressed apart are one stream to zlib, whatever they hold",
    arguments: [1, 6, 10].map { PNGSettings(deflater: .libdeflate(level: $0), filters: []) }
      + [.libdeflate(level: 1), .runs].map { PNGSettings(deflater: $0, filters: .predictions) }
      + [PNGSettings(deflater: .runs, filters: [])])
  func strips(settings: PNGSettings) throws {
    for (number, picture) in Self.contents.enumerated() {
      let file = try encodePNG(picture, settings: settings)
      let (again, _) = try decodePNG(file, limits: DecodeLimits(), libpngAlone: true)
      #expect(again.hasPixels(of: picture), "content \(number)")
    }
  }

  /// Pictures of more than 4 MiB, up to which one is one strip: stored, fixed and dynamic blocks; one of them, and many.
  private static let contents: [Picture] = {
    var random = SplitMix(seed: 3)
    var (gap, next) = (0, 0)
    let each: UInt64 = 0x0101_0101_0101_0101
    let contents: [(Int) -> UInt64] = [
      { _ in random.next() }, { _ in 9 * each }, { each * UInt64($0 / 700 & 255) },
      { UInt64($0 >> 10 & 7) * (random.next() & 15 * each) },
      { $0 < 900_000 ? 0 : random.next() },
      // Runs of zeros of every length.
      { place in
        var word: UInt64 = 0
        while next < place + 8 {
          word |= 1 << (8 * (next - place))
          (gap, next) = (gap + 1, next + gap + 1)
        }
        return word
      },
      // Some bytes so rare that their codes would be too long; and, where only some are counted, others than those.
      { _ in (0..<8).reduce(0) { word, _ in word << 8 | UInt64(random.next().trailingZeroBitCount) } },
      { $0 % 32 < 8 ? each : random.next() | 2 * each },
    ]
    return contents.map { Picture(width: 600, height: 2400, format: .rgb, bytes: $0) }
  }()

  @Test("RGBA without transparency is written without alpha, and no colour changes")
  func alphaDropped() throws {
    let picture = Picture(width: 20, height: 10, format: .rgba) { x, y in [UInt8(x), UInt8(y), 7, 255] }
    let again = try decode(encodePNG(picture))
    #expect(again.format == .rgb)
    #expect(again.pixel(19, 9) == [19, 9, 7])
    #expect(again.pixel(3, 4) == [3, 4, 7])
  }

  @Test("A sink gets the same file piece by piece")
  func sink() throws {
    let picture = Picture.noise(width: 300, height: 300, format: .rgb, seed: 2)
    var file: [UInt8] = []
    var pieces = 0
    try encodePNG(picture) {
      file.append(contentsOf: $0)
      pieces += 1
    }
    #expect(pieces > 2)
    #expect(try file == encodePNG(picture))
  }

  @Test("An error of the sink ends the writing and is thrown on")
  func failingSink() {
    struct Full: Error {}
    var calls = 0
    #expect(throws: Full.self) {
      try encodePNG(Picture.noise(width: 300, height: 300, format: .rgb, seed: 3)) { _ in
        calls += 1
        if calls == 2 { throw Full() }
      }
    }
    #expect(calls == 2)
  }

  @Test("A file whose EXIF claims to be larger than any is refused for that claim")
  func hugeEXIF() {
    let file = HandMadePNG(width: 5, height: 3).file
    let claim = Array(file[..<33]) + [0x65, 0, 0, 0] + Array("eXIf".utf8) + Array(file[33...])
    let error = #expect(throws: ImagingError.self) { try decode(claim) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("eXIf: chunk data is too large"))
  }

  @Test("An orientation in the eXIf chunk is applied")
  func orientation() throws {
    let file = HandMadePNG(width: 5, height: 3).file
    let turned = file[..<33] + HandMadePNG.chunk("eXIf", SampleJPEG.exif(6)) + file[33...]
    let picture = try decode(Array(turned))
    #expect(picture.width == 3 && picture.height == 5)
    #expect(try picture.pixel(2, 0) == decode(file).pixel(0, 0))
  }
}
