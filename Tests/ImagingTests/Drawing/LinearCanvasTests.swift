import Testing

@testable import Imaging

@Suite struct LinearCanvasTests {
  static func canvas(_ width: Int, _ height: Int, _ color: UInt32) throws -> LinearCanvas {
    let canvas = try LinearCanvas(width: width, height: height)
    canvas.fill { _, _ in Light(screen: color) }
    return canvas
  }

  static func isNear(_ one: Light, _ other: Light, _ tolerance: Float = 1e-4) -> Bool {
    (0..<4).allSatisfy { abs(one[$0] - other[$0]) <= tolerance }
  }

  @Test("Every 8-bit value comes back from linear light as it went in")
  func roundTrip() throws {
    for value in 0..<UInt32(256) {
      let picture = try Self.canvas(9, 7, value << 16 | value << 8 | (255 - value)).picture()
      let expected = [UInt8(value), UInt8(value), UInt8(255 - value)]
      #expect((0..<63).allSatisfy { picture.pixel($0 % 9, $0 / 9) == expected })
    }
  }

  @Test("A value between two 8-bit ones becomes both, in its proportion")
  func dither() throws {
    let low = LinearLight.table[10]
    let canvas = try LinearCanvas(width: 100, height: 100)
    canvas.fill { _, _ in Light(repeating: low + (LinearLight.table[11] - low) * 0.25) }
    let picture = try canvas.picture()
    let high = (0..<10_000).count { picture.pixel($0 % 100, $0 / 100)[0] == 11 }
    #expect((2300...2700).contains(high))
  }

  @Test("A picture on whole pixels stays as it is, and so does all around", arguments: PixelFormat.eightBit)
  func straight(format: PixelFormat) throws {
    let picture = Picture.noise(width: 6, height: 5, format: format, seed: 3)
    let canvas = try Self.canvas(20, 20, 0x336699)
    canvas.draw(picture, at: Placement(x: 10, y: 9.5, width: 6, height: 5))
    let ground = Light(screen: 0x336699)
    for (x, y) in points(20, 20) {
      var expected = ground
      if (7..<13).contains(x), (7..<12).contains(y) {
        let pixel = picture.pixel(x - 7, y - 7)
        let alpha = format == .rgba ? Float(pixel[3]) / 255 : 1
        let color = Light(screen: UInt32(pixel[0]) << 16 | UInt32(pixel[1]) << 8 | UInt32(pixel[2]))
        expected = color * alpha + ground * (1 - alpha)
      }
      #expect(Self.isNear(canvas[x, y], expected), "(\(x), \(y))")
    }
  }

  @Test("A quarter turn puts the left edge on top")
  func quarterTurn() throws {
    let picture = Picture.gradient(width: 6, height: 4)
    let canvas = try Self.canvas(10, 10, 0)
    canvas.draw(picture, at: Placement(x: 5, y: 5, width: 6, height: 4, angle: .pi / 2))
    for (x, y) in points(6, 4) {
      let pixel = picture.pixel(x, y)
      let expected = Light(screen: UInt32(pixel[0]) << 16 | UInt32(pixel[1]) << 8 | UInt32(pixel[2]))
      #expect(Self.isNear(canvas[6 - y, 2 + x], expected))
    }
  }

  @Test("Turned, a picture keeps its area and its light", arguments: [0.1, 0.5, 0.785, 2] as [Float])
  func area(angle: Float) throws {
    let picture = Picture(width: 2, height: 2, format: .rgb) { _, _ in [255, 255, 255] }
    let canvas = try Self.canvas(100, 100, 0)
    canvas.draw(picture, at: Placement(x: 50.3, y: 49.8, width: 60, height: 40, angle: angle))
    let light = (0..<10_000).reduce(Float(0)) { $0 + canvas[$1 % 100, $1 / 100].x }
    #expect(abs(light - 2400) < 12)
  }

  @Test("Between two pixels lies the mean of their light")
  func bilinear() throws {
    let picture = Picture(width: 2, height: 1, format: .rgb) { x, _ in
      Array(repeating: x == 0 ? 0 : 255, count: 3)
    }
    let canvas = try Self.canvas(9, 3, 0)
    canvas.draw(picture, at: Placement(x: 4.5, y: 1.5, width: 6, height: 3))
    // The centres of the two pixels are at 3 and 6, so 4.5 is halfway.
    #expect(Self.isNear(canvas[4, 1], Light(0.5, 0.5, 0.5, 1)))
    #expect(Self.isNear(canvas[3, 1], Light(1.0 / 6, 1.0 / 6, 1.0 / 6, 1)))
  }

