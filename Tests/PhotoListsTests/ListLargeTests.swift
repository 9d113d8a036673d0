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

  @Test("A list is read at most a window beyond the photos taken from it", arguments: NumberedList.all)
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
}
