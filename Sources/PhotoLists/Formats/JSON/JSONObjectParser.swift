import Base

/// JSON that begins with a brace. Its first members decide what it is:
///
/// - an object of names and URLs;
/// - an object with lists in it, as in `{"photos": [{"name": …, "url": …}]}`;
/// - a record such as `{"name": …, "url": …}`, alone or followed by others (JSON Lines).
///
/// A record has a URL under one of the usual keys, and other members that aren't URLs. If all members are URLs, each is a
/// photo, because taking it for a record would lose the others.
struct JSONObjectParser: EntryParser {
  typealias Failure = ListError.Reason

  let refusal = ListError.Reason.notAList("a JSON object without a single URL", isJSON: true)
  private let scanner: JSONScanner
  /// The members of the first object; nil before it was entered.
  private var members: JSONScanner.Elements?
  private var shape = Shape.unknown
  /// The list inside the object that is being read.
  private var list: JSONScanner.Elements?
  /// Entries that were read and not returned yet, the last one first.
  private var ready: [RawEntry] = []

  private enum Shape {
    case unknown, names, lists
    case records(JSONLinesParser)
  }

  /// An object with more members than this isn't a record.
  private static let mostMembers = 64

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
    while try goOn() {
      if let entry = try listed() { return entry }
      let key = try scanner.key()
      let value = try member(key)
      if let entry = ready.popLast() { return entry }
      let isEntry = if case .names = shape { list == nil } else { Self.isPhoto(key, value) }
      if isEntry { return RawEntry(name: key, url: value) }
    }
    return nil
  }

  // MARK: Members

  /// Whether there is an element of the open list, or another member.
  private mutating func goOn() throws(Failure) -> Bool {
    if var open = list {
      let hasMore = try scanner.goOn(&open)
      list = hasMore ? open : nil
      if hasMore { return true }
    }
    guard var open = members else { return false }
    let hasMore = try scanner.goOn(&open)
    members = hasMore ? open : nil
    if !hasMore, !isUnknown { try scanner.expectEnd() }
    return hasMore
  }

  private var isUnknown: Bool { if case .unknown = shape { true } else { false } }

  /// The next entry of the open list.
  private func listed() throws(Failure) -> RawEntry? {
    guard let list else { return nil }
    guard list.areMembers else { return try scanner.entry() }
    return RawEntry(name: try scanner.key(), url: try scanner.value(depth: 1))
  }

  /// Reads a member's value. If that is a list of photos, it is opened, and its first entry is ready.
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
      while try scanner.goOn(&elements) {
        let entry = try scanner.entry()
        if elements.count == 1, entry.url.isPlace {
          ready = [entry]
          list = elements
          return .missing
        }
      }
      return .other("an array")
    default: return try scanner.value(depth: 1)
    }
  }

  // MARK: Shapes

  /// Reads members until the object's shape is known.
  private mutating func decide() throws(Failure) {
    if members == nil { members = try scanner.enter() }
    var pairs: [(key: Field, value: Field)] = []
    do throws(Failure) {
      while try goOn() {
        let key = try scanner.key()
        let value = try member(key)
        if list != nil {
          let photos = pairs.filter { Self.isPhoto($0.key, $0.value) }
          shape = .lists
          ready += photos.map { RawEntry(name: $0.key, url: $0.value) }.reversed()
          return
        }
        pairs.append((key, value))
        let isBroad = pairs.count >= Self.mostMembers && !isRecord(pairs)
        // A record is rarely spread over lines, and has keys of its own.
        let isName = value.isPlace && EntryKey.isOther(key) && scanner.hasPassedLineBreak && !isRecord(pairs)
        if isBroad || isName { return setNames(pairs) }
        if pairs.count > Self.mostMembers {
          pairs.removeAll { !$0.value.isPlace && EntryKey.isOther($0.key) }
        }
      }
    } catch {
      // What came before the error is good.
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
      if after != nil { throw scanner.stream.broken("something follows the end of the list") }
    }
  }

  private mutating func setNames(_ pairs: [(key: Field, value: Field)]) {
    shape = .names
    ready = pairs.map { RawEntry(name: $0.key, url: $0.value) }.reversed()
  }

  /// Whether a member beside a list is a photo. Other text describes the list, as the URL of its next page does.
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
  /// Whether a key is none of those that records usually have.
  fileprivate static func isOther(_ key: Field) -> Bool {
    isOther(key, than: .url) && isOther(key, than: .name)
  }

  fileprivate static func isOther(_ key: Field, than kind: EntryKey) -> Bool {
    guard case .text(let key) = key else { return true }
    return kind.rank(of: key) == nil
  }
}

extension Field {
  /// Whether it is text that is a URL, or has an image's file extension.
  fileprivate var isPlace: Bool { words.map(TableHeading.isPlace) ?? false }
}
