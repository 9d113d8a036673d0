/// Parses a JSON array of URLs, or of records such as `{"name": …, "url": …}`.
struct JSONListParser: EntryParser {
  let refusal = ListError.Reason.notAList("a JSON array without a single URL", isJSON: true)
  private let scanner: JSONScanner
  private var elements: JSONScanner.Elements

  /// - Parameter stream: A stream positioned at the opening bracket. Otherwise, the result is nil.
  init?(_ stream: ByteStream) throws(ListError.Reason) {
    scanner = JSONScanner(stream)
    guard let elements = try scanner.enter() else { return nil }
    self.elements = elements
  }

  var isNextAtHand: Bool { scanner.stream.holdsInk }

  mutating func next() throws(ListError.Reason) -> RawEntry? {
    if try scanner.advance(&elements) { return try scanner.entry() }
    try scanner.expectEnd()
    return nil
  }
}

/// Parses a sequence of records such as `{"name": …, "url": …}`: JSON Lines, or the output of `jq`.
///
/// If each record is on its own line, an invalid line affects only that entry and not the rest of the list.
struct JSONLinesParser: EntryParser {
  let refusal = ListError.Reason.notAList("JSON without a single URL", isJSON: true)
  private let scanner: JSONScanner
  private let hasLines: Bool

  /// - Parameter hasLines: Whether each record is on its own line.
  init(_ stream: ByteStream, hasLines: Bool) {
    scanner = JSONScanner(stream, isOneLine: hasLines)
    self.hasLines = hasLines
  }

  var isNextAtHand: Bool { hasLines ? scanner.stream.holdsLine : scanner.stream.holdsInk }

  mutating func next() throws(ListError.Reason) -> RawEntry? {
    let stream = scanner.stream
    try stream.skip { $0.isBlank }
    guard try stream.peek() != nil else { return nil }
    do throws(ListError.Reason) {
      let entry = try scanner.entry()
      let after = try scanner.token()
      guard after?.isLineBreak ?? true || !hasLines && after == UInt8(ascii: "{") else {
        throw stream.broken("there is more text on the line")
      }
      return entry
    } catch {
      // An error at the end of the input means that the input was cut off, and more entries may be missing.
      guard hasLines, case .broken(let what, _, _) = error, try stream.peek() != nil else { throw error }
      try stream.skip { !$0.isLineBreak }
      return RawEntry(url: .broken("the line is not JSON (\(what))"))
    }
  }
}
