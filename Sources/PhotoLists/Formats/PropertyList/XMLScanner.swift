/// Reads the XML that property lists are made of from a stream, tag by tag.
///
/// It is a small part of XML 1.0: UTF-8 alone, no entities but the five of XML itself and characters by number, so
/// that nothing in a document type can make a small file large or fetch another one.
final class XMLScanner {
  typealias Failure = ListError.Reason

  enum Tag: Equatable {
    case open(String)
    case close(String)
    /// `<name/>`
    case empty(String)
  }

  let stream: ByteStream
  /// The name in `<!DOCTYPE name …>`, in lower case, once it was passed.
  private(set) var documentType: String?
  private var text = FieldText()

  private static let longestName = 256

  init(_ stream: ByteStream) {
    self.stream = stream
  }

  /// The next tag, past all text, comments and declarations before it; `nil` at the end.
  func tag() throws(Failure) -> Tag? {
    while true {
      try stream.skip { $0 != UInt8(ascii: "<") }
      guard try stream.next() != nil else { return nil }
      switch try stream.peek() {
      case UInt8(ascii: "?"):
        try declaration()
      case UInt8(ascii: "!"):
        stream.skip(1)
        try markedSection()
      case UInt8(ascii: "/"):
        stream.skip(1)
        let name = try name()
        try stream.skip(while: Self.isSpace)
        guard try stream.next() == UInt8(ascii: ">") else {
          throw stream.broken("the tag </\(name) has no end")
        }
        return .close(name)
      default:
        let name = try name()
        return try attributes(of: name) ? .empty(name) : .open(name)
      }
    }
  }

  /// The text up to the closing tag of the element that was just opened. Other elements in it are an error.
  func text(of element: String) throws(Failure) -> Field {
    text.clear()
    while true {
      try stream.skip(
        while: { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") }, take: { text.append($0) })
      guard let byte = try stream.next() else { throw stream.broken("it ends inside <\(element)>") }
      if byte == UInt8(ascii: "&") {
        try reference()
      } else if try stream.peek() == UInt8(ascii: "!") {
        stream.skip(1)
        try markedSection(isText: true)
      } else if try stream.peek() == UInt8(ascii: "?") {
        try pass("?>", of: "a declaration")
      } else {
        try close(element)
        return text.field
      }
    }
  }

  /// Passes over the rest of an element that was just opened, whatever is in it.
  func skip(_ element: String) throws(Failure) {
    var open = [element]
    while let innermost = open.last {
      switch try tag() {
      case nil: throw stream.broken("it ends inside <\(innermost)>")
      case .empty: break
      case .open(let name):
        guard open.count < 256 else { throw stream.broken("it is nested too deeply") }
        open.append(name)
      case .close(let name):
        guard name == innermost else { throw stream.broken("</\(name)> where </\(innermost)> was expected") }
        open.removeLast()
      }
    }
  }

  // MARK: Parts of tags

  private func close(_ element: String) throws(Failure) {
    guard try stream.next() == UInt8(ascii: "/"), try name() == element else {
      throw stream.broken("the text of <\(element)> is not followed by </\(element)>")
    }
    try stream.skip(while: Self.isSpace)
    guard try stream.next() == UInt8(ascii: ">") else {
      throw stream.broken("the tag </\(element) has no end")
    }
  }

  private func name() throws(Failure) -> String {
    var name: [UInt8] = []
    try stream.skip(while: Self.isInName, take: { name += $0.prefix(Self.longestName - name.count) })
    guard !name.isEmpty else { throw stream.broken("a tag was expected after '<'") }
    return Printable.text(String(decoding: name, as: UTF8.self), limit: 40)
  }

  /// Passes over attributes, up to the tag's end: `true` when it ends in `/>`.
  private func attributes(of name: String) throws(Failure) -> Bool {
    var quote: UInt8?
    var last: UInt8 = 0
    while let byte = try stream.next() {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        return last == UInt8(ascii: "/")
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "<") {
        break
      }
      last = byte
    }
    throw stream.broken("the tag <\(name) has no end")
  }

  /// `<?…?>`. The first one of a document names its encoding.
  private func declaration() throws(Failure) {
    let isFirst = stream.offset <= 4
    let words = try pass("?>", of: "a declaration").split(whereSeparator: { " =\"'?\t\r\n".contains($0) })
    guard isFirst, let place = words.firstIndex(of: "encoding"), place + 1 < words.count else { return }
    let encoding = words[place + 1].uppercased()
    guard ["UTF-8", "UTF8", "US-ASCII", "ASCII"].contains(encoding) else {
      throw .encoding(Printable.text(encoding, limit: 40))
    }
  }

  /// What follows `<!`: a comment, a document type, or raw text.
  private func markedSection(isText: Bool = false) throws(Failure) {
    _ = try stream.fill(8)
    if stream.window.starts(with: "--".utf8) {
      try pass("-->", of: "a comment")
    } else if stream.window.starts(with: "[CDATA[".utf8) {
      stream.skip(7)
      try pass("]]>", of: "raw text", keeping: isText)
    } else if !isText, stream.window.prefix(7).elementsEqual("DOCTYPE".utf8, by: { $0 & 0xDF == $1 }) {
      stream.skip(7)
      try stream.skip(while: Self.isSpace)
      documentType = try name().lowercased()
      try documentTypeRest()
    } else {
      throw stream.broken("unknown markup after '<!'")
    }
  }

  private func documentTypeRest() throws(Failure) {
    var depth = 0
    var quote: UInt8?
    while let byte = try stream.next() {
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "["), UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">") where depth <= 0: return
      case UInt8(ascii: ">"): depth -= 1
      default: break
      }
    }
    throw stream.broken("the document type has no end")
  }

  /// Passes over everything up to and with `end`; returns the first of it.
  @discardableResult
  private func pass(_ end: String, of what: String, keeping: Bool = false) throws(Failure) -> String {
    let end = Array(end.utf8)
    var start: [UInt8] = []
    var last: [UInt8] = []
    while let byte = try stream.next() {
      last.append(byte)
      if last.suffix(end.count) == end[...] { return String(decoding: start, as: UTF8.self) }
      if last.count >= end.count {
        if keeping { text.append(last[0]) }
        if start.count < Self.longestName { start.append(last[0]) }
        last.removeFirst()
      }
    }
    throw stream.broken("\(what) has no end")
  }

  // MARK: Text

  /// `&amp;` and its like, after the `&`.
  private func reference() throws(Failure) {
    var bytes: [UInt8] = []
    while let byte = try stream.next(), byte != UInt8(ascii: ";") {
      bytes.append(byte)
      if bytes.count > 10 { throw stream.broken("an '&' that is not written as '&amp;'") }
    }
    let name = String(decoding: bytes, as: UTF8.self)
    guard let scalar = Self.entities[name] ?? Self.numbered(name) else {
      throw stream.broken("the unknown character '&\(Printable.text(name, limit: 40));'")
    }
    text.append(scalar)
  }

  private static let entities: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
  ]

  private static func numbered(_ name: String) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap(Unicode.Scalar.init)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    (0x30...0x3A).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
  }
}
