import Foundation

@testable import PhotoLists
@testable import Transport
@testable import Workloads

/// A source that delivers the input in pieces. The sizes of the pieces are taken from the input itself.
private final class Pieces: ByteSource, @unchecked Sendable {
  // Sendable: used by one thread.
  private var bytes: ArraySlice<UInt8>
  private var sizes: ArraySlice<UInt8>
  let base: RequestURL? = nil

  /// - Parameter inPieces: Whether the input is delivered in pieces instead of as a whole.
  init(_ bytes: [UInt8], inPieces: Bool) {
    (self.bytes, sizes) = (bytes[...], inPieces ? bytes.prefix(64) : [])
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ListError.Reason) -> Int {
    let size = sizes.popFirst().map { Int($0 % 7) + 1 } ?? buffer.count
    let count = min(buffer.count, size, bytes.count)
    buffer.copyBytes(from: bytes.prefix(count))
    bytes.removeFirst(count)
    return count
  }

  func whenReady(_ ready: @escaping @Sendable () -> Void) { ready() }
  func cancel() {}
}

private struct Outcome: Equatable {
  var entries: [PhotoEntry] = []
  var reason: ListError.Reason?

  init(_ source: ListSource, _ bytes: [UInt8], inPieces: Bool) {
    let reader = PhotoListReader(source) { () throws(ListError.Reason) in
      Pieces(bytes, inPieces: inPieces)
    }
    do throws(ListError) {
      while true {
        let next = try reader.next(atMost: 5)
        if next.isEmpty { return }
        entries += next
      }
    } catch {
      reason = error.reason
    }
  }
}

private func read(_ source: ListSource, _ bytes: [UInt8]) {
  let whole = Outcome(source, bytes, inPieces: false)
  let pieces = Outcome(source, bytes, inPieces: true)
  // The number of entries before the damage may depend on the pieces.
  let isDamaged = whole.reason != nil && pieces.reason != nil
  expect(isDamaged || whole == pieces, "a list is the same in whatever pieces it arrives")
  var names = FileNames()
  var taken: Set<String> = []
  for entry in whole.entries {
    expect(!entry.name.isEmpty && entry.name.count <= 500, "a name is neither empty nor endless")
    let name = names.next(for: entry.name)
    expect(
      !name.contains("/") && !name.hasPrefix(".") && name.utf8.count <= 200, "a file stays in its folder")
    expect(taken.insert(name).inserted, "each photo has a file of its own")
  }
}

@Sendable func fuzzLists(_ bytes: [UInt8]) { read(.file("/list"), bytes) }

@Sendable func fuzzSearch(_ bytes: [UInt8]) {
  guard
    var service = try? SearchService(template: "http://a/?q={query}", items: "/results", link: "/image/url")
  else {
    return
  }
  read(.search(Search("lake", at: service)), bytes)
  guard let text = bytes.split(separator: 0x0A).first.map({ String(decoding: $0, as: UTF8.self) }),
    let pointer = try? JSONPointer(text)
  else { return }
  service.items = pointer
  read(.search(Search("lake", at: service)), bytes)
}

@Sendable func fuzzGrouped(_ bytes: [UInt8]) {
  let groups = try? GroupedList(source: .file("/list"), fileExtension: "png").groups(
    of: Data(bytes), base: RequestURL("http://a/"))
  var files: Set<String> = []
  for photo in (groups ?? []).flatMap(\.photos) {
    expect(photo.fileName.split(separator: "/").count == 2, "a thumbnail is in the folder of its house")
    expect(
      !photo.fileName.split(separator: "/").contains { $0.hasPrefix(".") },
      "no folder is hidden, nor leads out")
    expect(files.insert(photo.fileName).inserted, "each thumbnail has a file of its own")
  }
}
