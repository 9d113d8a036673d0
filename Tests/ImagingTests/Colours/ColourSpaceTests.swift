import Base
import CTurboJPEG
import Testing

@testable import Imaging

@Suite struct ColourSpaceTests {
  /// Returns an ICC profile without tags: a header (ICC.1:2022, 7.2), a tag count of 0, and incompressible padding,
  /// because libpng rejects chunks that are too short for a real profile.
  static func profile(of space: String = "RGB ", padding: Int = 200) -> [UInt8] {
    var profile = [UInt8](repeating: 0, count: 132 + padding)
    profile.replaceSubrange(0..<4, with: HandMadePNG.big(profile.count))
    profile[8] = 4
    profile.replaceSubrange(12..<16, with: Array("mntr".utf8))
    profile.replaceSubrange(16..<20, with: Array(space.utf8))
    profile.replaceSubrange(20..<24, with: Array("XYZ ".utf8))
    profile.replaceSubrange(36..<40, with: Array("acsp".utf8))
    profile.replaceSubrange(
      68..<80, with: HandMadePNG.big(0xF6D6) + HandMadePNG.big(0x10000) + HandMadePNG.big(0xD32D))
    var random = SplitMix(seed: 3)
    for at in 132..<profile.count { profile[at] = UInt8.random(in: 0...255, using: &random) }
    return profile
  }

  static func png(_ name: String, _ content: [UInt8], _ png: HandMadePNG = HandMadePNG()) -> [UInt8] {
    png.file((name, content))
  }

  static func iCCP(_ profile: [UInt8]) -> [UInt8] { Array("mine\0\0".utf8) + HandMadePNG.stored(profile) }

  /// Returns the colour space after decoding, a sepia filter and writing as PNG.
  static func carried(_ file: [UInt8]) throws -> ColourSpace? {
    var picture = try decode(file)
    Sepia().apply(to: &picture)
    return try decode(encodePNG(picture)).colourSpace
  }

