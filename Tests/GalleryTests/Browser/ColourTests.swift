import Base
import Foundation
import TestSupport
import Testing

@testable import Imaging

/// Compares our filtered photo with the one that a browser filters.
@Suite("Colours in a browser", .serialized, .browser)
struct ColourTests {
  @Test("A Display P3 photo converted to sRGB, and then filtered, is what CSS's sepia(0.8) makes of it")
  func displayP3() async throws {
    let folder = try Folder()
    var photo = Self.patches()
    let primaries = [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000]
    photo.colourSpace = .profile(try #require(ICCProfile(gamma: nil, chromaticities: primaries)?.bytes))

    let data = Data(try encodePNG(photo)).base64EncodedString()
    let image = "<img style='display:block; filter:sepia(0.8)' src='data:image/png;base64,\(data)'>"
    let page = Data("<body style='margin:0'>\(image)".utf8).base64EncodedString()
    let browser = try await Browser.open(
      "data:text/html;base64,\(page)", size: (width: photo.width, height: photo.height))
    try await browser.until("document.images[0].complete")
    try await browser.takePicture(folder.path + "/page.png")
    await browser.quit()
    let seen = try decode(Array(Data(contentsOf: URL(fileURLWithPath: folder.path + "/page.png"))))

    var converted = photo
    converted.convertToSRGB()
    Sepia().apply(to: &converted)
    #expect(Self.distance(seen, converted) <= 2, "both round, and more than once")
    Sepia().apply(to: &photo)
    #expect(Self.distance(seen, photo) > 10, "or else there was nothing to convert")
  }

  /// Returns a picture with patches of random colours, many of which are outside sRGB when read as Display
  /// P3.
  private static func patches() -> Picture {
    var random = SplitMix(seed: 4)
    var picture = Picture(width: 256, height: 192, format: .rgb)
    let colours = (0..<32 * 24).map { _ in (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) } }
    picture.withUnsafeMutableBytes { bytes in
      for pixel in 0..<256 * 192 {
        let colour = colours[pixel / 256 / 8 * 32 + pixel % 256 / 8]
        for channel in 0..<3 { bytes[pixel * 3 + channel] = colour[channel] }
      }
    }
    return picture
  }

  /// Returns the largest difference between two channel values.
  private static func distance(_ one: Picture, _ other: Picture) -> Int {
    guard one.width == other.width, one.height == other.height else { return .max }
    return zip(colours(of: one), colours(of: other)).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  /// Returns the colour channels of a picture, without the alpha channel that a page's picture may have.
  private static func colours(of picture: Picture) -> [UInt8] {
    picture.withUnsafeBytes { bytes in
      bytes.indices.filter { $0 % picture.format.channels < 3 }.map { bytes[$0] }
    }
  }
}
