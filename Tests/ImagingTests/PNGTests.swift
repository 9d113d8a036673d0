import Base
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
    // In the smallest pictures, some passes of the interlacing are empty. Without interlacing, all rows are alike.
    let heights = png.interlaced ? 1...9 : 2...2
    for (width, height) in (1...9).flatMap({ width in heights.map { (width, $0) } }) + [(70, 40)] {
      var png = png
      (png.width, png.height) = (width, height)
      try expectPixels(of: png)
    }
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
    try expectPixels(of: png)
  }

  /// Checks the pixels from both decoders, libdeflate (for common kinds) and libpng, with 8 bits and with 16 bits kept.
  private func expectPixels(of png: HandMadePNG) throws {
    let isOpaque = png.transparency == nil
    let hasAlpha = [.greyAlpha, .rgba].contains(png.colour) || !isOpaque
    let isCommon =
      png.depth == 8 && !png.interlaced && png.colour != .greyAlpha && (isOpaque || png.colour == .palette)
    let file = png.file
    for keeps16Bits in [false, true] {
      let is16Bit = keeps16Bits && png.depth == 16
      let format = PixelFormat(hasAlpha: hasAlpha, is16Bit: is16Bit)
      let expected = (0..<png.height).flatMap { y in
        (0..<png.width).flatMap { x in png.expected(x, y, bits: is16Bit ? 16 : 8).prefix(format.channels) }
      }
      // Only the common kinds have another decoder than libpng.
      for libpngAlone in isCommon ? [false, true] : [false] {
        let (picture, decoder) = try decodePNG(file, keeps16Bits: keeps16Bits, libpngAlone: libpngAlone)
        #expect(picture.width == png.width && picture.height == png.height)
        #expect(picture.format == format)
        #expect(decoder == (isCommon && !libpngAlone ? .libdeflate : .libpng))
        if picture.values != expected { Issue.record("\(png.width) by \(png.height): \(format)") }
      }
    }
  }

  /// One level for each match finder of libdeflate. Levels 11 and 12 work like level 10 but take longer.
  static let levels = [1, 3, 6, 9, 10]

  static let settings: [PNGSettings] =
    Compression.allCases.map { PNGSettings($0) }
    + levels.map { PNGSettings(deflater: .libdeflate(level: $0), filters: .predictions) }
    + [PNGSettings.Deflater.matches, .runs].flatMap { deflater in
      [[], .sub, .up, .average, .all].map { PNGSettings(deflater: deflater, filters: $0) }
    }

  @Test("Every way to compress keeps every pixel for both decoders, and is repeatable", arguments: settings)
  func everySetting(settings: PNGSettings) throws {
    for picture in Self.pictures {
      let file = try encodePNG(picture, settings: settings)
      let again = try decode(file, keeps16Bits: true)
      #expect(again.format == picture.format && again.hasPixels(of: picture))
      #expect(PNGDecodersTests.expectAgreement(file, "\(settings)") != picture.format.is16Bit)
      #expect(try encodePNG(picture, settings: settings) == file)
    }
  }

  /// Pictures, some with several strips and some with rows that are longer than a strip.
  static let pictures =
    PixelFormat.allCases.flatMap { format in
      [(1, 1), (1, 70), (3, 5), (300, 150), (45_000, 3)].map { width, height in
        Picture.noise(width: width, height: height, format: format, seed: 11)
      }
    }
    + PixelFormat.eightBit.flatMap { format in
      [(3, 5), (300, 150), (300_000, 3)].map { width, height in
        Picture.gradient(width: width, height: height, format: format)
      }
    }

  @Test(
    "Strips that are compressed apart are one stream to zlib, whatever they hold",
    arguments: [1, 6, 10].map { PNGSettings(deflater: .libdeflate(level: $0), filters: []) }
      + [.libdeflate(level: 1), .matches, .runs].map { PNGSettings(deflater: $0, filters: .predictions) }
      + [.matches, .runs].map { PNGSettings(deflater: $0, filters: []) })
  func strips(settings: PNGSettings) throws {
    for (number, picture) in Self.contents.enumerated() {
      let file = try encodePNG(picture, settings: settings)
      let (again, _) = try decodePNG(file, limits: DecodeLimits(), libpngAlone: true)
      #expect(again.hasPixels(of: picture), "content \(number)")
    }
  }

  /// Pictures of more than 4 MiB, the limit for a single strip with libdeflate. They lead to stored, fixed and dynamic blocks, and to
  /// one or many of them.
  private static let contents: [Picture] = {
    var random = SplitMix(seed: 3)
    var (gap, next) = (0, 0)
    let each: UInt64 = 0x0101_0101_0101_0101
    let contents: [(Int) -> UInt64] = [
      { _ in random.next() }, { _ in 9 * each }, { each * UInt64($0 / 700 & 255) },
      { UInt64($0 >> 10 & 7) * (random.next() & 15 * each) }, { $0 < 900_000 ? 0 : random.next() },
      // Runs of zeros of every length.
      { place in
        var word: UInt64 = 0
        while next < place + 8 {
          word |= 1 << (8 * (next - place))
          (gap, next) = (gap + 1, next + gap + 1)
        }
        return word
      },
      // Some bytes are so rare that their codes would be too long. In the last one, the counted sample differs from
      // the rest.
      { _ in (0..<8).reduce(0) { word, _ in word << 8 | UInt64(random.next().trailingZeroBitCount) } },
      { $0 % 32 < 8 ? each : random.next() | 2 * each },
    ]
    return contents.map { Picture(width: 600, height: 2400, format: .rgb, bytes: $0) }
  }()

  @Test(
    "Alpha that lets nothing through is not written, and no colour changes", arguments: Compression.allCases,
    [PixelFormat.rgba, .rgba16])
  func alphaDropped(compression: Compression, format: PixelFormat) throws {
    var values = Picture.noise(width: 30, height: 20, format: format, seed: 2).values
    for index in stride(from: 3, to: values.count, by: 4) { values[index] = format.is16Bit ? 65_535 : 255 }
    let picture = Picture(values: values, width: 30, height: 20, format: format)
    let again = try decode(encodePNG(picture, settings: PNGSettings(compression)), keeps16Bits: true)
    #expect(again.format == PixelFormat(hasAlpha: false, is16Bit: format.is16Bit))
    let colours: [Int] = stride(from: 0, to: values.count, by: 4).flatMap { values[$0..<$0 + 3] }
    #expect(again.values == colours)
  }

  @Test("A file whose EXIF claims to be larger than the file is refused")
  func hugeEXIF() {
    let file = HandMadePNG(width: 5, height: 3).file
    let claim = Array(file[..<33]) + [0x65, 0, 0, 0] + Array("eXIf".utf8) + Array(file[33...])
    let error = #expect(throws: ImagingError.self) { try decode(claim) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("damaged PNG"))
  }

  @Test("An eXIf orientation is applied, before or after the pixels, unless damaged", arguments: [8, 16])
  func orientation(depth: Int) throws {
    let png = HandMadePNG(width: 5, height: 3, depth: depth)
    let stored = try decode(png.file, keeps16Bits: true)
    let chunk = HandMadePNG.chunk("eXIf", SampleJPEG.exif(6))
    let identified = HandMadePNG.chunk("eXIf", Array("Exif\0\0".utf8) + SampleJPEG.exif(6))
    let (start, end) = (Array(png.file.prefix(33)), Array(png.file.suffix(12)))
    let pixels = Array(png.file.dropFirst(33).dropLast(12))
    func file(_ parts: [UInt8]...) -> [UInt8] { start + parts.flatMap(\.self) + end }
    for file in [file(chunk, pixels), file(pixels, chunk), file(identified, pixels)] {
      let picture = try decode(file, keeps16Bits: true)
      #expect(picture.width == 3 && picture.height == 5)
      for y in 0..<3 { for x in 0..<5 { #expect(picture.pixel(2 - y, x) == stored.pixel(x, y)) } }
    }
    var damaged = chunk
    damaged[chunk.count - 1] ^= 1
    #expect(try decode(file(damaged, pixels), keeps16Bits: true).width == 5)
  }
}
