import Testing

@testable import Imaging

@Suite("What is kept of EXIF")
struct KeptEXIFTests {
  /// TIFF data with model, orientation, EXIF (time, maker note, serial number) and position, in either byte order.
  private static func original(isLittleEndian: Bool) -> [UInt8] {
    func number(_ number: Int, _ size: Int) -> [UInt8] {
      HandMadePNG.number(number, size, littleEndian: isLittleEndian)
    }
    func text(_ tag: Int, _ text: String) -> TIFFField {
      TIFFField(tag: tag, type: 2, count: text.utf8.count + 1, value: Array(text.utf8) + [0])
    }
    var writer = TIFFWriter(isLittleEndian: isLittleEndian)
    writer.add(
      [text(0x0110, "Model X"), TIFFField(tag: 0x0112, type: 3, count: 1, value: number(6, 2))],
      pointers: [
        (0x8769, [text(0x9003, "2026:11:22 12:00:00"), text(0x927C, "maker"), text(0xA431, "4711")]),
        (
          0x8825,
          [text(0x0001, "N"), TIFFField(tag: 0x0002, type: 5, count: 1, value: number(47, 4) + number(1, 4))]
        ),
      ])
    return writer.bytes
  }

  private static func jpeg(isLittleEndian: Bool) throws -> [UInt8] {
    let file = try encodeJPEG(Picture.gradient(width: 16, height: 16))
    return SampleJPEG.adding(exif: original(isLittleEndian: isLittleEndian), to: file)
  }

  private static func tags(_ file: [UInt8]) -> [Int: [UInt8]] {
    // Reads every tag, so that none can be overlooked.
    let found = file.withUnsafeBytes { bytes -> [TIFFField] in
      let tiff = KeptEXIF.exif(ofFile: bytes)
      guard let tiff, let source = TIFFReader(tiff) else { return [] }
      let places = [
        source.first, source.number(0x8769, at: source.first), source.number(0x8825, at: source.first),
      ]
      return places.flatMap { source.entries(Set(0...0xFFFF), at: $0) }
    }
    return Dictionary(found.map { ($0.tag, $0.value) }) { first, _ in first }
  }

  private func developed(_ file: [UInt8], _ kept: KeptEXIF?, as format: PictureFormat) throws -> [UInt8] {
    var recipe = Recipe()
    recipe.keptEXIF = kept
    return try ImagingTests.developed(file, recipe, as: format)
  }

  @Test(
    "Model and time are kept, in PNG and JPEG; orientation, serial number, maker's note and position are not",
    arguments: [true, false], [PictureFormat.png(.default), .png(.fast), .jpeg(quality: 80)])
  func withoutPosition(isLittleEndian: Bool, format: PictureFormat) throws {
    let file = try developed(Self.jpeg(isLittleEndian: isLittleEndian), .withoutPosition, as: format)
    let tags = Self.tags(file)
    #expect(tags[0x0110] == Array("Model X".utf8) + [0])
    #expect(tags[0x9003] == Array("2026:11:22 12:00:00".utf8) + [0])
    #expect(Set(tags.keys) == [0x0110, 0x8769, 0x9003])
    // The file is intact: upright, and with correct checksums.
    let picture = try decode(file)
    #expect(picture.width == 16 && picture.height == 16)
  }

  @Test("The position is kept where that was asked for", arguments: [true, false])
  func withPosition(isLittleEndian: Bool) throws {
    let file = try developed(Self.jpeg(isLittleEndian: isLittleEndian), .withPosition, as: .png(.default))
    #expect(Set(Self.tags(file).keys) == [0x0110, 0x8769, 0x9003, 0x8825, 0x0001, 0x0002])
    // The EXIF also survives from that PNG to another one.
    #expect(try Self.tags(developed(file, .withoutPosition, as: .png(.default))).keys.contains(0x9003))
  }

  @Test("Without being asked, nothing is kept; nor is there anything to keep of a file that has none")
  func nothing() throws {
    let file = try Self.jpeg(isLittleEndian: true)
    #expect(try Self.tags(developed(file, nil, as: .png(.default))).isEmpty)
    let plain = try developed(file, nil, as: .jpeg(quality: 80))
    #expect(
      try developed(plain, .withPosition, as: .png(.default)) == developed(plain, nil, as: .png(.default)))
  }

  @Test("Cut short or changed anywhere, EXIF is copied as far as it makes sense, and the file is whole")
  func hostile() throws {
    let tiff = Self.original(isLittleEndian: true)
    for place in tiff.indices {
      var flipped = tiff
      flipped[place] ^= 0xFF
      for changed in [flipped, Array(tiff[..<place])] {
        PhotoRules.check(changed, seed: 0) { rule in Issue.record("byte \(place): \(rule)") }
      }
    }
  }
}
