import Foundation

/// The value that a list has for a name or a URL.
package enum Field: Equatable {
  case missing
  case text(String)
  /// Bytes that aren't UTF-8, and their text when decoded as Windows-1252, a superset of Latin-1.
  case notUTF8(String, bytes: [UInt8])
  /// A text with more bytes than ``longest``.
  case tooLong
  /// A value other than text, described for example as "a number".
  case other(String)
  /// An unreadable value, with the reason.
  case broken(String)

  /// The maximum number of bytes to keep of a name or URL. No server accepts longer URLs.
  static let longest = 64 << 10

  init(utf8 bytes: some Collection<UInt8>) {
    self =
      String(validating: bytes, as: UTF8.self).map(Field.text)
      ?? .notUTF8(
        String(data: Data(bytes), encoding: .windowsCP1252)
          ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })),
        bytes: Array(bytes))
  }

  /// The text in any encoding, or nil if the value isn't text.
  var words: String? {
    switch self {
    case .text(let text), .notUTF8(let text, _): text
    default: nil
    }
  }
}

/// An entry as it appears in the list, before any checks.
package struct RawEntry: Equatable {
  package var name: Field
  package var url: Field

  /// The rank of the key that set the name. A lower rank is better.
  private var nameRank = Int.max
  /// The rank of the key that set the URL.
  private var urlRank = Int.max

  package init(name: Field = .missing, url: Field = .missing) {
    self.name = name
    self.url = url
  }

  /// Sets the name or the URL from a member of an entry. If several members apply, the one with the best key and a
  /// text value is used. If a key occurs more than once, the last value is used.
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

/// Reads the entries of a list in one format from a ``ByteStream``.
protocol EntryParser {
  /// Whether ``next()`` can probably return the next entry without waiting for more bytes.
  var isNextAtHand: Bool { get }

  /// Returns the next entry, or nil at the end of the list. Blocks until enough bytes have arrived.
  mutating func next() throws(ListError.Reason) -> RawEntry?

  /// The names of parts of the list that may have been meant as photos but weren't read as such. They are complete
  /// once the list has been read to its end.
  var passedOver: [String] { get }

  /// Returns whether the entry looks like a photo. If no entry does, the input isn't a list of photos.
  func looksLikePhoto(_ entry: RawEntry) -> Bool

  /// The error to throw if none of the first entries looks like a photo.
  var refusal: ListError.Reason { get }
}

extension EntryParser {
  var passedOver: [String] { [] }

  func looksLikePhoto(_ entry: RawEntry) -> Bool {
    if case .text = entry.url { true } else { false }
  }
}
