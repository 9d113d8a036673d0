/// A binary property list, of the same shapes as an XML one. Its table of contents is at its end, so it is read
/// whole; a dictionary has no order, so its entries come sorted by name.
struct BinaryPropertyListParser: EntryParser {
  typealias Failure = ListError.Reason

  let kind = "a property list without a single URL"
  private let stream: ByteStream
  private var content: Content?
  private var place = 0

  private struct Content {
    let list: BinaryPropertyList
    /// What holds the entries; for a dictionary its values.
    let entries: BinaryPropertyList.References
    /// A dictionary's names in their order, each with the index of its value.
    let names: [(name: Field, index: Int)]?
  }

  /// The most bytes that are taken into memory. A million photos need about an eighth of it.
  private static let limit = 1 << 30

  init(_ stream: ByteStream) {
    self.stream = stream
  }

  var isNextAtHand: Bool { true }

  mutating func next() throws(Failure) -> RawEntry? {
    if content == nil { content = try read() }
    guard let content, place < content.entries.count else { return nil }
    defer { place += 1 }
    if let (name, index) = content.names?[place] {
      return RawEntry(name: name, url: try field(content.list.object(index, of: content.entries)))
    }
    return try element(content.list.object(place, of: content.entries), of: content.list)
  }

  private func read() throws(Failure) -> Content {
    var bytes: [UInt8] = []
    while try stream.peek() != nil {
      bytes.append(contentsOf: stream.window)
      stream.skip(stream.window.count)
      if bytes.count > Self.limit { throw .tooLarge(limit: Self.limit) }
    }
    guard let list = BinaryPropertyList(bytes), let top = list.object(list.top) else { throw damaged }
    switch top {
    case .array(let entries):
      return Content(list: list, entries: entries, names: nil)
    case .dictionary(let keys, let values):
      var names: [(text: String, name: Field, index: Int)] = []
      names.reserveCapacity(keys.count)
      for index in 0..<keys.count {
        let name = try field(list.object(index, of: keys))
        if case .text(let text) = name {
          names.append((text, name, index))
        } else {
          names.append(("", name, index))
        }
      }
      names.sort { ($0.text, $0.index) < ($1.text, $1.index) }
      return Content(list: list, entries: values, names: names.map { ($0.name, $0.index) })
    case .text, .other:
      throw .notAList("a property list of a single value")
    }
  }

  private func element(_ object: BinaryPropertyList.Object?, of list: BinaryPropertyList) throws(Failure)
    -> RawEntry
  {
    guard case .dictionary(let keys, let values) = object else { return RawEntry(url: try field(object)) }
    var entry = RawEntry()
    for index in 0..<keys.count {
      entry.set(try field(list.object(index, of: values)), for: try field(list.object(index, of: keys)))
    }
    return entry
  }

  private func field(_ object: BinaryPropertyList.Object?) throws(Failure) -> Field {
    switch object {
    case .text(let text): text
    case .array: .other("a list")
    case .dictionary: .other("a dictionary")
    case .other(let kind): .other(kind)
    case nil: throw damaged
    }
  }

  private var damaged: Failure { stream.broken("it is damaged, or cut short") }
}
