import Testing

@testable import Imaging

@Suite struct ScalingTests {
  @Test("Every new pixel is the mean of the area it covers, in linear light", arguments: PixelFormat.allCases)
  func means(format: PixelFormat) throws {
    let picture = Picture.noise(width: 23, height: 17, format: format, seed: 5)
    for (width, height) in [(7, 5), (22, 16), (1, 1), (23, 4), (9, 17)] {
      let values = try picture.scaledDown(width: width, height: height).values
      for (x, y) in points(width, height) {
        let expected = Self.mean(of: picture, x, y, width, height)
        let start = (y * width + x) * format.channels
        let found = values[start..<start + format.channels]
        // Sums aren't exact, so halves may be rounded either way. A larger difference is an error.
        let isNear = zip(expected, found).allSatisfy { abs($0 - Double($1)) <= (format.is16Bit ? 4 : 0.51) }
        #expect(isNear, "(\(x), \(y)) of \(width) by \(height): \(found), not \(expected)")
      }
    }
  }

  /// Computes a mean pixel by pixel in double precision, weighted by the area that the old and new pixels share.
  static func mean(of picture: Picture, _ x: Int, _ y: Int, _ width: Int, _ height: Int) -> [Double] {
    func shared(_ old: Int, _ new: Int, _ ratio: Double) -> Double {
      max(0, min(Double(old + 1), Double(new + 1) * ratio) - max(Double(old), Double(new) * ratio))
    }
    let ratio = (x: Double(picture.width) / Double(width), y: Double(picture.height) / Double(height))
    let (values, channels) = (picture.values, picture.format.channels)
    let largest = picture.format.is16Bit ? 65_535.0 : 255
    var sum = [0.0, 0, 0, 0]
    for row in 0..<picture.height {
      for column in 0..<picture.width {
        let area = shared(column, x, ratio.x) * shared(row, y, ratio.y) / (ratio.x * ratio.y)
        if area == 0 { continue }
        let pixel = values[((row * picture.width + column) * channels)...].prefix(channels)
          .map { Double($0) / largest }
        let alpha = channels == 4 ? pixel[3] : 1
        for channel in 0..<3 { sum[channel] += LinearLight.decoded(pixel[channel]) * alpha * area }
        sum[3] += alpha * area
      }
    }
    let color = sum.prefix(3).map { LinearLight.encoded($0 / sum[3]) * largest }
    return channels == 4 ? color + [sum[3] * largest] : color
  }

  @Test("Half the light of a screen is grey 188, and what is transparent lends no colour")
  func known() throws {
    let board = Picture(width: 8, height: 8, format: .rgb) { x, y in
      Array(repeating: (x + y) % 2 == 0 ? 0 : 255, count: 3)
    }
    #expect(try board.scaledDown(width: 2, height: 2).pixel(1, 1) == [188, 188, 188])
    let picture = Picture(width: 2, height: 1, format: .rgba) { x, _ in
      x == 0 ? [200, 10, 30, 255] : [0, 255, 0, 0]
    }
    #expect(try picture.scaledDown(width: 1, height: 1).pixel(0, 0) == [200, 10, 30, 128])
  }

  @Test("One colour stays that colour, whatever the sizes")
  func flat() throws {
    for value in UInt8.min...UInt8.max {
      let picture = Picture(width: 13, height: 11, format: .rgb) { _, _ in [value, 255 - value, 7] }
      #expect(try picture.scaledDown(width: 5, height: 3).pixel(4, 2) == [value, 255 - value, 7])
    }
  }

  @Test(
    "A picture fits into the box with its sides' ratio kept, and is never made larger",
    arguments: [
      (Box(square: 100), 100, 75), (Box(square: 800), 800, 600), (Box(width: 400, height: nil), 400, 300),
      (Box(width: nil, height: 60), 80, 60), (Box(width: 1000, height: 150), 200, 150),
      (Box(width: 4000, height: nil), 800, 600), (Box(width: 799, height: 599), 799, 599),
      (Box(width: 1, height: 1), 1, 1),
    ])
  func fits(box: Box, width: Int, height: Int) throws {
    let scaled = try Picture(width: 800, height: 600, format: .rgb).scaled(toFit: box)
    #expect((scaled.width, scaled.height) == (width, height))
  }

  @Test("However thin a picture is, a pixel of it is left")
  func thin() throws {
    let line = try Picture(width: 1000, height: 2, format: .rgb).scaled(toFit: Box(square: 10))
    #expect((line.width, line.height) == (10, 1))
  }
}
