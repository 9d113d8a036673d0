import Dispatch
import Imaging
import TestSupport
import Testing

@testable import SampleServer

@Suite("The sample photos")
struct PhotoTests {
  private let server: SampleServer

  init() throws { server = try SampleServer.start() }

  @Test(
    "Some fifty photos, PNG and JPEG, portrait and landscape, in several sizes, each with a name of its own")
  func variety() {
    let photos = SampleCatalog.photos
    #expect((45...60).contains(photos.count))
    #expect(Set(photos.map(\.name)).count == photos.count)
    #expect(Set(photos.map(\.path)).count == photos.count)
    #expect(Set(photos.map { "\($0.width)x\($0.height)" }).count >= 6)
    #expect(photos.contains { $0.width < $0.height })
    #expect(photos.contains { max($0.width, $0.height) <= 160 })
    #expect(photos.contains { max($0.width, $0.height) >= 1600 })
    #expect(photos.filter(\.storage.isPNG).count >= 10)
    #expect(photos.filter { !$0.storage.isPNG }.count >= 10)
    #expect(photos.allSatisfy { !SampleCatalog.broken.contains($0.name) })
    #expect(photos.allSatisfy { $0.path.utf8.allSatisfy { $0 < 128 && $0 != UInt8(ascii: "%") } })
  }

  @Test("Each photo decodes to its size, and no two are alike")
  func decodable() async throws {
    await server.prepare()
    var seen: Set<[UInt8]> = []
    for photo in SampleCatalog.photos {
      let reply = try await server.reply(photo.path)
      #expect(reply.status == 200 && reply.headers["content-type"] == photo.type)
      let picture = try decode(reply.body)
      #expect(picture.width == photo.width && picture.height == photo.height, "\(photo.name)")
      #expect(picture.isOpaque == (photo.storage != .oval))
      let small = tiny(picture)
      #expect(Set(small).count > 3, "\(photo.name) is nearly one colour")
      #expect(seen.insert(small).inserted, "\(photo.name) looks like another")
    }
  }

  @Test("A photo has the same bytes every time it is painted")
  func deterministic() throws {
    for photo in SampleCatalog.photos where photo.width <= 320 { #expect(try photo.file() == photo.file()) }
  }

  @Test("There is a progressive JPEG, a grey one, and PNG with alpha")
  func kinds() throws {
    func file(_ storage: SamplePhoto.Storage) throws -> [UInt8] {
      try #require(SampleCatalog.photos.first { $0.storage == storage }).file()
    }
    // Start-of-frame markers: FF C2 is progressive; in FF C0 the tenth byte counts the components.
    #expect(try file(.progressiveJPEG).firstRange(of: [0xFF, 0xC2]) != nil)
    let grey = try file(.greyJPEG)
    let frame = try #require(grey.firstRange(of: [0xFF, 0xC0]))
    #expect(grey[frame.lowerBound + 9] == 1)
    // The colour type in a PNG's header: 6 has alpha, 2 has none.
    #expect(try file(.oval)[25] == 6)
    #expect(try file(.png)[25] == 2)
  }

  @Test("A photo has validators, and may be kept")
  func validators() async throws {
    let path = SampleCatalog.photos[0].path
    let whole = try await server.reply(path)
    #expect(whole.headers["etag"] != nil)
    #expect(whole.headers["last-modified"] == "Wed, 01 Jan 2025 00:00:00 GMT")
    #expect(whole.headers["cache-control"]?.contains("max-age") == true)
  }

  @Test("A photo asked for by many at once is painted once")
  func shared() async throws {
    let painted = Counter()
    let everyoneHasAsked = DispatchSemaphore(value: 0)
    let paint: FileStore.Maker = {
      everyoneHasAsked.wait()
      everyoneHasAsked.signal()
      painted.add()
      return [1]
    }
    let store = FileStore(threads: 2, ["/1", "/2", "/3"].map { ($0, paint) })
    let asked = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask {
          asked.add()
          await store.fill()
        }
      }
      await asked.reach(50)
      everyoneHasAsked.signal()
    }
    #expect(painted.count == 3)
  }

  /// A photo at 8 by 8 pixels, coarse enough to be compared by eye.
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