  @Test("Paper frames the picture and shows where that is transparent")
  func paper() throws {
    let picture = Picture(width: 2, height: 2, format: .rgba) { x, _ in [0, 0, 0, x == 0 ? 255 : 0] }
    let canvas = try Self.canvas(10, 10, 0x0000FF)
    let paper = Light(screen: 0xFFFFFF)
    canvas.draw(
      picture, at: Placement(x: 5, y: 5, width: 2, height: 2), border: 2, paper: paper, brightness: 0.5)
    let dimmed = Light(0.5, 0.5, 0.5, 1)
    #expect(Self.isNear(canvas[2, 5], dimmed))
    #expect(Self.isNear(canvas[4, 5], Light(0, 0, 0, 1)))
    #expect(Self.isNear(canvas[5, 5], dimmed))
    #expect(Self.isNear(canvas[1, 5], Light(screen: 0x0000FF)))
  }

  @Test("What lies outside the canvas is left out, wholly or in part")
  func outside() throws {
    let picture = Picture.noise(width: 4, height: 4, format: .rgb, seed: 1)
    let canvas = try Self.canvas(8, 8, 0x101010)
    for (x, y) in [(-50, 4), (4, 300), (-3, -3), (1e9, -1e9)] as [(Float, Float)] {
      canvas.draw(picture, at: Placement(x: x, y: y, width: 4, height: 4, angle: 0.3))
      canvas.drawShadow(of: Placement(x: x, y: y, width: 2, height: 2), softness: 0.5, darkness: 1)
    }
    #expect(Self.isNear(canvas[4, 4], Light(screen: 0x101010)))
    canvas.draw(picture, at: Placement(x: 0, y: 0, width: 4, height: 4))
    #expect(!Self.isNear(canvas[0, 0], Light(screen: 0x101010)))
  }

  @Test("A shadow is as dark as the rectangle blurred with a Gaussian")
  func shadow() throws {
    let canvas = try Self.canvas(64, 64, 0xFFFFFF)
    let placement = Placement(x: 31.5, y: 30, width: 21, height: 12, angle: 0)
    canvas.drawShadow(of: placement, softness: 3, darkness: 0.8)
    let blurred = try Self.canvas(64, 64, 0)
    let white = Picture(width: 1, height: 1, format: .rgb) { _, _ in [255, 255, 255] }
    blurred.draw(white, at: placement)
    blurred.soften(deviation: 3)
    for (x, y) in points(64, 64) {
      #expect(abs(canvas[x, y].x - (1 - 0.8 * blurred[x, y].x)) < 0.008)
      #expect(abs(canvas[x, y].w - 1) < 1e-5)
    }
  }

  @Test("Softening is Gaussian, and keeps all light and a plain colour", arguments: [0.5, 1.3, 4] as [Float])
  func soften(deviation: Float) throws {
    let canvas = try Self.canvas(61, 41, 0)
    let point = Picture(width: 1, height: 1, format: .rgb) { _, _ in [255, 255, 255] }
    canvas.draw(point, at: Placement(x: 30.5, y: 20.5, width: 1, height: 1))
    canvas.soften(deviation: deviation)
    var (light, spread) = (Float(0), Float(0))
    for (x, y) in points(61, 41) {
      light += canvas[x, y].x
      spread += canvas[x, y].x * Float((x - 30) * (x - 30))
      #expect(abs(canvas[x, y].x - canvas[60 - x, 40 - y].x) < 1e-6)
    }
    #expect(abs(light - 1) < 1e-4)
    #expect(abs(spread.squareRoot() - deviation) < 0.06 * deviation + 0.01)
    let flat = try Self.canvas(5, 3, 0x804020)
    flat.soften(deviation: deviation)
    for x in 0..<5 { #expect(Self.isNear(flat[x, 2], Light(screen: 0x804020))) }
  }

  @Test("A veil brings every light nearer to its own, and none where there is nothing")
  func veil() throws {
    let canvas = try Self.canvas(2, 2, 0xFFFFFF)
    canvas.veil(density: 0.25) { across, _ in across > 0.5 ? Light(0, 0.5, 1, 1) : Light(0, 0, 0, 1) }
    #expect(Self.isNear(canvas[1, 1], Light(0.75, 0.875, 1, 1)))
    #expect(Self.isNear(canvas[0, 1], Light(0.75, 0.75, 0.75, 1)))
    let nothing = try LinearCanvas(width: 1, height: 1)
    nothing.veil(density: 0.25) { _, _ in Light(0, 0.5, 1, 1) }
    #expect(nothing[0, 0] == Light())
  }

  @Test("A canvas that no memory is left for is refused, with its size")
  func tooLarge() {
    #expect(throws: ImagingError.outOfMemory(width: 1 << 24, height: 1 << 24)) {
      try LinearCanvas(width: 1 << 24, height: 1 << 24)
    }
  }
}
