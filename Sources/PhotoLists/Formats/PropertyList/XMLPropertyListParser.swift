/// An XML property list: a dictionary, name to URL, or an array of dictionaries with `name` and `url`, or of URLs.
struct XMLPropertyListParser: EntryParser {
  typealias Failure = ListError.Reason

  private(set) var kind = "a property list without a single URL"
  private let scanner: XMLScanner
  private var container: String?
  private var isOver = false

  /// - Parameter stream: It stands at the first `<`.
  init(_ stream: ByteStream) {
    scanner = XMLScanner(stream)
  }

  var isNextAtHand: Bool { scanner.stream.holdsInk }

  mutating func next() throws(Failure) -> RawEntry? {
    if isOver { return nil }
    if container == nil { container = try open() }
    if isOver { return nil }
    let entry = container == "dict" ? try member() : try element()
    if entry == nil { try close() }
    return entry
  }

  // MARK: The list

  /// Gets up to the first entry. Returns what the entries are in: `dict` or `array`.
  private mutating func open() throws(Failure) -> String {
    let root: XMLScanner.Tag?
    do throws(Failure) {
      root = try scanner.tag()
    } catch {
      // Markup that cannot even be begun is more likely a page than a damaged list.
      guard case .broken = error, scanner.documentType != "plist" else { throw error }
      throw .notAList(scanner.documentType == "html" ? "an HTML page" : "markup of an unknown kind")
    }
    guard root == .open("plist") else { throw .notAList(found(root)) }
    switch try scanner.tag() {
    case .open(let name) where name == "dict" || name == "array":
      return name
    case .empty(let name) where name == "dict" || name == "array":
      try close()
      return name
    case .open(let name), .empty(let name):
      throw .notAList("a property list of a single \(Self.meaning(name))")
    case .close, nil:
      throw scanner.stream.broken("it holds neither a dictionary nor an array")
    }
  }

  private func found(_ root: XMLScanner.Tag?) -> String {
    if scanner.documentType == "html" { return "an HTML page" }
    switch root {
    case .open(let name), .empty(let name), .close(let name):
      switch name.lowercased() {
      case "html", "head", "body", "title", "div", "p", "h1", "script", "meta": return "an HTML page"
      case "svg": return "an SVG image"
      default: return "XML of another kind (<\(name)>)"
      }
    case nil:
      return "XML without content"
    }
  }

  private mutating func close() throws(Failure) {
    isOver = true
    guard try scanner.tag() == .close("plist") else { throw scanner.stream.broken("</plist> was expected") }
    guard try scanner.tag() == nil else { throw scanner.stream.broken("something follows </plist>") }
  }

  // MARK: Entries

  /// The next `<key>` and its value, or `nil` at the end of the dictionary.
  private func member() throws(Failure) -> RawEntry? {
    guard let key = try key() else { return nil }
    return RawEntry(name: key, url: try value())
  }

  private func key() throws(Failure) -> Field? {
    switch try scanner.tag() {
    case .open("key"): return try scanner.text(of: "key")
    case .empty("key"): return .text("")
    case .close("dict"): return nil
    case nil: throw scanner.stream.broken("it ends before </dict>")
    case .open(let name), .close(let name), .empty(let name):
      throw scanner.stream.broken("<\(name)> where <key> was expected")
    }
  }

  private func value() throws(Failure) -> Field {
    switch try scanner.tag() {
    case .open("string"): return try scanner.text(of: "string")
    case .empty("string"): return .text("")
    case .open(let name) where name != "key":
      try scanner.skip(name)
      return .other("a \(Self.meaning(name))")
    case .empty(let name) where name != "key":
      return .other("a \(Self.meaning(name))")
    case .open(let name), .close(let name), .empty(let name):
      throw scanner.stream.broken("<\(name)> where a value was expected")
    case nil:
      throw scanner.stream.broken("it ends before a value")
    }
  }

  /// The next element of the array, or `nil` at its end.
  private func element() throws(Failure) -> RawEntry? {
    switch try scanner.tag() {
    case .close("array"): return nil
    case .open("string"): return RawEntry(url: try scanner.text(of: "string"))
    case .empty("string"): return RawEntry(url: .text(""))
    case .empty("dict"): return RawEntry()
    case .open("dict"):
      var entry = RawEntry()
      while let key = try key() { entry.set(try value(), for: key) }
      return entry
    case .open(let name):
      try scanner.skip(name)
      return RawEntry(url: .other("a \(Self.meaning(name))"))
    case .empty(let name):
      return RawEntry(url: .other("a \(Self.meaning(name))"))
    case .close(let name): throw scanner.stream.broken("</\(name)> where </array> was expected")
    case nil: throw scanner.stream.broken("it ends before </array>")
    }
  }

  private static func meaning(_ element: String) -> String {
    switch element {
    case "dict": "dictionary"
    case "array": "list"
    case "integer", "real": "number"
    case "true", "false": "truth value"
    case "data": "block of data"
    case "string": "text"
    default: element
    }
  }
}
