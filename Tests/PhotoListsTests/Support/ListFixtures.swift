import Foundation

@testable import PhotoLists

/// Bytes that arrive in pieces of at most `step`.
final class PieceSource: ByteSource, @unchecked Sendable {  // one test uses it, one call at a time
  private let bytes: [UInt8]
  private let step: Int
  private var place = 0
  let base: URL?
  /// So many bytes were given out.
  var given: Int { place }

  init(_ bytes: [UInt8], step: Int = .max, base: URL? = nil) {
    self.bytes = bytes
    self.step = step
    self.base = base
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ListError.Reason) -> Int {
    let count = min(buffer.count, step, bytes.count - place)
    buffer.copyBytes(from: bytes[place..<place + count])
    place += count
    return count
  }

  func cancel() {}
}

/// The result of reading a list to its end.
struct Outcome: Equatable {
  var entries: [PhotoEntry] = []
  var reason: ListError.Reason?

  var isBroken: Bool { if case .broken = reason { true } else { false } }
  var names: [String] { entries.map(\.name) }
  /// The URLs, with `nil` in the place of bad links.
  var urls: [String?] { entries.map(\.link) }
}

extension PhotoEntry {
  /// Its URL, if that is usable.
  var link: String? { flaw == nil ? url : nil }
}

func outcome(of bytes: [UInt8], step: Int = .max, atMost count: Int = 7) -> Outcome {
  outcome(
    of: PhotoListReader(.standardInput) { () throws(ListError.Reason) in PieceSource(bytes, step: step) },
    atMost: count)
}

func outcome(of text: String, step: Int = .max) -> Outcome { outcome(of: Array(text.utf8), step: step) }

func outcome(of reader: PhotoListReader, atMost count: Int = 7) -> Outcome {
  var outcome = Outcome()
  do throws(ListError) {
    while true {
      let entries = try reader.next(atMost: count)
      if entries.isEmpty { return outcome }
      outcome.entries += entries
    }
  } catch {
    outcome.reason = error.reason
  }
  return outcome
}

func propertyList(_ content: Any, _ format: PropertyListSerialization.PropertyListFormat) throws -> [UInt8] {
  Array(try PropertyListSerialization.data(fromPropertyList: content, format: format, options: 0))
}