  @Test("A PNG's profile, sRGB, gAMA and cHRM go on into the PNG that is written")
  func inPNG() throws {
    let profile = Self.profile(padding: 4000)
    #expect(try Self.carried(Self.png("iCCP", Self.iCCP(profile))) == .profile(profile))
    #expect(try Self.carried(Self.png("sRGB", [1])) == .sRGB(intent: 1))
    #expect(
      try Self.carried(Self.png("gAMA", HandMadePNG.big(50_000)))
        == .measured(gamma: 50_000, chromaticities: nil))
    #expect(
      try Self.carried(Self.png("cHRM", SampleProfile.p3.flatMap(HandMadePNG.big)))
        == .measured(gamma: nil, chromaticities: SampleProfile.p3))
    #expect(try Self.carried(HandMadePNG().file) == nil)
  }

  @Test("A JPEG's profile goes on into the PNG that is written, also in parts, in any order")
  func profileOfJPEG() throws {
    let profile = Self.profile(padding: 68)
    func part(_ number: UInt8, to file: [UInt8]) -> [UInt8] {
      SampleProfile.jpeg(file, with: number == 1 ? profile[..<90] : profile[90...], part: number, of: 2)
    }
    let jpeg = try encodeJPEG(Picture.gradient(width: 16, height: 16))
    #expect(try Self.carried(jpeg) == nil)
    #expect(try Self.carried(SampleProfile.jpeg(jpeg, with: profile)) == .profile(profile))
    let second = part(2, to: jpeg)
    #expect(try Self.carried(second) == nil)
    let both = part(1, to: second)
    #expect(try Self.carried(both) == .profile(profile))
    #expect(try Self.carried(part(2, to: part(1, to: jpeg))) == .profile(profile))
    #expect(try Self.carried(part(1, to: both)) == nil, "one twice")
  }

  @Test("EXIF's colour space goes on into the PNG that is written; a profile counts before it")
  func exif() throws {
    let jpeg = try encodeJPEG(Picture.gradient(width: 16, height: 16))
    func carried(_ number: Int, _ index: String? = nil, littleEndian: Bool = true) throws -> ColourSpace? {
      let exif = SampleJPEG.exif(colourSpace: number, index: index, littleEndian: littleEndian)
      return try Self.carried(SampleJPEG.adding(exif: exif, to: jpeg))
    }
    for littleEndian in [true, false] {
      #expect(try carried(1, littleEndian: littleEndian) == .sRGB(intent: 0))
      #expect(try carried(2, littleEndian: littleEndian) == .adobeRGB)
      #expect(try carried(0xFFFF, "R03", littleEndian: littleEndian) == .adobeRGB)
      #expect(try carried(0xFFFF, "R98", littleEndian: littleEndian) == nil)
      #expect(try carried(0xFFFF, littleEndian: littleEndian) == nil)
      #expect(try carried(7, littleEndian: littleEndian) == nil)
    }
    let exif = SampleJPEG.adding(exif: SampleJPEG.exif(colourSpace: 1), to: jpeg)
    let profile = Self.profile()
    #expect(try Self.carried(SampleProfile.jpeg(exif, with: profile)) == .profile(profile))
    // However little of the EXIF is left, decoding must not fail.
    let whole = SampleJPEG.exif(colourSpace: 0xFFFF, index: "R03")
    for count in 0..<whole.count - 4 {
      let cut = SampleJPEG.adding(exif: Array(whole[..<count]), to: jpeg)
      #expect(try Self.carried(cut) == nil)
    }
  }

  @Test("A JPEG carries what a PNG says in numbers as a profile, which is the same every time")
  func writtenAsProfile() throws {
    var picture = Picture.gradient(width: 16, height: 16)
    picture.colourSpace = .measured(gamma: 45_455, chromaticities: SampleProfile.p3)
    let file = try encodeJPEG(picture)
    #expect(try encodeJPEG(picture) == file)
    var (byProfile, byNumbers) = (picture, picture)
    byProfile.colourSpace = try decode(file).colourSpace
    let isProfile = if case .profile = byProfile.colourSpace { true } else { false }
    #expect(isProfile)
    byProfile.convertToSRGB()
    byNumbers.convertToSRGB()
    #expect(byProfile.distance(to: byNumbers) <= 1)
    picture.colourSpace = .sRGB(intent: 0)
    #expect(try decode(encodeJPEG(picture)).colourSpace == nil, "what says nothing is taken for sRGB")
  }

  @Test("A damaged profile, intent or gamma is left out, and so are profiles of greys and inks")
  func damaged() throws {
    var wrongLength = Self.profile()
    wrongLength[3] += 4
    var unsigned = Self.profile()
    unsigned[36] = 0
    let jpeg = try encodeJPEG(Picture.gradient(width: 16, height: 16))
    for (profile, colour) in [
      (wrongLength, HandMadePNG.Colour.rgb), (unsigned, .rgb), (Array(Self.profile().prefix(60)), .rgb),
      ([], .rgb), (Self.profile(of: "GRAY"), .grey), (Self.profile(of: "CMYK"), .rgb),
    ] {
      let png = Self.png("iCCP", Self.iCCP(profile), HandMadePNG(colour: colour))
      #expect(try Self.carried(png) == nil)
      #expect(try Self.carried(SampleProfile.jpeg(jpeg, with: profile)) == nil)
    }
    #expect(try Self.carried(Self.png("sRGB", [9])) == nil)
    #expect(try Self.carried(Self.png("gAMA", HandMadePNG.big(0))) == nil)
    var picture = Picture.gradient(width: 4, height: 4)
    for colourSpace in [
      ColourSpace.sRGB(intent: 77), .profile([]), .measured(gamma: -5, chromaticities: [1, 2, 3]),
    ] {
      picture.colourSpace = colourSpace
      #expect(try decode(encodePNG(picture)).colourSpace == nil)
    }
  }

  @Test("Turned and scaled pictures keep what their colours mean")
  func turned() throws {
    let profile = Self.profile()
    let png = HandMadePNG(width: 12, height: 8)
    let picture = try decode(png.file(("iCCP", Self.iCCP(profile)), ("eXIf", SampleJPEG.exif(6))))
    #expect(picture.height == 12)
    #expect(picture.colourSpace == .profile(profile))
    #expect(try picture.scaled(toFit: Box(square: 5)).colourSpace == .profile(profile))
  }
}
