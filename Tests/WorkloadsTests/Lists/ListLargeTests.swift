import Foundation
import Testing

@testable import Workloads

/// A list that is made while it is read, so that only the reader can hold much of it.
private final class MadeSource: ByteSource, @unchecked Sendable {  // one test uses it, one call at a time
  private let entries: Int
  private let make: @Sendable (Int) -> String
  private let end: String
  private var rest: ArraySlice<UInt8>
  private var number = 0
  private(set) var given = 0
  var base: URL? { nil }
  var isLocalFile: Bool { false }
  var isCancelled: Bool { false }
  func cancel() {}

  init(entries: Int, start: String, end: String, make: @escaping @Sendable (Int) -> String) {
    self.entries = entries
    self.make = make
    self.end = end
    rest = ArraySlice(start.utf8)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ListError.Reason) -> Int {
    var count = 0
    while count < buffer.count {
      if rest.isEmpty {
        guard let more = nextPiece() else { break }
        rest = ArraySlice(more.utf8)
      }
      let piece = rest.prefix(buffer.count - count)
      UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyBytes(from: piece)
      count += piece.count
      rest = rest.dropFirst(piece.count)
    }
    given += count
    return count
  }

  private func nextPiece() -> String? {
    number += 1
    return number <= entries ? make(number - 1) : number == entries + 1 ? end : nil
  }
}

@Suite("Lists: a million photos")
struct ListLargeTests {
  #if DEBUG
    private let entries = 30_000
  #else
    private let entries = 1_000_000
  #endif

  @Test(
    "A list is never read further than a window beyond the photos taken from it",
    arguments: ["text", "lines", "array", "object", "plist"])
  func bounded(format: String) async throws {
    let count = entries
    @Sendable func url(_ number: Int) -> String { "http://a.example/\(number).png" }
    let (start, end): (String, String)
    let make: @Sendable (Int) -> String
    switch format {
    case "text": (start, end, make) = ("# many\n", "", { url($0) + "\n" })
    case "lines": (start, end, make) = ("", "", { "{\"name\":\"\($0).png\",\"url\":\"\(url($0))\"}\n" })
    case "array":
      (start, end, make) = (
        "[", "]", { ($0 > 0 ? "," : "") + "{\"name\":\"\($0).png\",\"url\":\"\(url($0))\"}" }
      )
    case "object": (start, end, make) = ("{", "}", { ($0 > 0 ? "," : "") + "\"\($0).png\":\"\(url($0))\"" })
    default:
      (start, end) = ("<plist><dict>", "</dict></plist>")
      make = { "<key>\($0).png</key><string>\(url($0))</string>" }
    }
    let source = MadeSource(entries: count, start: start, end: end, make: make)
    let startLength = start.utf8.count
    let reader = PhotoListReader(.standardInput) { source }
    let (taken, furthest, isRight) = await onThread {
      var taken = 0
      var bytesTaken = startLength
      var furthest = 0
      var isRight = true
      while let page = try? reader.next(atMost: 64), !page.isEmpty {
        for entry in page {
          isRight =
            isRight && entry.name == "\(taken).png" && entry.link == .url("http://a.example/\(taken).png")
          bytesTaken += make(taken).utf8.count
          taken += 1
        }
        furthest = max(furthest, source.given - bytesTaken)
      }
      return (taken, furthest, isRight)
    }
    #expect(taken == count)
    #expect(reader.total == count)
    #expect(isRight)
    #expect(furthest <= 64 << 10)
  }

  @Test("File names for many photos are different, at a constant cost")
  func fileNames() async {
    let count = entries
    let (different, first, last) = await onThread {
      var names = FileNames()
      var seen: Set<String> = []
      var last = ""
      for _ in 0..<count {
        last = names.next(for: "Sunset")
        seen.insert(last)
      }
      return (seen.count, seen.contains("Sunset"), last)
    }
    #expect(different == count)
    #expect(first)
    #expect(last == "Sunset \(count)")
  }
}
