/// A JSON object, name to URL.
struct JSONObjectParser: EntryParser {
  let kind = "a JSON object without a single URL"
  private var elements: JSONElements

  /// - Parameter stream: It stands at the opening brace.
  init(_ stream: ByteStream) {
    elements = JSONElements(JSONScanner(stream), from: "{", to: "}")
  }

  var isNextAtHand: Bool { elements.scanner.stream.holdsInk }

  mutating func next() throws(ListError.Reason) -> RawEntry? {
    guard try elements.goOn() else { return nil }
    let name = try elements.scanner.key()
    return RawEntry(name: name, url: try elements.scanner.value(depth: 1))
  }
}

/// A JSON array of `{"name": …, "url": …}`, or of URLs.
struct JSONArrayParser: EntryParser {
  let kind = "a JSON array without a single URL"
  private var elements: JSONElements

  /// - Parameter stream: It stands at the opening bracket.
  init(_ stream: ByteStream) {
    elements = JSONElements(JSONScanner(stream), from: "[", to: "]")
  }

  var isNextAtHand: Bool { elements.scanner.stream.holdsInk }

  mutating func next() throws(ListError.Reason) -> RawEntry? {
    guard try elements.goOn() else { return nil }
    return try elements.scanner.entry()
  }
}

/// The elements of the outermost array or object, one after the other.
private struct JSONElements {
  let scanner: JSONScanner
  private let start: Unicode.Scalar
  private let end: Unicode.Scalar
  private var isFirst = true
  private var isOver = false

  init(_ scanner: JSONScanner, from start: Unicode.Scalar, to end: Unicode.Scalar) {
    self.scanner = scanner
    self.start = start
    self.end = end
  }

  /// Goes to the next element.
  /// - Returns: whether there is one.
  mutating func goOn() throws(ListError.Reason) -> Bool {
    if isOver { return false }
    if isFirst { try scanner.expect(start, "at the start") }
    guard try scanner.goOn(to: end, isFirst: isFirst) else {
      isOver = true
      try scanner.expectEnd()
      return false
    }
    isFirst = false
    return true
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
