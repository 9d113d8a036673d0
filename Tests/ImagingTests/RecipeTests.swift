import CTurboJPEG
import TestSupport
import Testing

@testable import Imaging

/// Develops photo files strip by strip.
@Suite struct RecipeTests {
  /// A picture of about twenty strips.
  private static let large = Picture.noise(width: 2000, height: 1700, format: .rgb, seed: 8)

  @Test("Everything in a recipe that changes a file is in its fingerprint, in the words of earlier versions")
  func fingerprints() {
    var recipe = Recipe.sepia()
    let plain = recipe.fingerprint(.png(.default))
    #expect(plain == "sepia 0.8, png(Imaging.Compression.default)")
    let changes: [String: (inout Recipe) -> Void] = [
      "size": { $0.size = Box(width: 64, height: nil) }, "convertsToSRGB": { $0.convertsToSRGB = true },
      "keeps16Bits": { $0.keeps16Bits = true }, "filter": { $0.filter = .sepia(amount: 0.2) },
      "keptEXIF": { $0.keptEXIF = .withoutPosition },
    ]
    // A file is the same within all limits, no matter how its rows were processed.
    let others: Set = ["limits", "largePNG"]
    for field in Mirror(reflecting: recipe).children.compactMap(\.label) where !others.contains(field) {
      var changed = recipe
      changes[field]?(&changed)
      #expect(changed.fingerprint(.png(.default)) != plain, "\(field)")
    }
    #expect(recipe.fingerprint(.jpeg()) != plain)
    for (_, change) in changes { change(&recipe) }
    #expect(
      recipe.fingerprint(.jpeg(quality: 85))
        == "sepia 0.2, jpeg(quality: 85), 64x, sRGB, 16 bits, EXIF withoutPosition")
  }

  @Test("An error of the sink ends the writing", arguments: [0, 1, 5])
  func failingSink(after count: Int) throws {
    struct Full: Error {}
    var taken = 0
    #expect(throws: Full.self) {
      try encodePNG(Self.large, settings: PNGSettings(.fast)) { _ in
        if taken == count { throw Full() }
        taken += 1
      }
    }
    #expect(taken == count)
  }

  // MARK: Row by row

  @Test("A photo becomes the same file row by row as when it is decoded, filtered and written as a whole")
  func rows() throws {
    let profile = ColourSpace.profile(ColourSpaceTests.profile(padding: 200))
    let profiled = Picture.gradient(width: 500, height: 900, colourSpace: profile)
    let gradient = Picture.gradient(width: 1001, height: 777)
    let files = try [
      SampleJPEG.make(gradient), SampleJPEG.make(gradient, TJSAMP_444),
      SampleJPEG.make(gradient, flags: TJFLAG_PROGRESSIVE),
      SampleJPEG.make(
        (0..<999 * 701).map { (place: Int) in UInt8(place / 999 % 256) }, width: 999, height: 701,
        layout: TJPF_GRAY, sampling: TJSAMP_GRAY),
      encodeJPEG(profiled), SampleJPEG.make(.gradient(width: 1, height: 1)),
    ]
    for file in files {
      for compression in Compression.allCases {
        var picture = try decode(file)
        Sepia().apply(to: &picture)
        let expected = try encodePNG(picture, settings: PNGSettings(compression))
        #expect(try developed(file, .sepia(), as: .png(compression)) == expected)
      }
    }
  }

  @Test("A large PNG that is processed row by row becomes the same file")
  func largePNG() throws {
    var files = try [
      encodePNG(Picture.gradient(width: 1001, height: 777)),
      encodePNG(Picture.noise(width: 700, height: 800, format: .rgb16, seed: 4)),
      // These aren't processed row by row, regardless of their size.
      encodePNG(Picture.noise(width: 700, height: 400, format: .rgba, seed: 5)),
    ]
    files += PNGTests.kinds.map { png in
      var png = png
      (png.width, png.height) = (200, 900)
      return png.file
    }
    for (file, keeps16Bits) in files.flatMap({ [($0, false), ($0, true)] }) {
      let whole = try developed(file, .sepia { ($0.keeps16Bits, $0.largePNG) = (keeps16Bits, .max) })
      #expect(try developed(file, .sepia { ($0.keeps16Bits, $0.largePNG) = (keeps16Bits, 0) }) == whole)
    }
  }

  @Test("A JPEG and a large PNG are given up between rows")
  func unwanted() throws {
    var recipe = Recipe()
    recipe.largePNG = 0
    let picture = Picture.gradient(width: 64, height: 3000)
    // The number of times that `isWanted` returns true before it returns false.
    for (file, counts) in try [
      (SampleJPEG.make(picture), [0, 1, 100, 1000]),
      (SampleJPEG.make(picture, flags: TJFLAG_PROGRESSIVE), [0, 1, 100, 1000]),
      (encodePNG(Picture.gradient(width: 1000, height: 3000)), [0, 1, 5]),
    ] {
      for wanted in counts {
        let asked = Counter()
        #expect(throws: ImagingError.cancelled) {
          try developed(file, recipe, in: .init(isWanted: { asked.add() <= wanted }))
        }
        // After libdeflate, libpng may ask, too.
        #expect((wanted + 1...wanted + 2).contains(asked.count))
      }
    }
  }

  @Test("A file that breaks half-way is damage, whatever was written by then")
  func broken() throws {
    var recipe = Recipe()
    recipe.largePNG = 0
    let picture = Picture.noise(width: 900, height: 900, format: .rgb, seed: 2)
    var png = try encodePNG(picture)
    // The end of a PNG and the sums before it take 20 bytes, and the last pixels may need none of the bits before
    // these.
    for (file, end) in try [(png, 24), (SampleJPEG.make(picture), 2)] {
      for count in [file.count / 2, file.count - end] {
        #expect(throws: ImagingError.self) { try developed(Array(file.prefix(count)), recipe) }
      }
    }
    png[png.count / 2] ^= 1
    #expect(throws: ImagingError.self) { try developed(png, recipe) }
    recipe.limits.maxPixels = 900 * 900 - 1
    #expect(throws: ImagingError.tooManyPixels(width: 900, height: 900, limit: 900 * 900 - 1)) {
      try developed(png, recipe)
    }
  }

  @Test("A JPEG decodes to what TurboJPEG makes of it", arguments: [0, TJFLAG_PROGRESSIVE])
  func asTurboJPEG(flags: Int32) throws {
    let picture = Picture.noise(width: 131, height: 67, format: .rgb, seed: 6)
    for sampling in [TJSAMP_444, TJSAMP_422, TJSAMP_420, TJSAMP_440, TJSAMP_411] {
      let file = try SampleJPEG.make(picture, sampling, flags: flags)
      for reduction in [1, 2, 4, 8] {
        let (width, height) = ((131 + reduction - 1) / reduction, (67 + reduction - 1) / reduction)
        var rows = Picture(width: width, height: height, format: .rgb)
        try file.withUnsafeBytes { bytes in
          let photo = try JPEGFile(bytes, limits: DecodeLimits())
          try photo.begin(reduction: reduction)
          try photo.read(into: &rows)
        }
        #expect(rows.bytes == SampleJPEG.decoded(file, width: width, height: height).pixels)
      }
    }
  }
}
