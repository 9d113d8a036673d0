/// A JSON object, name to URL.
struct JSONObjectParser: EntryParser {
  let kind = "a JSON object without a single URL"
  private let scanner: JSONScanner
  private var isFirst = true
  private var isOver = false

  /// - Parameter stream: It stands at the opening brace.
  init(_ stream: ByteStream) {
    scanner = JSONScanner(stream)
  }

  var isNextAtHand: Bool { scanner.stream.holdsInk }

  mutating func next() throws(ListError.Reason) -> RawEntry? {
    if isOver { return nil }
    if isFirst { try scanner.expect("{", "at the start") }
    guard try scanner.goOn(to: "}", isFirst: isFirst) else {
      isOver = true
      try scanner.expectEnd()
      return nil
    }
    isFirst = false
    let name = try scanner.key()
    return RawEntry(name: name, url: try scanner.value(depth: 1))
  }
}

/// A JSON array of `{"name": …, "url": …}`, or of URLs.
struct JSONArrayParser: EntryParser {
  let kind = "a JSON array without a single URL"
  private let scanner: JSONScanner
  private var isFirst = true
  private var isOver = false

  /// - Parameter stream: It stands at the opening bracket.
  init(_ stream: ByteStream) {
    scanner = JSONScanner(stream)
  }

  var isNextAtHand: Bool { scanner.stream.holdsInk }

  mutating func next() throws(ListError.Reason) -> RawEntry? {
    if isOver { return nil }
    if isFirst { try scanner.expect("[", "at the start") }
    guard try scanner.goOn(to: "]", isFirst: isFirst) else {
      isOver = true
      try scanner.expectEnd()
      return nil
    }
    isFirst = false
    return try scanner.entry()
  }
}

/// JSON Lines: `{"name": …, "url": …}` on each line. A line that is not JSON fails as one entry, not the list.
struct JSONLinesParser: EntryParser {
  let kind = "JSON without a single URL"
  private let scanner: JSONScanner

  init(_ stream: ByteStream) {
    scanner = JSONScanner(stream, isOneLine: true)
  }

  var isNextAtHand: Bool { scanner.stream.holdsLine }

  mutating func next() throws(ListError.Reason) -> RawEntry? {
    let stream = scanner.stream
    try stream.skip { $0 == 0x20 || (0x09...0x0D).contains($0) }
    guard try stream.peek() != nil else { return nil }
    do throws(ListError.Reason) {
      let entry = try scanner.entry()
      let after = try scanner.token()
      guard after == nil || Self.isLineBreak(after) else {
        throw stream.broken("something follows on the line")
      }
      return entry
    } catch {
      // What ends in the middle of its last line was cut off, and more may be missing.
      guard case .broken(let what, _, _) = error, try stream.peek() != nil else { throw error }
      try stream.skip { !Self.isLineBreak($0) }
      return RawEntry(url: .broken("the line is not JSON (\(what))"))
    }
  }

  private static func isLineBreak(_ byte: UInt8?) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}

extension JSONScanner {
  /// Checks that nothing follows.
  fileprivate func expectEnd() throws(Failure) {
    if try token() != nil { throw stream.broken("something follows the end of the list") }
  }
}
