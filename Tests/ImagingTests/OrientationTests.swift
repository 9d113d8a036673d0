import Testing

@testable import Imaging

@Suite struct OrientationTests {
  /// Returns the position at which a stored pixel is shown. According to the standard's table, the first row is at
  /// the top (1, 2), bottom (3, 4), left (5, 8) or right (6, 7), and the first column accordingly.
  static func shown(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ orientation: Int) -> (Int, Int) {
    switch orientation {
    case 1: (x, y)
    case 2: (width - 1 - x, y)
    case 3: (width - 1 - x, height - 1 - y)
    case 4: (x, height - 1 - y)
    case 5: (y, x)
    case 6: (height - 1 - y, x)
    case 7: (height - 1 - y, width - 1 - x)
    default: (y, width - 1 - x)
    }
  }

  @Test("All eight orientations put every pixel where the standard says", arguments: 1...8)
  func pixels(orientation: Int) throws {
    for (width, height, format) in [(1, 1, PixelFormat.rgb), (5, 4, .rgb), (4, 7, .rgba), (70, 33, .rgb)] {
      let stored = Picture.noise(width: width, height: height, format: format, seed: 5)
      var picture = stored
      try picture.apply(#require(Orientation(rawValue: orientation)), pool: nil)
      #expect(picture.pixelCount == stored.pixelCount)
      for (x, y) in points(width, height) {
        let (left, top) = Self.shown(x, y, width, height, orientation)
        #expect(picture.pixel(left, top) == stored.pixel(x, y))
      }
    }
  }

  @Test("A JPEG is turned as its EXIF says, in either byte order", arguments: 1...8, [true, false])
  func jpeg(orientation: Int, littleEndian: Bool) throws {
    let plain = try encodeJPEG(Picture.gradient(width: 48, height: 32))
    let file = SampleJPEG.adding(orientation, to: plain, littleEndian: littleEndian)
    let stored = try decode(plain)
    let picture = try decode(file)
    #expect((picture.width, picture.height) == (orientation < 5 ? (48, 32) : (32, 48)))
    let (left, top) = Self.shown(40, 3, 48, 32, orientation)
    #expect(picture.pixel(left, top) == stored.pixel(40, 3))
  }

  @Test("EXIF that makes no sense, or is cut short anywhere, counts as upright")
  func nonsense() throws {
    func orientation(_ bytes: [UInt8]) -> Orientation { bytes.withUnsafeBytes { EXIF($0).orientation } }
    let exif = SampleJPEG.exif(6)
    #expect(orientation(exif) == .turnedLeft)
    for number in [0, 9] { #expect(orientation(SampleJPEG.exif(number)) == .upright) }
    // The value is the 32nd byte, and padding follows.
    for count in 0..<32 { #expect(orientation(Array(exif.prefix(count))) == .upright) }
    for far in [[0xFF, 0xFF, 0xFF, 0xFF], [UInt8(exif.count - 1), 0, 0, 0]] {
      #expect(orientation(exif[..<4] + far + exif[8...]) == .upright)
    }
  }
}
