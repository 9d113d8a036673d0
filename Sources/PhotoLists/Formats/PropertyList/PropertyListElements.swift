import Base

/// Builds entries from the elements of an XML property list, which arrive in document order.
struct PropertyListElements {
  typealias Failure = ListError.Reason

  private enum Place {
    case document, plist, dictionary, array, entry, afterList
  }

  private var place = Place.document
  /// The name in `<!DOCTYPE name …>`, in lowercase.
  private(set) var documentType: String?
  private var key: Field?
  private var entry = RawEntry()
  private var text = FieldText()
  /// Whether the current text is part of a name or a value.
  private(set) var isInText = false
  /// The number of open elements in a value that isn't text.
  private var depth = 0
  /// The kind of value that isn't text.
  private var other = ""

  /// The maximum nesting depth. No list of photos is nested more deeply.
  private static let deepest = 256

  /// The complete entries that haven't been taken yet.
  var entries: [RawEntry] = []

  /// Whether `<plist>` has been found.
  var hasRoot: Bool { place != .document }

  // MARK: Events

  mutating func documentType(_ name: String, hasDeclarations: Bool) throws(Failure) {
    let name = name.lowercased()
    documentType = name
    guard hasDeclarations else { return }
    guard name == "plist" else { throw .notAList(kind(ofRoot: name)) }
    throw broken("its document type contains declarations, which are not supported")
  }

  mutating func open(_ element: String) throws(Failure) {
    if depth > 0 {
      depth += 1
      if depth > Self.deepest { throw broken("it is nested too deeply") }
      return
    }
    if isInText { throw broken("<\(Self.shown(element))> inside text") }
    switch place {
    case .document:
      guard element == "plist" else { throw .notAList(kind(ofRoot: element)) }
      place = .plist
    case .plist:
      switch element {
      case "dict": place = .dictionary
      case "array": place = .array
      default: throw .notAList("a property list of a single \(Self.meaning(element))")
      }
    case .dictionary, .entry:
      guard (key == nil) == (element == "key") else {
        throw broken("<\(Self.shown(element))> where \(expected) was expected")
      }
      beginValue(element)
    case .array where element == "dict":
      place = .entry
      entry = RawEntry()
    case .array:
      beginValue(element)
    case .afterList:
      throw broken("</plist> was expected")
    }
  }

  mutating func text(_ piece: UnsafeRawBufferPointer) {
    text.append(piece)
  }

  /// Closes the innermost open element. XML guarantees that the end tag matches it.
  mutating func close() throws(Failure) {
    if depth > 0 {
      depth -= 1
      if depth == 0 { endValue(.other("a \(other)")) }
    } else if isInText {
      isInText = false
      endValue(text.field)
    } else if key != nil {
      throw broken("</dict> where a value was expected")
    } else if place == .entry {
      entries.append(entry)
      place = .array
    } else if place == .plist {
      throw broken("it contains neither a dictionary nor an array")
    } else {
      place = .afterList
    }
  }

  // MARK: Values

  private var expected: String { key == nil ? "<key>" : "a value" }

  private mutating func beginValue(_ element: String) {
    if element == "string" || element == "key" && place != .array {
      isInText = true
      text.clear()
    } else {
      other = Self.meaning(element)
      depth = 1
    }
  }

  private mutating func endValue(_ value: Field) {
    if place == .array {
      entries.append(RawEntry(url: value))
    } else if let name = key {
      key = nil
      if place == .entry {
        entry.set(value, for: name)
      } else {
        entries.append(RawEntry(name: name, url: value))
      }
    } else {
      key = value
    }
  }

  // MARK: Words

  /// Returns an error without a position. The parser fills in the position.
  func broken(_ what: String) -> Failure { .broken(what, entry: entries.count + 1, byte: 0) }

  private func kind(ofRoot element: String) -> String {
    if documentType == "html" { return "an HTML page" }
    switch element.lowercased() {
    case "html", "head", "body", "title", "div", "p", "h1", "script", "meta": return "an HTML page"
    case "svg": return "an SVG image"
    default: return "XML of another kind (<\(Self.shown(element))>)"
    }
  }

  private static func meaning(_ element: String) -> String {
    switch element {
    case "dict": "dictionary"
    case "array": "list"
    case "integer", "real": "number"
    case "true", "false": "boolean"
    case "data": "block of data"
    case "string": "text"
    default: shown(element)
    }
  }

  private static func shown(_ element: String) -> String { Printable.text(element, limit: 40) }
}
