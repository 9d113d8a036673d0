import Testing

@testable import Imaging

/// Pictures of 16 bits a channel.
@Suite struct DepthTests {
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

  @Test("A JPEG of it has 8 bits")
  func jpeg() throws {
    let picture = Picture.noise(width: 40, height: 30, format: .rgba16, seed: 3)
    #expect(try encodeJPEG(picture) == encodeJPEG(picture.with8Bits()))
  }
}
