import Foundation

/// The value that a list has for a name or a URL.
package enum Field: Equatable {
  case missing
  case text(String)
  /// Bytes that are not UTF-8, and the same read as Windows-1252, a superset of Latin-1.
  case notUTF8(String, bytes: [UInt8])
  /// Text of more bytes than ``longest``.
  case tooLong
  /// Not text, but for example "a number".
  case other(String)
  /// Not readable: why.
  case broken(String)

  /// The most bytes that are kept of one name or URL: no server accepts a longer URL.
  static let longest = 64 << 10

  init(utf8 bytes: some Collection<UInt8>) {
    self =
      String(validating: bytes, as: UTF8.self).map(Field.text)
      ?? .notUTF8(
        String(data: Data(bytes), encoding: .windowsCP1252)
          ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })),
        bytes: Array(bytes))
  }

  /// The text, whatever its encoding; nil if it is not text.
  var words: String? {
    switch self {
    case .text(let text), .notUTF8(let text, _): text
    default: nil
    }
  }
}

/// An entry as it stands in the list, unchecked.
package struct RawEntry: Equatable {
  package var name: Field
  package var url: Field

  /// The ranks of the keys that they were set for.
  private var nameRank = Int.max
  private var urlRank = Int.max

  package init(name: Field = .missing, url: Field = .missing) {
    self.name = name
    self.url = url
  }

  /// Sets the name or the URL from a member of an entry. Of several, the best key with text wins, and of the same key the
  /// last.
  mutating func set(_ value: Field, for key: Field) {
    guard case .text(let key) = key else { return }
    if let rank = EntryKey.name.rank(of: key), Self.isBetter(value, rank, than: name, nameRank) {
      (name, nameRank) = (value, rank)
    }
    if let rank = EntryKey.url.rank(of: key), Self.isBetter(value, rank, than: url, urlRank) {
      (url, urlRank) = (value, rank)
    }
  }

  private static func isBetter(_ value: Field, _ rank: Int, than old: Field, _ oldRank: Int) -> Bool {
    func hasText(_ field: Field) -> Bool { field == .tooLong || field.words?.isEmpty == false }
    return hasText(value) == hasText(old) ? rank <= oldRank : hasText(value)
  }
}

/// Reads the entries of one format, one at a time, from a ``ByteStream``.
protocol EntryParser {
  /// Whether ``next()`` can probably return the next entry without waiting for more bytes.
  var isNextAtHand: Bool { get }

  /// The next entry, or `nil` at the end of the list. Blocks until enough bytes have arrived.
  mutating func next() throws(ListError.Reason) -> RawEntry?

  /// Whether the entry looks like a photo's, so that the input is a list of photos, not something else in this format.
  func looksLikePhoto(_ entry: RawEntry) -> Bool

  /// The error if none of the first entries looks like a photo's.
  var refusal: ListError.Reason { get }
}

extension EntryParser {
  func looksLikePhoto(_ entry: RawEntry) -> Bool {
    if case .text = entry.url { true } else { false }
  }
}
