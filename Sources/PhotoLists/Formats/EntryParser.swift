import Foundation

/// What a list holds in the place of a name or a URL.
package enum Field: Equatable {
  case missing
  case text(String)
  /// Bytes that are no UTF-8, repaired for showing.
  case notUTF8(String)
  /// Text of more bytes than ``longest``.
  case tooLong
  /// Something else than text: "a number".
  case other(String)
  /// What could not be made out, and why.
  case broken(String)

  /// The most bytes that are kept of one name or URL: what is longer is no link that a server takes.
  static let longest = 64 << 10

  init(utf8 bytes: some Collection<UInt8>) {
    self =
      String(validating: bytes, as: UTF8.self).map(Field.text)
      ?? .notUTF8(String(decoding: bytes, as: UTF8.self))
  }
}

/// An entry as the list has it, not yet judged.
package struct RawEntry: Equatable {
  package var name: Field
  package var url: Field

  package init(name: Field = .missing, url: Field = .missing) {
    self.name = name
    self.url = url
  }
}

/// Reads the entries of one format, one at a time, from a ``ByteStream``.
protocol EntryParser {
  /// What the parser took the list for: "a JSON array".
  var kind: String { get }

  /// Whether the next entry is probably at hand, so that ``next()`` need not wait for more bytes.
  var isNextAtHand: Bool { get }

  /// The next entry, or `nil` at the list's end. It waits for bytes as long as it takes.
  mutating func next() throws(ListError.Reason) -> RawEntry?

  /// Whether the entry shows that this is a list of photos, and not something else of the same format.
  func isTelling(_ entry: RawEntry) -> Bool

  /// What is said of a list none of whose first entries is telling.
  var refusal: ListError.Reason { get }
}

extension EntryParser {
  func isTelling(_ entry: RawEntry) -> Bool {
    if case .text = entry.url { true } else { false }
  }

  var refusal: ListError.Reason { .notAList(kind) }
}
