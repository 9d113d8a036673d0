import CSamples
import Foundation
import Imaging
import TestSupport
import Testing

@testable import SampleServer

@Suite("The sample photos")
final class PhotoTests: SampleTests {
  @Test("Some fifty photos, PNG and JPEG, portrait and landscape, in several sizes, each with its own name")
  func variety() {
    let photos = SampleCatalog.photos
    #expect((45...60).contains(photos.count))
    #expect(Set(photos.map(\.name)).count == photos.count)
    #expect(Set(photos.map(\.path)).count == photos.count)
    #expect(Set(photos.map { "\($0.width)x\($0.height)" }).count >= 6)
    #expect(photos.contains { $0.width < $0.height })
    #expect(photos.contains { max($0.width, $0.height) <= 160 })
    #expect(photos.contains { max($0.width, $0.height) >= 1600 })
    #expect(photos.count { $0.format == .png } >= 10)
    #expect(photos.count { $0.format == .jpeg } >= 10)
    #expect(photos.allSatisfy { !SampleCatalog.broken.contains($0.name) })
    #expect(photos.allSatisfy { $0.path.utf8.allSatisfy { $0 < 128 && $0 != UInt8(ascii: "%") } })
  }

  @Test("Each photo decodes to its size, and no two are alike")
  func decodable() async throws {
    var seen: Set<[UInt8]> = []
    for photo in SampleCatalog.photos {
      let reply = try await server.reply(photo.path)
      #expect(reply.status == 200 && reply.headers["content-type"] == photo.type)
      let picture = try decode(reply.body)
      #expect(picture.width == photo.width && picture.height == photo.height, "\(photo.name)")
      let small = tiny(picture)
      #expect(Set(small).count > 3, "\(photo.name) is nearly one colour")
      #expect(seen.insert(small).inserted, "\(photo.name) looks like another")
    }
  }

  @Test("There are progressive and grey JPEGs, and PNGs with and without alpha")
  func kinds() async throws {
    var (jpegs, pngs): ([[UInt8]], [[UInt8]]) = ([], [])
    for photo in SampleCatalog.photos {
      let bytes = try await server.reply(photo.path).body
      if photo.format == .png { pngs.append(bytes) } else { jpegs.append(bytes) }
    }
    // The start-of-frame marker is FF C2 in a progressive JPEG and FF C0 in a baseline one. The tenth byte from there
    // is the number of components.
    #expect(jpegs.contains { $0.firstRange(of: [0xFF, 0xC2]) != nil })
    let components = jpegs.compactMap { jpeg in
      jpeg.firstRange(of: [0xFF, 0xC0]).map { jpeg[$0.lowerBound + 9] }
    }
    #expect(Set(components) == [1, 3])
    // The colour type in a PNG's header is 6 with alpha and 2 without.
    #expect(Set(pngs.map { $0[25] }) == [2, 6])
  }

  @Test("The table of files lists each file of the folders, and the catalogue names each of them")
  func table() throws {
    let folder = URL(fileURLWithPath: #filePath).appending(path: "../../../../Sources/C/CSamples")
      .standardized
    let output = Pipe()
    _ = try Child(folder.appending(path: "table").path, [], output: .pipe(output))
    let printed = try output.fileHandleForReading.readToEnd()
    #expect(try printed == Data(contentsOf: folder.appending(path: "files.c")))

    let files = UnsafeBufferPointer(start: sampleFiles(), count: Int(sampleFileCount()))
    let paths = files.map { String(cString: $0.path) }
    let monarchs = SampleCatalog.houses.flatMap(\.monarchs)
    #expect(Set(paths) == Set(SampleCatalog.photos.map(\.path) + monarchs.map(\.path)))
  }

  @Test("A photo has validators, and may be kept")
  func validators() async throws {
    let path = SampleCatalog.photos[0].path
    let whole = try await server.reply(path)
    #expect(whole.headers["etag"] != nil)
    #expect(whole.headers["last-modified"] == "Wed, 01 Jan 2025 00:00:00 GMT")
    #expect(whole.headers["cache-control"]?.contains("max-age") == true)
  }

  /// Returns a photo at 8 by 8 pixels, coarse enough to be compared by eye.
  private func tiny(_ picture: Picture) -> [UInt8] {
    picture.withUnsafeBytes { bytes in
      (0..<64).map { cell in
        let x = (cell % 8 * 2 + 1) * picture.width / 16
        let y = (cell / 8 * 2 + 1) * picture.height / 16
        let at = y * picture.bytesPerRow + x * picture.format.bytesPerPixel
        return bytes[at] & 0xE0 | bytes[at + 1] >> 3 & 0x1C | bytes[at + 2] >> 6
      }
    }
  }
}
