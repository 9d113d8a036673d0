import Foundation

/// A binary property list, of the same shapes as an XML one. Its table of contents is at its end, so it is read
/// whole; a dictionary has no order, so its entries come sorted by name.
struct BinaryPropertyListParser: EntryParser {
  typealias Failure = ListError.Reason

  let kind = "a property list without a single URL"
  private let stream: ByteStream
  private var entries: [RawEntry] = []
  private var hasRead = false
  private var place = 0

  /// The most bytes that are taken into memory. A million photos need about an eighth of it.
  private static let limit = 1 << 30

  init(_ stream: ByteStream) {
    self.stream = stream
  }

  var isNextAtHand: Bool { true }

  mutating func next() throws(Failure) -> RawEntry? {
    if !hasRead {
      entries = try read()
      hasRead = true
    }
    guard place < entries.count else { return nil }
    defer { place += 1 }
    return entries[place]
  }

  private func read() throws(Failure) -> [RawEntry] {
    var data = Data()
    while try stream.peek() != nil {
      data.append(contentsOf: stream.window)
      stream.skip(stream.window.count)
      if data.count > Self.limit { throw .tooLarge(limit: Self.limit) }
    }
    let content: Any
    do {
      content = try PropertyListSerialization.propertyList(from: data, format: nil)
    } catch {
      throw stream.broken("it is damaged, or cut short")
    }
    switch content {
    case let dictionary as [String: Any]:
      return dictionary.sorted { $0.key < $1.key }.map {
        RawEntry(name: .text($0.key), url: Self.field($0.value))
      }
    case let array as [Any]:
      return array.map(Self.entry)
    default:
      throw .notAList("a property list of a single value")
    }
  }

  private static func entry(_ value: Any) -> RawEntry {
    guard let dictionary = value as? [String: Any] else { return RawEntry(url: field(value)) }
    var entry = RawEntry()
    for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
      entry.set(field(value), for: .text(key))
    }
    return entry
  }

  private static func field(_ value: Any) -> Field {
    switch value {
    case let text as String: text.utf8.count > Field.longest ? .tooLong : .text(text)
    case is NSNumber: .other("a number")
    case is Date: .other("a date")
    case is Data: .other("a block of data")
    case is [String: Any]: .other("a dictionary")
    case is [Any]: .other("a list")
    default: .other("no text")
    }
  }
}
