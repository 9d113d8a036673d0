import Foundation
import TestSupport
import Testing

@testable import PhotoLists

@Suite("Lists: a million photos")
struct ListLargeTests {
  #if DEBUG
    private let entries = 6_000
  #else
    private let entries = 1_000_000
  #endif

  @Test(
    "A list is never read further than a window beyond the photos taken from it", arguments: NumberedList.all)
  func bounded(list: NumberedList) async throws {
    let count = entries
    let source = PieceSource(
      list.start.utf8, then: (0...count).lazy.map { $0 < count ? list.entry($0) : list.end })
    let reader = PhotoListReader(.standardInput) { source }
    let (taken, furthest, isRight) = await onThread {
      var (taken, bytesTaken, furthest, isRight) = (0, list.start.utf8.count, 0, true)
      while taken < count, let page = try? reader.next(atMost: 64), !page.isEmpty {
        for entry in page.prefix(count - taken) {
          isRight = isRight && entry.name == "\(taken)" && entry.link == NumberedList.link(taken)
          bytesTaken += list.entry(taken).utf8.count
          taken += 1
        }
        furthest = max(furthest, source.given - bytesTaken)
      }
      return (taken, furthest, isRight)
    }
    #expect(taken == count)
    #expect(isRight)
    #expect(furthest <= 64 << 10)
  }

  private static let gigabytes = repeatElement(String(repeating: "x", count: 1 << 20), count: 2000)

  @Test(
    "A tag, comment or declaration without end is refused, and not kept",
    arguments: ["<plist><array><string a='", "<plist><array><!--", "<?xml ", "<!DOCTYPE plist SYSTEM '"])
  func endless(start: String) async {
    let source = PieceSource(start.utf8, then: Self.gigabytes)
    let reason = await onThread { outcome(of: PhotoListReader(.standardInput) { source }).reason }
    guard case .broken("a tag or comment is longer than 65536 bytes", 1, 0...25) = reason else {
      Issue.record("\(String(describing: reason))")
      return
    }
    #expect(source.given <= 256 << 10)
  }

  @Test("A binary property list, which is read whole, is refused above a size that a download may have")
  func largeBinary() async {
    let source = PieceSource("bplist00".utf8, then: Self.gigabytes)
    let reason = await onThread { outcome(of: PhotoListReader(.standardInput) { source }).reason }
    #expect(reason == .tooLarge(limit: 64 << 20))
    #expect(source.given <= 65 << 20)
  }

  @Test("A binary property list of half a gigabyte, packed into 3 MB, is unpacked as far as the limit")
  func packedBinary() async {
    var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + PackedRun.start(Array("bplist00".utf8))
    while file.count < 3_000_000 { file += PackedRun.more }
    let source = PieceSource(file)
    let reason = await onThread { outcome(of: PhotoListReader(.standardInput) { source }).reason }
    #expect(reason == .tooLarge(limit: 64 << 20))
    #expect(source.given <= 1 << 20)
  }

  @Test(
    "A binary property list with one name thousands of times over is damaged, and costs no memory for them",
    arguments: [60_000, 0])
  func sameName(length: Int) async {
    // A text with that many letters, and a dictionary in which every key and value refers to it.
    let count = 30_000
    var file = Array("bplist00".utf8) + [0x5F, 0x11, UInt8(length >> 8), UInt8(length & 0xFF)]
    file += [UInt8](repeating: 0x61, count: length)
    let dictionary = file.count
    file += [0xDF, 0x11, UInt8(count >> 8), UInt8(count & 0xFF)] + [UInt8](repeating: 0, count: 2 * count)
    let table = file.count
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).reversed().map { UInt8(value >> ($0 * 8) & 0xFF) }
    }
    file += number(8, 3) + number(dictionary, 3)
    file += [0, 0, 0, 0, 0, 0, 3, 1] + number(2, 8) + number(1, 8) + number(table, 8)
    let isBroken = await onThread { [file] in outcome(of: file).isBroken }
    #expect(isBroken)
  }
}
