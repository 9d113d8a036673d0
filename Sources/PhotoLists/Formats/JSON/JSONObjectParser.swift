import Base

/// Parses JSON that starts with a brace. The first members determine which of these shapes it has:
///
/// - an object that maps names to URLs
/// - an object that contains lists, such as `{"photos": [{"name": …, "url": …}]}`
/// - a record such as `{"name": …, "url": …}`, alone or followed by others (JSON Lines)
///
/// A record has a URL under one of the usual keys, and other members that aren't URLs. If all members are URLs, each
/// one is a photo. Treating the object as a record would lose all but one of them.
struct JSONObjectParser: EntryParser {
  typealias Failure = ListError.Reason

  let refusal = ListError.Reason.notAList("a JSON object without a single URL", isJSON: true)
  private let scanner: JSONScanner
  /// The members of the first object, or nil before it has been entered.
  private var members: JSONScanner.Elements?
  private var shape = Shape.unknown
  /// The list inside the object that is currently being read.
  private var list: JSONScanner.Elements?
  /// Entries that have been read but not returned, in reverse order.
  private var ready: [RawEntry] = []
  private(set) var passedOver: [String] = []

  private enum Shape {
    case unknown, names, lists
    case records(JSONLinesParser)
  }

  /// The maximum number of members in a record.
  private static let mostMembers = 64
  /// The maximum number of names to remember of members that are passed over.
  private static let mostPassedOver = 100

  init(_ stream: ByteStream) {
    scanner = JSONScanner(stream)
  }

  var isNextAtHand: Bool {
    if !ready.isEmpty { return true }
    return if case .records(let parser) = shape { parser.isNextAtHand } else { scanner.stream.holdsInk }
  }

  mutating func next() throws(Failure) -> RawEntry? {
    if case .unknown = shape { try decide() }
    if let entry = ready.popLast() { return entry }
    if case .records(var parser) = shape {
      defer { shape = .records(parser) }
      return try parser.next()
    }
    while try advance() {
      if let entry = try listed() { return entry }
      let key = try scanner.key()
      let value = try member(key)
      if let entry = ready.popLast() { return entry }
      let isEntry = if case .names = shape { list == nil } else { Self.isPhoto(key, value) }
      if isEntry { return RawEntry(name: key, url: value) }
      if value.isPlace { passOver(key) }
    }
    return nil
  }

  // MARK: Members

  /// Moves to the next element of the open list or, without an open list, to the next member. Returns false if there
  /// is none.
  private mutating func advance() throws(Failure) -> Bool {
    if var open = list {
      let hasMore = try scanner.advance(&open)
      list = hasMore ? open : nil
      if hasMore { return true }
    }
    guard var open = members else { return false }
    let hasMore = try scanner.advance(&open)
    members = hasMore ? open : nil
    if !hasMore, !isUnknown { try scanner.expectEnd() }
    return hasMore
  }

  private var isUnknown: Bool { if case .unknown = shape { true } else { false } }

  /// Reads the next entry of the open list.
  private func listed() throws(Failure) -> RawEntry? {
    guard let list else { return nil }
    guard list.areMembers else { return try scanner.entry() }
    return RawEntry(name: try scanner.key(), url: try scanner.value(depth: 1))
  }

  /// Reads a member's value. If the value is a list of photos, the list is opened, and its entries up to the first
  /// photo are added to `ready`.
  private mutating func member(_ key: Field) throws(Failure) -> Field {
    switch try scanner.token() {
    case UInt8(ascii: "{"):
      let entry = try scanner.entry()
      guard entry.url.isPlace else { return .other("an object") }
      if case .unknown = shape { return entry.url }
      ready = [RawEntry(name: entry.name == .missing ? key : entry.name, url: entry.url)]
      return entry.url
    case UInt8(ascii: "["):
      guard var elements = try scanner.enter() else { return .missing }
      var entries: [RawEntry] = []
      while try scanner.advance(&elements) {
        let entry = try scanner.entry()
        if entries.count < Self.mostMembers { entries.append(entry) }
        if entry.url.isPlace, elements.count == entries.count {
          ready = entries.reversed()
          list = elements
          if case .names = shape { shape = .lists }
          return .missing
        }
      }
      if entries.contains(where: { $0.url.words?.contains("/") == true }) { passOver(key) }
      return .other("an array")
    default: return try scanner.value(depth: 1)
    }
  }

