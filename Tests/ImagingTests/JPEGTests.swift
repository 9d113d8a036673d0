import CTurboJPEG
import Testing

@testable import Imaging

@Suite struct JPEGTests {
  @Test("A picture that is written is read again, nearly", arguments: [(50, 12), (85, 8), (95, 4)])
  func roundTrip(quality: Int, tolerance: Int) throws {
    let picture = Picture.gradient(width: 120, height: 90)
    let again = try decode(encodeJPEG(picture, quality: quality))
    #expect(again.format == .rgb)
    #expect(picture.distance(to: again) <= tolerance)
  }

  @Test("More quality makes more bytes, and any number is taken")
  func quality() throws {
    let picture = Picture.noise(width: 64, height: 64, format: .rgb, seed: 4)
    let sizes = try [-5, 20, 60, 100, 1000].map { try encodeJPEG(picture, quality: $0).count }
    #expect(sizes == sizes.sorted())
    #expect(sizes[3] == sizes[4])
  }

  @Test("A colour profile is written with the picture, in as many parts as it takes")
  func profile() throws {
    for padding in [200, 70_000, 200_000] {
      let profile = ColourSpaceTests.profile(padding: padding)
      let picture = Picture.gradient(width: 16, height: 16, colourSpace: .profile(profile))
      let file = try encodeJPEG(picture)
      #expect(Array(file[2..<4]) == [0xFF, 0xE0], "JFIF's segment stays the first")
      #expect(try decode(file).colourSpace == .profile(profile))
      #expect(try decode(encodeJPEG(picture, kind: .grey)).colourSpace == nil, "it is not one of greys")
    }
  }

  @Test("A JPEG of a picture of 16 bits has 8")
  func jpeg() throws {
    let picture = Picture.noise(width: 40, height: 30, format: .rgba16, seed: 3)
    #expect(try encodeJPEG(picture) == encodeJPEG(picture.with8Bits()))
  }

  @Test("Transparent pixels are blended with white")
  func transparent() throws {
    let picture = Picture(width: 32, height: 32, format: .rgba) { _, y in [0, 0, 0, y < 16 ? 0 : 255] }
    let again = try decode(encodeJPEG(picture, quality: 95))
    #expect(again.pixel(5, 3).allSatisfy { $0 > 250 })
    #expect(again.pixel(5, 28).allSatisfy { $0 < 5 })
  }

  @Test("Grey becomes RGB")
  func grey() throws {
    let pixels: [UInt8] = (0..<1024).map { (place: Int) in UInt8(place % 32 * 8) }
    let file = try SampleJPEG.make(pixels, width: 32, height: 32, layout: TJPF_GRAY, sampling: TJSAMP_GRAY)
    let picture = try decode(file)
    #expect(picture.format == .rgb)
    for x in 0..<32 {
      let pixel = picture.pixel(x, 9)
      #expect(pixel[0] == pixel[1] && pixel[1] == pixel[2])
      #expect(abs(Int(pixel[0]) - x * 8) <= 3)
    }
  }

  @Test("A sampling that TurboJPEG has no name for is decoded all the same")
  func unnamedSampling() throws {
    var file = try SampleJPEG.make(.gradient(width: 64, height: 64))
    // Changes one colour's sampling from 2 by 2 luma samples per sample to another ratio than the other colour's. The
    // result makes no sense as a picture, so the codec may reject its pixels, but the header must be readable.
    let frame = try #require(SampleJPEG.places(of: 0xC0, in: file).first)
    file[frame + 14] = 0x12
    #expect(try file.withUnsafeBytes { try JPEGFile($0, limits: DecodeLimits()).size.width } == 64)
  }

  @Test("CMYK is stored inverted, 255 for no ink, with Adobe's marker and without it")
  func inks() throws {
    func expectPixel(_ file: [UInt8], _ expected: [Int]) throws {
      let pixel = try decode(file).pixel(7, 7)
      #expect(zip(pixel, expected).allSatisfy { abs(Int($0) - $1) <= 3 }, "\(pixel), not \(expected)")
    }
    let inks: [[UInt8]] = [
      [255, 255, 255, 255], [0, 255, 255, 255], [255, 255, 255, 0], [200, 100, 50, 128],
    ]
    for ink in inks {
      try expectPixel(SampleJPEG.make(inks: ink), ink.prefix(3).map { Int($0) * Int(ink[3]) / 255 })
    }
    // Adobe's marker also determines the colour transform. (100, 100, 100, 40) is stored as luma 155, two neutral
    // values of 128, and the unchanged black. Without the marker, these four are the inks. The numbers are from
    // Pillow and ImageMagick.
    let file = try SampleJPEG.make(inks: [100, 100, 100, 40])
    try expectPixel(SampleJPEG.removing(0xEE, from: file), [155, 128, 128].map { $0 * 40 / 255 })
  }

  @Test("A flipped byte passes only with a warning of left-over bytes", arguments: [0, TJFLAG_PROGRESSIVE])
  func flipped(flags: Int32) throws {
    let file = try SampleJPEG.make(.noise(width: 96, height: 64, format: .rgb, seed: 5), flags: flags)
    let scan = try #require(SampleJPEG.places(of: 0xDA, in: file).first) + 14
    for place in stride(from: scan, to: file.count - 2, by: 17)
    where file[place] != 0xFF && file[place - 1] != 0xFF {
      var damaged = file
      damaged[place] ^= 0x24
      guard (try? decode(damaged)) != nil else { continue }
      let warning = SampleJPEG.decoded(damaged, width: 96, height: 64).warning
      #expect(warning?.contains("extraneous bytes before marker") != false, "byte \(place): \(warning ?? "")")
    }
  }
}
