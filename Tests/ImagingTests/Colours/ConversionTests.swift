import CTurboJPEG
import Testing

@testable import Imaging

@Suite struct ConversionTests {
  /// Converts Display P3 to sRGB in double precision. The matrix between the primaries goes through XYZ (IEC
  /// 61966-2-1 and SMPTE EG 432-1, both with a D65 white point).
  static func sRGB(ofP3 values: [Double]) -> [Double] {
    let light = values.map(LinearLight.decoded)
    let rows = [
      [1.224940176, -0.224940176, 0], [-0.042056955, 1.042056955, 0],
      [-0.019637555, -0.078636046, 1.098273600],
    ]
    return rows.map { row in
      let sum = zip(row, light).reduce(0.0) { $0 + $1.0 * $1.1 }
      return LinearLight.encoded(min(max(sum, 0), 1))
    }
  }

  @Test("Display P3 becomes sRGB as in double precision, and alpha stays", arguments: PixelFormat.allCases)
  func displayP3(format: PixelFormat) throws {
    var picture = Picture.noise(width: 64, height: 64, format: format, seed: 12)
    picture.colourSpace = .profile(try SampleProfile.displayP3())
    let before = picture.values
    picture.convertToSRGB()
    #expect(picture.colourSpace == .sRGB(intent: 0))
    let (after, largest) = (picture.values, format.is16Bit ? 65_535.0 : 255)
    var worst = 0.0
    for start in stride(from: 0, to: before.count, by: format.channels) {
      let expected = Self.sRGB(ofP3: before[start..<start + 3].map { Double($0) / largest })
      for index in 0..<3 { worst = max(worst, abs(expected[index] * largest - Double(after[start + index]))) }
      if format.hasAlpha { #expect(after[start + 3] == before[start + 3]) }
    }
    // At most 1/255 off for 8 bits. The profile's numbers have 16 bits, and the curve is twelve times as steep for dark
    // colours.
    #expect(worst <= (format.is16Bit ? 24 : 1), "\(worst)")
  }

  @Test("Pictures in sRGB, or without a colour space, are converted to themselves")
  func same() {
    for colourSpace in [nil, ColourSpace.sRGB(intent: 1)] {
      var picture = Picture.noise(width: 30, height: 20, format: .rgb, seed: 1)
      picture.colourSpace = colourSpace
      let before = picture.bytes
      picture.convertToSRGB()
      #expect(picture.bytes == before)
    }
  }

  @Test("A PNG's gAMA and cHRM are converted from")
  func measured() throws {
    var grey = Picture(width: 2, height: 1, format: .rgb) { _, _ in [128, 128, 128] }
    grey.colourSpace = .measured(gamma: 100_000, chromaticities: nil)
    grey.convertToSRGB()
    #expect(grey.pixel(0, 0) == [188, 188, 188], "half the light")
    var red = Picture(width: 2, height: 1, format: .rgb) { _, _ in [200, 100, 50] }
    red.colourSpace = .measured(gamma: nil, chromaticities: SampleProfile.p3)
    red.convertToSRGB()
    let expected = Self.sRGB(ofP3: [200, 100, 50].map { $0 / 255 }).map { UInt8(($0 * 255).rounded()) }
    #expect(zip(red.pixel(1, 0), expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  @Test("A JPEG of greys with a profile of greys becomes sRGB by it, and so does a PNG of 8 or 16 bits")
  func greys() throws {
    let profile = SampleProfile.grey(gamma: 1)
    let jpeg = try SampleJPEG.make(
      [UInt8](repeating: 128, count: 256), width: 16, height: 16, layout: TJPF_GRAY, sampling: TJSAMP_GRAY)
    let picture = try decode(SampleProfile.jpeg(jpeg, with: profile))
    #expect(picture.pixel(5, 5) == [188, 188, 188])
    #expect(picture.colourSpace == .sRGB(intent: 0))
    for depth in [8, 16] {
      let file = HandMadePNG(colour: .grey, depth: depth)
      let png = ColourSpaceTests.png("iCCP", ColourSpaceTests.iCCP(profile), file)
      let picture = try decode(png, keeps16Bits: true)
      let (value, largest) = (file.sample(3, 4, 0), Double(file.largest))
      let expected = LinearLight.encoded(Double(value) / largest) * largest
      let found = picture.values[(4 * file.width + 3) * 3..<(4 * file.width + 3) * 3 + 3]
      #expect(
        found.allSatisfy { abs(Double($0) - expected) <= (depth == 8 ? 1 : 24) }, "\(found), not \(expected)")
      #expect(picture.colourSpace == .sRGB(intent: 0))
    }
  }

  @Test("A CMYK JPEG with a profile becomes sRGB by it, stored inverted or not")
  func inks() throws {
    let profile = SampleProfile.inks(cyan: (54, 81, 70))
    for (ink, expected) in [([255, 255, 255, 255], [255, 255, 255]), ([0, 255, 255, 255], [255, 0, 2])] {
      let file = try SampleJPEG.make(inks: ink.map { UInt8($0) })
      let picture = try decode(SampleProfile.jpeg(file, with: profile))
      let pixel = picture.pixel(7, 7)
      #expect(zip(pixel, expected).allSatisfy { abs(Int($0) - $1) <= 4 }, "\(ink) became \(pixel)")
      #expect(picture.colourSpace == .sRGB(intent: 0))
    }
    let plain = try SampleJPEG.make(inks: [0, 0, 0, 0])
    let notInverted = SampleJPEG.removing(0xEE, from: plain)
    // Without Adobe's marker, the stored values are the inks themselves: the three of YCCK, and no black.
    let picture = try decode(SampleProfile.jpeg(notInverted, with: profile))
    #expect(picture.colourSpace == .sRGB(intent: 0))
  }

  @Test("A profile that is damaged, or of other channels than the picture, changes no pixel")
  func damaged() throws {
    let jpeg = try encodeJPEG(Picture.gradient(width: 16, height: 16))
    let plain = try decode(jpeg).bytes
    let inks = SampleProfile.inks(cyan: (54, 81, 70))
    for profile in [inks, SampleProfile.grey(gamma: 1), ColourSpaceTests.profile(), [1, 2, 3], []] {
      var picture = try decode(SampleProfile.jpeg(jpeg, with: profile))
      picture.convertToSRGB()
      #expect(picture.bytes == plain)
    }
  }

  @Test("No profile, however damaged, ends in more than a picture")
  func hostile() throws {
    var mutator = PhotoMutator(seed: 9)
    let cmyk = try SampleJPEG.make(inks: [90, 90, 90, 90])
    let rgb = try encodeJPEG(Picture.gradient(width: 16, height: 16))
    let samples = [
      (rgb, try SampleProfile.displayP3()), (cmyk, SampleProfile.inks(cyan: (54, 81, 70))),
      (try encodeJPEG(Picture.gradient(width: 16, height: 16), kind: .grey), SampleProfile.grey(gamma: 2)),
    ]
    for (file, profile) in samples {
      for _ in 0..<100 {
        var damaged = profile
        mutator.change(&damaged)
        if mutator.chance(2) { damaged.removeLast(mutator.below(41)) }
        var picture = try decode(SampleProfile.jpeg(file, with: damaged))
        picture.convertToSRGB()
        #expect(picture.width == 16)
      }
    }
  }
}