  /// Remembers a member that may have been meant as a photo.
  private mutating func passOver(_ key: Field) {
    guard passedOver.count < Self.mostPassedOver, let name = key.words else { return }
    passedOver.append(Printable.text(name, limit: 80))
  }

  // MARK: Shapes

  /// Reads members until the object's shape is known.
  private mutating func decide() throws(Failure) {
    if members == nil { members = try scanner.enter() }
    var pairs: [(key: Field, value: Field)] = []
    do throws(Failure) {
      while try advance() {
        let key = try scanner.key()
        let value = try member(key)
        if list != nil {
          let photos = pairs.filter { Self.isPhoto($0.key, $0.value) }
          shape = .lists
          ready += photos.map { RawEntry(name: $0.key, url: $0.value) }.reversed()
          for pair in pairs where pair.value.isPlace && !Self.isPhoto(pair.key, pair.value) {
            passOver(pair.key)
          }
          return
        }
        pairs.append((key, value))
        let isBroad = pairs.count >= Self.mostMembers && !isRecord(pairs)
        // Records rarely span several lines, and they use the usual keys. A single URL may belong to the description
        // of a list that follows.
        let isName =
          (Self.isPhoto(key, value) || pairs.count > 1 && value.isPlace && EntryKey.isOther(key))
          && scanner.hasPassedLineBreak && !isRecord(pairs)
        if isBroad || isName { return setNames(pairs) }
        if pairs.count > Self.mostMembers {
          pairs.removeAll { !$0.value.isPlace && EntryKey.isOther($0.key) }
        }
      }
    } catch {
      // The members before the error are valid.
      if pairs.isEmpty || isRecord(pairs) { throw error }
      return setNames(pairs)
    }
    let hasLines = !scanner.hasPassedLineBreak
    let after = try scanner.token()
    let isFollowed = after != nil && (after == UInt8(ascii: "{") || scanner.hasPassedLineBreak)
    if isFollowed && (isRecord(pairs) || after == UInt8(ascii: "{") || hasLines)
      || isRecord(pairs) && after == nil
    {
      var record = RawEntry()
      for pair in pairs { record.set(pair.value, for: pair.key) }
      ready = [record]
      shape = .records(JSONLinesParser(scanner.stream, hasLines: hasLines))
    } else {
      setNames(pairs)
      if after != nil { throw scanner.stream.broken("there is text after the end of the list") }
    }
  }

  private mutating func setNames(_ pairs: [(key: Field, value: Field)]) {
    shape = .names
    ready = pairs.map { RawEntry(name: $0.key, url: $0.value) }.reversed()
  }

  /// Returns whether a member next to a list is a photo. Other text members describe the list, such as the URL of its
  /// next page.
  private static func isPhoto(_ key: Field, _ value: Field) -> Bool {
    guard EntryKey.isOther(key), let text = value.words else { return false }
    return ImageExtension.length(in: text) != nil
  }

  private func isRecord(_ pairs: [(key: Field, value: Field)]) -> Bool {
    pairs.contains { !EntryKey.isOther($0.key, than: .url) && $0.value.words != nil }
      && (pairs.count == 1 || !pairs.allSatisfy(\.value.isPlace))
  }
}

extension EntryKey {
  /// Returns whether a key is none of the usual keys of records.
  fileprivate static func isOther(_ key: Field) -> Bool {
    isOther(key, than: .url) && isOther(key, than: .name)
  }

  fileprivate static func isOther(_ key: Field, than kind: EntryKey) -> Bool {
    guard case .text(let key) = key else { return true }
    return kind.rank(of: key) == nil
  }
}

extension Field {
  /// Whether the field is text that is a URL or ends with an image's file extension.
  fileprivate var isPlace: Bool { words.map(TableHeading.isPlace) ?? false }
}
