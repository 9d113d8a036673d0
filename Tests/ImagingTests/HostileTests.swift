import CTurboJPEG
import Foundation
import TestSupport
import Testing

@testable import Imaging

/// Tests with files that are damaged by accident or on purpose. Each file either causes an error or yields a picture
/// with the size in its header.
@Suite struct HostileTests {
  @Test("A file cut anywhere is refused, except a PNG with all its pixels", arguments: [nil, Box(square: 2)])
  func cutShort(size: Box?) throws {
    for file in try MutationTests.seeds() {
      let whole = try decode(file, size: size?.fitted)
      let isPNG = file.starts(with: [0x89])
      for count in file.indices {
        do {
          let picture = try decode(Array(file.prefix(count)), size: size?.fitted)
          #expect(isPNG && picture.bytes == whole.bytes, "the first \(count) of \(file.count) bytes")
        } catch .damaged(let type, let reason) {
          #expect(type == (isPNG ? .png : .jpeg))
          #expect(!reason.isEmpty)
        } catch {
          #expect(count < 8, "\(error)")
        }
      }
    }
  }

  @Test("More pixels than allowed are refused, and none are allocated for them")
  func pixels() throws {
    let picture = Picture.gradient(width: 30, height: 20)
    let pool = PixelPool()
    for file in try [encodePNG(picture), encodeJPEG(picture)] {
      #expect(throws: ImagingError.tooManyPixels(width: 30, height: 20, limit: 599)) {
        try decode(file, limits: DecodeLimits(maxPixels: 599), pool: pool)
      }
      #expect(throws: ImagingError.tooWide(width: 30, limit: 29)) {
        try decode(file, limits: DecodeLimits(maxWidth: 29), pool: pool)
      }
      #expect(pool.idleBytes == 0)
      #expect(try decode(file, limits: DecodeLimits(maxPixels: 600, maxWidth: 30)).pixelCount == 600)
    }
  }

  @Test("A tiny file of the largest sizes is refused before any computing with them, whatever is made of it")
  func bomb() throws {
    let side = Int(Int32.max)
    for (width, height) in [(side, side), (1_000_000, side), (side, 1), (2_147_483, 1000), (1, 100_000_001)] {
      for colour in HandMadePNG.Colour.allCases {
        let file = HandMadePNG.claiming(width: width, height: height, colour)
        #expect(throws: ImagingError.self) { try decode(file) }
        var recipe = Recipe()
        for (size, keeps16Bits) in [(nil, false), (Box(square: 64), true)] {
          (recipe.size, recipe.keeps16Bits) = (size, keeps16Bits)
          for format in [PictureFormat.png(.fast), .jpeg(quality: 80)] {
            #expect(throws: ImagingError.self) { try developed(file, recipe, as: format) }
          }
        }
      }
    }
    let file = HandMadePNG.claiming(width: side, height: side)
    let error = ImagingError.tooManyPixels(width: side, height: side, limit: 100_000_000)
    #expect(throws: error) { try decode(file) }
    #expect(error.description == "2147483647 × 2147483647 exceeds the limit of 100 MP")
    // Half an exabyte: it fits in an `Int`, but no machine has that much memory.
    #expect(throws: ImagingError.outOfMemory(width: side, height: 1 << 26)) {
      try decode(
        HandMadePNG.claiming(width: side, height: 1 << 26),
        limits: DecodeLimits(maxPixels: .max, maxWidth: .max))
    }
  }

  @Test("Two gigabytes that follow the last row, packed into 13 MB, are never unpacked")
  func packedSurplus() throws {
    // Zeros: black rows, and surplus data after them.
    let more = ("IDAT", Array(repeatElement(PackedRun.more, count: 5_000).joined()))
    let count = (2 << 30) / (5_000 * PackedRun.moreLength) + 1
    let file = HandMadePNG.file(
      [
        ("IHDR", HandMadePNG.big(4) + HandMadePNG.big(4) + [8, 2, 0, 0, 0]),
        ("IDAT", [0x78, 0x01] + PackedRun.start([0])),
      ] + Array(repeating: more, count: count))
    let asked = Counter()
    let picture = try decodePNG(file, isWanted: { asked.add() > 0 }).picture
    #expect(picture.bytes == [UInt8](repeating: 0, count: 4 * 4 * 3))
    // There is one call per IDAT chunk while libdeflate and libpng verify its checksum, and one before each inflated
    // piece.
    #expect(asked.count < 2 * count + 100)
  }

  @Test("No limit lets through a size whose bytes cannot be counted")
  func sizes() throws {
    for (width, height) in [(0, 1), (1, 0), (-1, 5), (Int.min, Int.min)] {
      #expect(throws: ImagingError.noPixels(width: width, height: height)) {
        try PictureSize(width: width, height: height, limits: .none)
      }
    }
    let side = Int(Int32.max)
    for (width, height) in [(Int.max, Int.max), (side, side), (1, side + 1), (side + 1, 1), (Int.max, 2)] {
      #expect(throws: ImagingError.self) { try PictureSize(width: width, height: height, limits: .none) }
    }
    let wide = try PictureSize(width: side, height: 1 << 27, limits: .none)
    #expect(wide.byteCount(.rgba16) == side << 30)
    #expect(Box(square: side).fitted(wide) == wide)
    #expect(wide.shrunk(toWidth: .max, height: .min).height == 1)
  }

  #if os(Linux)
    @Test("A picture that no memory is left for is refused with its size, whatever is to be made of another")
    func noMemory() async {
      // This runs in a separate process, because all of it runs short of memory.
      await #expect(processExitsWith: .success) {
        // The pixels are never touched, so they are zero (transparent) and take no memory yet.
        let size = try PictureSize(width: 8192, height: 8192, limits: .none)
        let picture = try Picture(uninitialised: size, format: .rgba, pool: nil)
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).prefix { $0 != " " }
        let addressed = try #require(UInt(pages)) * UInt(sysconf(Int32(_SC_PAGESIZE)))
        var limit = rlimit(rlim_cur: addressed + 100_000_000, rlim_max: .max)
        #expect(setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0)
        #expect(throws: ImagingError.outOfMemory(width: 8192, height: 8192)) { try encodeJPEG(picture) }
        #expect(throws: ImagingError.outOfMemory(width: 8000, height: 8192)) {
          try picture.scaledDown(width: 8000, height: 8192)
        }
      }
    }
  #endif

  @Test("A progressive JPEG of more scans than allowed is refused")
  func scans() throws {
    let file = try SampleJPEG.make(.gradient(width: 16, height: 16), TJSAMP_444, flags: TJFLAG_PROGRESSIVE)
    let scans = file.withUnsafeBytes { JPEGSegments($0).scans }
    #expect(scans == 10)
    #expect(throws: ImagingError.damaged(.jpeg, reason: "it has 10 scans, more than the limit of 9")) {
      try decode(file, limits: DecodeLimits(maxScans: 9))
    }
    // Repeated scans, each of which costs a pass over the whole picture.
    let first = try #require(SampleJPEG.places(of: 0xDA, in: file).first)
    let again = Array(file[first...].dropLast(2))
    let repeated = Array(file.dropLast(2)) + Array(repeatElement(again, count: 20).joined()) + [0xFF, 0xD9]
    #expect(throws: ImagingError.self) { try decode(repeated) }
  }

  @Test("A damaged picture gives its buffer back")
  func noLeak() throws {
    let pool = PixelPool()
    let file = try encodePNG(Picture.noise(width: 50, height: 50, format: .rgb, seed: 8))
    for _ in 0..<3 {
      #expect(throws: ImagingError.self) { try decode(Array(file.dropLast(100)), pool: pool) }
    }
    // The same buffer is reused each time.
    #expect(pool.idleBytes == 50 * 50 * 3 + 50 * 3 + 50)
  }
}
