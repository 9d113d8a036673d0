import CPNGShim
import Testing

@testable import Imaging

/// Decodes files at reduced size.
@Suite struct ScaledDecodingTests {
  @Test("A JPEG has the size to which its whole picture is scaled, whichever way up it is", arguments: 1...8)
  func sizes(orientation: Int) throws {
    let jpeg = SampleJPEG.adding(orientation, to: try encodeJPEG(Picture.gradient(width: 333, height: 211)))
    let whole = try decode(jpeg)
    for side in [1, 7, 30, 41, 90, 166, 200, 332, 333, 500] {
      let box = Box(square: side)
      let small = try decode(jpeg, size: box.fitted)
      let expected = try whole.scaled(toFit: box)
      #expect((small.width, small.height) == (expected.width, expected.height))
      #expect(small.distance(to: expected) <= 6, "side \(side)")
    }
  }

  @Test("Of a JPEG, no more is decoded than twice what is wanted each way")
  func reduced() throws {
    let jpeg = try encodeJPEG(Picture.gradient(width: 800, height: 600))
    for (side, most) in [(48, 100 * 75), (51, 200 * 150), (200, 400 * 300), (201, 800 * 600)] {
      let pool = PixelPool()
      _ = try decode(jpeg, size: Box(square: side).fitted, pool: pool)
      #expect(pool.idleBytes <= (most + side * side) * 3)
      #expect(pool.idleBytes >= most * 3)
    }
  }

  @Test("A PNG made smaller row by row is the same as one made smaller as a whole", arguments: PNGTests.kinds)
  func rows(png: HandMadePNG) throws {
    var png = png
    (png.width, png.height) = (57, 43)
    let file = png.file
    for keeps16Bits in [false, true] {
      for side in [1, 13, 56] {
        let box = Box(square: side)
        let byRows = try decodePNG(file, keeps16Bits: keeps16Bits, size: box.fitted, byRows: 0)
        let whole = try decodePNG(file, keeps16Bits: keeps16Bits, size: box.fitted)
        #expect(byRows.picture.bytes == whole.picture.bytes)
        #expect(byRows.picture.width == whole.picture.width)
        #expect(png.interlaced || byRows.decoder == .libpng)
      }
    }
  }

  @Test("Row by row, a large PNG takes no memory for its pixels")
  func memory() throws {
    let file = try encodePNG(Picture(width: 3000, height: 2000, format: .rgb), settings: PNGSettings(.fast))
    let pool = PixelPool()
    _ = try decode(file, size: Box(square: 100).fitted, pool: pool)
    #expect(pool.idleBytes <= 100 * 100 * 3)
  }
}
