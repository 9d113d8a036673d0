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

  @Test("Writing to a copy leaves the original as it was")
  func copies() {
    let original = Picture(width: 2, height: 2, format: .rgb)
    var copy = original
    copy.withUnsafeMutableBytes { $0[0] = 1 }
    #expect(original.withUnsafeBytes { $0[0] } == 0)
    #expect(copy.withUnsafeBytes { $0[0] } == 1)
  }

  @Test("A picture that nobody shares is written in place")
  func inPlace() {
    var picture = Picture(width: 2, height: 2, format: .rgb)
    let before = picture.withUnsafeBytes { $0.baseAddress }
    picture.withUnsafeMutableBytes { $0[0] = 1 }
    #expect(picture.withUnsafeBytes { $0.baseAddress } == before)
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
