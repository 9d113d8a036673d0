import Testing

@testable import Imaging

@Suite("Formats of written pictures")
struct PictureFormatTests {
  @Test("A file is of the type of its format, also by its extension", arguments: PictureFormat.Kind.allCases)
  func type(kind: PictureFormat.Kind) throws {
    let format = PictureFormat(kind)
    var file: [UInt8] = []
    let picture = Picture(width: 4, height: 3, format: .rgb) { x, y in [UInt8(x * 50), UInt8(y * 80), 30] }
    try encode(picture, as: format) { file += $0 }
    let type = try file.withUnsafeBytes { try ImageType(of: $0) }
    #expect(type == kind.type)
    #expect(format.mediaType == type.mediaType)
    #expect(PictureFormat.Kind(fileExtension: format.fileExtension) == kind)
    #expect(PictureFormat.Kind(fileExtension: kind.rawValue.uppercased()) == kind)
  }

  @Test("A setting applies to the formats that have it", arguments: PictureFormat.Kind.allCases)
  func settings(kind: PictureFormat.Kind) {
    let usual = PictureFormat(kind)
    #expect((PictureFormat(kind, compression: .small) != usual) == kind.settings.contains(.compression))
    #expect((PictureFormat(kind, quality: 20) != usual) == kind.settings.contains(.quality))
  }

  @Test("Other extensions stand for no format", arguments: ["", "gif", "jpe", ".png", "png "])
  func others(name: String) { #expect(PictureFormat.Kind(fileExtension: name) == nil) }
}
