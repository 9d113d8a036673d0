import Testing

@testable import Imaging

@Suite struct PictureTests {
  @Test("A new picture is all zeros, also in a buffer that was used before")
  func zeros() {
    let pool = PixelPool()
    do {
      var picture = Picture(width: 7, height: 5, format: .rgba, pool: pool)
      picture.withUnsafeMutableBytes { _ = $0.initializeMemory(as: UInt8.self, repeating: 9) }
    }
    #expect(pool.idleBytes == 7 * 5 * 4)
    let again = Picture(width: 7, height: 5, format: .rgba, pool: pool)
    #expect(pool.idleBytes == 0)
    #expect(again.withUnsafeBytes { $0.allSatisfy { $0 == 0 } })
  }

  @Test("Writing to a copy leaves the original as it was; a picture that nobody shares is written in place")
  func copies() {
    let original = Picture(width: 2, height: 2, format: .rgb)
    var copy = original
    copy.withUnsafeMutableBytes { $0[0] = 1 }
    #expect(original.bytes[0] == 0)
    #expect(copy.bytes[0] == 1)
    let before = copy.withUnsafeBytes { $0.baseAddress }
    copy.withUnsafeMutableBytes { $0[0] = 2 }
    #expect(copy.withUnsafeBytes { $0.baseAddress } == before)
  }

  @Test("Every 16-bit value is rounded to the nearest of 8 bits")
  func rounded() throws {
    let picture = Picture(
      values: (0..<65_536).flatMap { [$0, $0, $0] }, width: 256, height: 256, format: .rgb16)
    let bytes = try picture.with8Bits().bytes
    let isNearest = (0..<65_536).allSatisfy { (value: Int) -> Bool in
      let nearest = (Double(value) * 255 / 65_535).rounded()
      return bytes[value * 3] == UInt8(nearest)
    }
    #expect(isNearest)
  }

  @Test("One pixel that lets something through makes a picture not opaque, wherever it is")
  func opaque() {
    #expect(Picture(width: 3, height: 3, format: .rgb).isOpaque)
    for place in 0..<9 {
      var picture = Picture(width: 3, height: 3, format: .rgba)
      picture.withUnsafeMutableBytes { _ = $0.initializeMemory(as: UInt8.self, repeating: 255) }
      #expect(picture.isOpaque)
      picture.withUnsafeMutableBytes { $0[place * 4 + 3] = 254 }
      #expect(!picture.isOpaque)
    }
  }
}
