/// A JSON object, name to URL; or an array of `{"name": …, "url": …}`, or of URLs.
struct JSONListParser: EntryParser {
  private let scanner: JSONScanner
  private var elements: JSONScanner.Elements

  /// - Parameter stream: It stands at the opening sign; otherwise the result is nil.
  init?(_ stream: ByteStream) throws(ListError.Reason) {
    scanner = JSONScanner(stream)
    guard let elements = try scanner.enter() else { return nil }
    self.elements = elements
  }

  var refusal: ListError.Reason {
    .notAList("a JSON \(elements.areMembers ? "object" : "array") without a single URL")
  }

  var isNextAtHand: Bool { scanner.stream.holdsInk }

  mutating func next() throws(ListError.Reason) -> RawEntry? {
    guard try scanner.goOn(&elements) else {
      if try scanner.token() != nil { throw scanner.stream.broken("something follows the end of the list") }
      return nil
    }
    guard elements.areMembers else { return try scanner.entry() }
    let name = try scanner.key()
    return RawEntry(name: name, url: try scanner.value(depth: 1))
  }
}

/// JSON Lines: `{"name": …, "url": …}` on each line. A line that is not JSON fails as one entry, not the list.
struct JSONLinesParser: EntryParser {
  let refusal = ListError.Reason.notAList("JSON without a single URL")
  private let scanner: JSONScanner

  init(_ stream: ByteStream) {
    scanner = JSONScanner(stream, isOneLine: true)
  }

  var isNextAtHand: Bool { scanner.stream.holdsLine }

  mutating func next() throws(ListError.Reason) -> RawEntry? {
    let stream = scanner.stream
    try stream.skip { $0.isBlank }
    guard try stream.peek() != nil else { return nil }
    do throws(ListError.Reason) {
      let entry = try scanner.entry()
      let after = try scanner.token()
      guard after?.isLineBreak ?? true else {
        throw stream.broken("something follows on the line")
      }
      return entry
    } catch {
      // What ends in the middle of its last line was cut off, and more may be missing.
      guard case .broken(let what, _, _) = error, try stream.peek() != nil else { throw error }
      try stream.skip { !$0.isLineBreak }
      return RawEntry(url: .broken("the line is not JSON (\(what))"))
    }
  }
}
