/// Reads JSON (RFC 8259) from a stream piece by piece, keeping only the requested text.
///
/// `JSONDecoder` and `JSONSerialization` would need the whole document in memory. This scanner can stream a million
/// entries.
final class JSONScanner {
  typealias Failure = ListError.Reason

  let stream: ByteStream
  /// Whether a line break ends a value even if the value is incomplete, as in JSON Lines.
  private let isOneLine: Bool
  private var text = FieldText()
  /// Whether a line break has been skipped between tokens.
  private(set) var hasPassedLineBreak = false

  /// The maximum nesting depth. No list of photos is nested more deeply.
  private static let deepest = 256

  init(_ stream: ByteStream, isOneLine: Bool = false) {
    self.stream = stream
    self.isOneLine = isOneLine
  }

  // MARK: Structure

  /// Skips white space and returns the next byte without skipping it, or nil at the end.
  func token() throws(Failure) -> UInt8? {
    let isOneLine = isOneLine
    var hasLineBreak = hasPassedLineBreak
    try stream.skip { byte in
      if !isOneLine, byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        hasLineBreak = true
        return true
      }
      return byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
    hasPassedLineBreak = hasLineBreak
    let byte = try stream.peek()
    if byte == UInt8(ascii: "/") { throw stream.broken("a comment, which JSON does not allow") }
    return byte
  }

  /// Skips a comma or a colon.
  private func expect(_ sign: Unicode.Scalar, _ place: String) throws(Failure) {
    guard try presentToken() == UInt8(ascii: sign) else {
      throw stream.broken("a '\(sign)' was expected \(place)")
    }
    stream.skip(1)
  }

  private func presentToken() throws(Failure) -> UInt8 {
    guard let byte = try token() else { throw stream.broken("it ends too early") }
    return byte
  }

  /// The state of an iteration over the elements of an array or the members of an object.
  struct Elements {
    let areMembers: Bool
    /// The number of elements started so far.
    fileprivate(set) var count = 0
  }

  /// Skips the opening bracket or brace. Returns nil if there is none.
  func enter() throws(Failure) -> Elements? {
    let byte = try token()
    guard byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") else { return nil }
    stream.skip(1)
    return Elements(areMembers: byte == UInt8(ascii: "{"))
  }

  /// Moves to the next element.
  /// - Returns: False at the closing bracket or brace, which is skipped.
  func advance(_ elements: inout Elements) throws(Failure) -> Bool {
    if try token() == UInt8(ascii: elements.areMembers ? "}" : "]") {
      stream.skip(1)
      return false
    }
    if elements.count > 0 { try expect(",", "between entries") }
    elements.count += 1
    return true
  }

  /// Reads the key of a member and skips the colon after it.
  func key() throws(Failure) -> Field {
    let byte = try presentToken()
    if byte == UInt8(ascii: "}") { throw stream.broken(Self.commaAtEnd) }
    guard byte == UInt8(ascii: "\"") else { throw stream.broken("a name in double quotes was expected") }
    let key = try string()
    try expect(":", "after a name")
    return key
  }

  /// Throws an error unless this is the end of the input.
  func expectEnd() throws(Failure) {
    if try token() != nil { throw stream.broken("there is text after the end of the list") }
  }

  // MARK: Values

  /// Reads a value. Text is returned as text. For all other values, only the kind is returned.
  func value(depth: Int = 0) throws(Failure) -> Field {
    let byte = try presentToken()
    guard depth < Self.deepest else { throw stream.broken("it is nested too deeply") }
    if byte == UInt8(ascii: "\"") { return try string() }
    guard var elements = try enter() else { return .other(try scalar()) }
    while try advance(&elements) {
      if elements.areMembers { _ = try key() }
      _ = try value(depth: depth + 1)
    }
    return .other(elements.areMembers ? "an object" : "an array")
  }

  /// Reads an entry of an array or a line: a URL, or an object with a name and a URL. The URL may be in a nested
  /// object, such as `{"image": {"url": …}}`.
  func entry(depth: Int = 0) throws(Failure) -> RawEntry {
    guard try token() == UInt8(ascii: "{"), var members = try enter() else {
      return RawEntry(url: try value())
    }
    var entry = RawEntry()
    while try advance(&members) {
      let key = try key()
      if depth == 0, try token() == UInt8(ascii: "{") {
        let inner = try self.entry(depth: 1).url
        entry.set(inner.words == nil ? .other("an object") : inner, for: key)
      } else {
        entry.set(try value(depth: 1), for: key)
      }
    }
    return entry
  }

  private static let commaAtEnd = "a comma before the end, which JSON does not allow"

  private func scalar() throws(Failure) -> String {
    if try stream.peek() == UInt8(ascii: "]") { throw stream.broken(Self.commaAtEnd) }
    var text: [UInt8] = []
    try stream.skip(while: Self.isInScalar, take: { text += $0.prefix(64 - text.count) })
    let word = String(decoding: text, as: UTF8.self)
    switch word {
    case "true", "false": return "a boolean"
    case "null": return "null"
    // Python writes these values, and other programs read them.
    case "NaN", "Infinity", "-Infinity": return "a number"
    default:
      // The digits of a very long number aren't checked.
      let isNumber = text.count >= 64 || Double(word) != nil
      guard let first = text.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first), isNumber
      else { throw stream.broken("a value was expected") }
      return "a number"
    }
  }

  private static func isInScalar(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
  }

  // MARK: Strings

  /// Reads a string. The opening quote must be next.
  private func string() throws(Failure) -> Field {
    stream.skip(1)
    text.clear()
    while true {
      try stream.skip(while: { $0 != 0x22 && $0 != 0x5C && $0 >= 0x20 }, take: { text.append($0) })
      switch try stream.next() {
      case UInt8(ascii: "\""): return text.field
      case UInt8(ascii: "\\"): try escape()
      case nil: throw stream.broken("a string is not closed")
      default: throw stream.broken("a string contains a line break or control character")
      }
    }
  }

  private func escape() throws(Failure) {
    guard let sign = try stream.next() else { throw stream.broken("a string is not closed") }
    if sign == UInt8(ascii: "u") {
      try numberedEscape()
    } else if let byte = Self.escapes[sign] {
      text.append(byte)
    } else {
      throw stream.broken("a string contains an unknown escape sequence")
    }
  }

  /// Reads a `\u` escape. Characters above U+FFFF are written as surrogate pairs. A lone surrogate becomes a
  /// replacement character.
  private func numberedEscape() throws(Failure) {
    var unit = try hexadecimal()
    while UTF16.isLeadSurrogate(unit), try stream.fill(2), stream.window.starts(with: "\\u".utf8) {
      stream.skip(2)
      let second = try hexadecimal()
      if UTF16.isTrailSurrogate(second) {
        return text.append(UTF16.decode(UTF16.EncodedScalar([unit, second])))
      }
      text.append(Self.missing)
      unit = second
    }
    text.append(Unicode.Scalar(unit) ?? Self.missing)
  }

  private func hexadecimal() throws(Failure) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = try stream.next(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw stream.broken("a string contains \\u without four hexadecimal digits")
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  private static let missing: Unicode.Scalar = "\u{FFFD}"
  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "/"): 0x2F, UInt8(ascii: "b"): 0x08,
    UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
  ]
}
