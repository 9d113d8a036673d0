import Base
import TestSupport
import Testing

@testable import Imaging

/// Pictures of 16 bits a channel.
@Suite struct DepthTests {
  static let formats = [PixelFormat.rgb16, .rgba16]

  @Test(
    "A PNG of 16 bits keeps them when asked to, and other depths stay 8 bits",
    arguments: PNGTests.kinds)
  func kept(png: HandMadePNG) throws {
    let picture = try decode(png.file, keeps16Bits: true)
    #expect(picture.format.is16Bit == (png.depth == 16))
    guard png.depth == 16 else { return }
    let values = picture.values
    for y in 0..<png.height {
      for x in 0..<png.width {
        let samples = (0..<png.colour.channels).map { png.sample(x, y, $0) }
        let isGrey = [.grey, .greyAlpha].contains(png.colour)
        let expected = isGrey ? [samples[0], samples[0], samples[0]] + samples.dropFirst() : samples
        let start = (y * png.width + x) * picture.format.channels
        guard Array(values[start..<start + expected.count]) == expected else {
          Issue.record("at \(x), \(y): \(values[start..<start + expected.count]), not \(expected)")
          return
        }
      }
    }
    #expect(try picture.with8Bits().bytes == decode(png.file).bytes, "rounded as libpng rounds")
  }

  @Test("Every 16-bit value is rounded to the nearest of 8 bits")
  func rounded() throws {
    let picture = Picture(
      values: (0..<65_536).flatMap { [$0, $0, $0] }, width: 256, height: 256, format: .rgb16)
    let bytes = try picture.with8Bits().bytes
    let isNearest = (0..<65_536).allSatisfy { bytes[$0 * 3] == UInt8((Double($0) * 255 / 65_535).rounded()) }
    #expect(isNearest)
  }

  @Test("A picture that is written with 16 bits is read again, bit for bit", arguments: formats)
  func roundTrip(format: PixelFormat) throws {
    for (width, height) in [(1, 1), (3, 70), (300, 1), (333, 177), (50_000, 2)] {
      let picture = Picture.noise(width: width, height: height, format: format, seed: 8)
      for compression in Compression.allCases {
        let file = try encodePNG(picture, settings: PNGSettings(compression))
        let again = try decode(file, keeps16Bits: true)
        #expect(again.values == picture.values, "\(width) by \(height), \(compression)")
      }
    }
  }

  @Test("Alpha that lets nothing through is not written", arguments: Compression.allCases)
  func opaque(compression: Compression) throws {
    var values = Picture.noise(width: 30, height: 20, format: .rgba16, seed: 2).values
    for index in stride(from: 3, to: values.count, by: 4) { values[index] = 65_535 }
    let picture = Picture(values: values, width: 30, height: 20, format: .rgba16)
    let again = try decode(encodePNG(picture, settings: PNGSettings(compression)), keeps16Bits: true)
    #expect(again.format == .rgb16)
    #expect(again.values == stride(from: 0, to: values.count, by: 4).flatMap { values[$0..<$0 + 3] })
  }

  @Test("Sepia of 16 bits is what double precision makes of it, and alpha stays", arguments: formats)
  func sepia(format: PixelFormat) {
    for amount in SepiaTests.amounts {
      var picture = Picture.noise(width: 61, height: 33, format: format, seed: amount.bitPattern)
      let before = picture.values
      Sepia(amount: amount).apply(to: &picture)
      let (after, matrix) = (picture.values, Sepia.matrix(amount: amount))
      for start in stride(from: 0, to: before.count, by: format.channels) {
        let expected = (0..<3).map { row in
          let sum = (0..<3).reduce(0.0) { $0 + matrix[row * 3 + $1] * Double(before[start + $1]) }
          return Int(min((sum + 1e-6 + 0.5).rounded(.down), 65_535))
        }
        guard Array(after[start..<start + 3]) == expected,
          !format.hasAlpha || after[start + 3] == before[start + 3]
        else {
          Issue.record("\(before[start..<start + 3]) became \(after[start..<start + 3]), not \(expected)")
          return
        }
      }
    }
  }

  @Test("Made smaller, 16 bits are the mean of the light, too", arguments: formats)
  func scaled(format: PixelFormat) throws {
    let picture = Picture.noise(width: 23, height: 17, format: format, seed: 5)
    let half = Picture(
      values: picture.values.map { $0 / 257 * 257 }, width: 23, height: 17, format: format)
    let small = try half.scaledDown(width: 9, height: 17).values
    let bytes = Picture(
      width: 23, height: 17, format: PixelFormat(hasAlpha: format.hasAlpha, is16Bit: false)
    ) { x, y in
      (0..<format.channels).map { UInt8(half.values[(y * 23 + x) * format.channels + $0] / 257) }
    }
    let expected = try bytes.scaledDown(width: 9, height: 17).bytes
    #expect(zip(small, expected).allSatisfy { abs(Double($0) / 257 - Double($1)) <= 0.52 })
  }

  @Test("Turned upright, pixels of 16 bits move as others do")
  func turned() throws {
    let png = HandMadePNG(width: 5, height: 3, depth: 16).file
    let file = png[..<33] + HandMadePNG.chunk("eXIf", SampleJPEG.exif(6)) + png[33...]
    let picture = try decode(Array(file), keeps16Bits: true)
    #expect(picture.width == 3 && picture.height == 5)
    #expect(try picture.with8Bits().bytes == decode(Array(file)).bytes)
  }

  @Test("A JPEG of it has 8 bits")
  func jpeg() throws {
    let picture = Picture.noise(width: 40, height: 30, format: .rgba16, seed: 3)
    #expect(try encodeJPEG(picture) == encodeJPEG(picture.with8Bits()))
  }
}
