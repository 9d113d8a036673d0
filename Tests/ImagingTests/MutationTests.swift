import CTurboJPEG
import Testing

@testable import Imaging

/// Photos that are damaged with knowledge of their formats.
@Suite struct MutationTests {
  /// Small photos of every kind, with EXIF and profiles.
  static func seeds() throws -> [[UInt8]] {
    let picture = Picture.gradient(width: 21, height: 17)
    let inks = Picture.gradient(width: 16, height: 16, format: .rgba).bytes
    let profile = ColourSpace.profile(try SampleProfile.displayP3())
    let profiled = Picture.gradient(width: 21, height: 17, colourSpace: profile)
    let jpegs = try [
      SampleJPEG.adding(6, to: encodeJPEG(picture)), encodeJPEG(profiled), encodeJPEG(picture, kind: .grey),
      SampleJPEG.make(picture, flags: TJFLAG_PROGRESSIVE),
      SampleJPEG.make(inks, width: 16, height: 16, layout: TJPF_CMYK),
    ]
    let pngs = try Compression.allCases.map { try encodePNG(profiled, settings: PNGSettings($0)) }
    return jpegs + pngs + PNGTests.kinds.map(\.file)
  }

  @Test("Each of 5,000 files of broken structure is refused or developed, by any settings", arguments: 0..<4)
  func mutations(part: UInt64) throws {
    let seeds = try Self.seeds()
    var mutator = PhotoMutator(seed: part)
    var (made, refused) = (0, 0)
    for number in 0..<1250 {
      let file = mutator.mutated(seeds[number % seeds.count])
      let isMade = PhotoRules.check(file, seed: mutator.random.next()) { rule in
        Issue.record("file \(number) of part \(part): \(rule)")
      }
      if isMade { made += 1 } else { refused += 1 }
    }
    // Otherwise, nothing would get past the first check, or nothing would be damaged.
    #expect(made > 200 && refused > 200, "\(made) made, \(refused) refused")
  }
}
