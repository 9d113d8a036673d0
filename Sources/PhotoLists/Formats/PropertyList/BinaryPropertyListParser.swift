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
    /// A dictionary's names, and their indices in the names' order.
    let names: (keys: BinaryPropertyList.References, order: [Int])?
  }

  /// The most bytes that are taken into memory: as many as of a photo, and enough for the half of a million of them.
  static let limit = 64 << 20

  init(_ stream: ByteStream) {
    self.stream = stream
  }

  var isNextAtHand: Bool { true }

  mutating func next() throws(Failure) -> RawEntry? {
    if content == nil { content = try read() }
    guard let content, place < content.entries.count else { return nil }
    defer { place += 1 }
    if let (keys, order) = content.names {
      return RawEntry(
        name: try field(content.list.object(order[place], of: keys)),
        url: try field(content.list.object(order[place], of: content.entries)))
    }
    return try element(content.list.object(place, of: content.entries), of: content.list)
  }

  private func read() throws(Failure) -> Content {
    var bytes: [UInt8] = []
    while try stream.peek() != nil {
      let window = stream.window
      guard window.count <= Self.limit - bytes.count else { throw .tooLarge(limit: Self.limit) }
      bytes.append(contentsOf: window)
      stream.skip(window.count)
    }
    guard let list = BinaryPropertyList(bytes), let top = list.object(list.top) else { throw damaged }
    switch top {
    case .array(let entries):
      return Content(list: list, entries: entries, names: nil)
    case .dictionary(let keys, let values):
      // The names stay where they are, and are together no longer than the file: one that has the same a million times
      // over must cost neither memory nor time.
      var room = 2 * bytes.count
      for index in 0..<keys.count {
        if case .text(let text) = try field(list.object(index, of: keys)) { room -= text.utf8.count }
        if room < 0 { throw damaged }
      }
      var order = Array(0..<keys.count)
      order.sort { list.isOrdered($0, $1, in: keys) }
      return Content(list: list, entries: values, names: (keys, order))
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
