import Foundation
import Testing

@testable import Imaging

/// Tests with files from elsewhere: PngSuite, the images of libpng and libjpeg-turbo, and photos.
/// `Tests/Fixtures/fetch` downloads them. Without them, these tests are skipped.
@Suite struct FixtureTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent(".build/fixtures")

  /// Returns the file names in a fixture folder, or an empty array if it hasn't been downloaded.
  static func files(_ folder: String) -> [String] {
    let path = Self.folder.appendingPathComponent(folder).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  static func have(_ folder: String) -> Bool { !files(folder).isEmpty }

  static func read(_ folder: String, _ file: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Self.folder.appendingPathComponent(folder).appendingPathComponent(file)))
  }

  @Test(
    "PngSuite decodes, and an interlaced file to the same picture as its plain twin",
    .enabled(if: have("pngsuite"), "run Tests/Fixtures/fetch first"), arguments: files("pngsuite"))
  func pngSuite(name: String) throws {
    let picture = try decode(Self.read("pngsuite", name))
    #expect(picture.width == 32 && picture.height == 32)
    let hasAlpha = name.contains(/n[46]a/) || name.contains(/tb[a-z]n/) || name.contains("tp1")
    #expect(picture.format == (hasAlpha ? .rgba : .rgb))
    if name.hasPrefix("i") {
      #expect(try decode(Self.read("pngsuite", String(name.dropFirst()))).bytes == picture.bytes)
    }
  }

  @Test(
    "libpng's own images of every kind decode, with alpha where they have tRNS",
    .enabled(if: have("libpng"), "run Tests/Fixtures/fetch first"), arguments: files("libpng"))
  func libpng(name: String) throws {
    let file = try Self.read("libpng", name)
    // Not every file named after the tRNS chunk contains one.
    let hasAlpha = name.contains("alpha") || Data(file).range(of: Data("tRNS".utf8)) != nil
    #expect(try decode(file).format == (hasAlpha ? .rgba : .rgb))
  }

  @Test(
    "Files that once crashed libpng end in an error or a picture",
    .enabled(if: have("crashers"), "run Tests/Fixtures/fetch first"), arguments: files("crashers"))
  func crashers(name: String) throws {
    let file = try Self.read("crashers", name)
    if ["badcrc.png", "huge_IDAT.png"].contains(name) {
      #expect(throws: ImagingError.self) { try decode(file) }
    } else {
      _ = try? decode(file)
    }
  }

  @Test(
    "libjpeg-turbo's images decode, but for 12 bits, which are refused",
    .enabled(if: have("libjpeg"), "run Tests/Fixtures/fetch first"), arguments: files("libjpeg"))
  func libjpeg(name: String) throws {
    let file = try Self.read("libjpeg", name)
    if name.contains("12") {
      #expect(throws: ImagingError.self) { try decode(file) }
    } else {
      let picture = try decode(file)
      #expect(picture.width == 227 && picture.height == 149)
    }
  }

  @Test(
    "A photo goes through the whole way: decoded, sepia, written, and read again as it was",
    .enabled(if: have("photos"), "run Tests/Fixtures/fetch first"), arguments: files("photos"))
  func photos(name: String) throws {
    var picture = try decode(Self.read("photos", name))
    #expect(picture.width == 640 && picture.height == 427)
    Sepia().apply(to: &picture)
    // In a sepia picture, red is at least green, and green is at least blue.
    let isSepia = picture.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 3 * 97).allSatisfy { (place: Int) -> Bool in
        let (red, green, blue) = (Int(bytes[place]), Int(bytes[place + 1]), Int(bytes[place + 2]))
        return red + 60 >= green && green + 60 >= blue
      }
    }
    #expect(isSepia)
    for compression in Compression.allCases {
      #expect(try decode(encodePNG(picture, settings: PNGSettings(compression))).hasPixels(of: picture))
    }
  }

  @Test(
    "Photos together take fewer bytes with the default compression than with fast, and the fewest with small",
    .enabled(if: have("photos"), "run Tests/Fixtures/fetch first"))
  func sizes() throws {
    let pictures = try Self.files("photos").map { try decode(Self.read("photos", $0)) }
    let sizes = try [Compression.fast, .default, .small].map { compression in
      try pictures.reduce(0) { try $0 + encodePNG($1, settings: PNGSettings(compression)).count }
    }
    #expect(sizes[0] > sizes[1] && sizes[1] > sizes[2])
  }
}
