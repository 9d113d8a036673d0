/// Parses a binary property list with the same shapes as an XML one. The list is read as a whole, because its offset
/// table is at the end. Dictionaries are unordered, so their entries are sorted by name.
struct BinaryPropertyListParser: EntryParser {
  typealias Failure = ListError.Reason

  let refusal = ListError.Reason.noURLInPropertyList
  private let stream: ByteStream
  private var content: Content?
  private var place = 0

  private struct Content {
    let list: BinaryPropertyList
    /// The array of entries, or the values if the root is a dictionary.
    let entries: BinaryPropertyList.References
    /// The sorted names of a dictionary, each with the index of its value.
    let names: [(name: Field, index: Int)]?
  }

  /// The maximum size in bytes, because the list is held in memory. It equals the limit for a photo and suffices for
  /// half a million entries.
  static let limit = 64 << 20

  init(_ stream: ByteStream) {
    self.stream = stream
  }

  var isNextAtHand: Bool { true }

  mutating func next() throws(Failure) -> RawEntry? {
    let content = if let content { content } else { try read() }
    self.content = content
    guard place < content.entries.count else { return nil }
    defer { place += 1 }
    guard let (name, index) = content.names?[place] else {
      return try element(content.list.object(place, of: content.entries), of: content.list)
    }
    return RawEntry(name: name, url: try field(content.list.object(index, of: content.entries)))
  }

  private func read() throws(Failure) -> Content {
    guard let bytes = try stream.rest(upTo: Self.limit) else { throw .tooLarge(limit: Self.limit) }
    guard let list = BinaryPropertyList(bytes), let top = list.object(list.top) else { throw damaged }
    switch top {
    case .array(let entries):
      return Content(list: list, entries: entries, names: nil)
    case .dictionary(let keys, let values):
      var names: [(name: Field, index: Int)] = []
      // The file is large enough for all names, unless several references share a name. Such references must not be
      // able to use up memory.
      var room = 2 * bytes.count
      for index in 0..<keys.count {
        let name = try field(list.object(index, of: keys))
        // Each name takes some memory in addition to its bytes.
        room -= 16 + (name.words?.utf8.count ?? 0)
        if room < 0 { throw damaged }
        names.append((name, index))
      }
      names.sort { ($0.name.words ?? "").utf8.lexicographicallyPrecedes(($1.name.words ?? "").utf8) }
      return Content(list: list, entries: values, names: names)
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
