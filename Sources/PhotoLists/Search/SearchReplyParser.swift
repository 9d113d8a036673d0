/// Reads the items of a search service's reply as they arrive, and skips everything else.
struct SearchReplyParser: EntryParser {
  private let scanner: JSONScanner
  private let service: SearchService
  /// The items, or nil until they have been reached.
  private var items: JSONScanner.Elements?

  init(_ stream: ByteStream, _ service: SearchService) {
    scanner = JSONScanner(stream)
    self.service = service
  }

  var isNextAtHand: Bool { !scanner.stream.window.isEmpty }

  /// The error to throw if no item has a URL. If the items are an object, the pointer to them is probably wrong.
  var refusal: ListError.Reason {
    items?.areMembers == true ? .noItems("\(service.items)") : .noLinks("\(service.link)")
  }

  mutating func next() throws(ListError.Reason) -> RawEntry? {
    var items = if let items { items } else { try begin() }
    defer { self.items = items }
    guard try scanner.advance(&items) else {
      if items.count == 0 { throw .nothingFound }
      return nil
    }
    if items.areMembers { _ = try scanner.key() }
    let found = try scanner.fields(at: [service.link, service.name].compactMap { $0?.path[...] })
    return RawEntry(name: found.count > 1 ? found[1] : .missing, url: found[0])
  }

  /// Moves to the items.
  private func begin() throws(ListError.Reason) -> JSONScanner.Elements {
    // A reply that isn't JSON is usually an error page.
    guard [UInt8(ascii: "["), UInt8(ascii: "{")].contains(try scanner.token()) else {
      throw .notFetched("the reply is not JSON")
    }
    guard try scanner.descend(service.items.path), let items = try scanner.enter() else {
      throw .noItems("\(service.items)")
    }
    return items
  }
}

extension JSONScanner {
  /// Moves to the value at a path inside the next value. Returns false if there is none.
  fileprivate func descend(_ path: [String]) throws(Failure) -> Bool {
    for step in path {
      guard var elements = try enter(), try advance(&elements) else { return false }
      while !Self.isSame(try name(in: elements), step) {
        _ = try value()
        guard try advance(&elements) else { return false }
      }
    }
    return true
  }

  /// Reads the next value, and returns the fields at these paths. If a name occurs more than once, its last value is
  /// used.
  fileprivate func fields(at paths: [ArraySlice<String>]) throws(Failure) -> [Field] {
    var found = [Field](repeating: .missing, count: paths.count)
    try collect(paths.enumerated().map { ($0.offset, $0.element) }, into: &found)
    return found
  }

  private typealias Wanted = (index: Int, path: ArraySlice<String>)

  private func collect(_ wanted: [Wanted], into found: inout [Field]) throws(Failure) {
    // Either the value itself is requested, or it contains nothing that is.
    guard wanted.contains(where: { !$0.path.isEmpty }), var elements = try enter() else {
      let field = try value()
      for one in wanted where one.path.isEmpty { found[one.index] = field }
      return
    }
    for one in wanted where one.path.isEmpty { found[one.index] = .other("an object or array") }
    while try advance(&elements) {
      let name = try name(in: elements)
      try collect(
        wanted.compactMap { one in
          one.path.first.map { Self.isSame(name, $0) } == true ? (one.index, one.path.dropFirst()) : nil
        }, into: &found)
    }
  }

  /// Returns the name that a pointer uses for the current element, or nil if the name isn't text or is too long.
  private func name(in elements: Elements) throws(Failure) -> String? {
    guard elements.areMembers else { return String(elements.count - 1) }
    return if case .text(let name) = try key() { name } else { nil }
  }

  /// Compares code points, as RFC 6901 requires. Swift's `==` treats é and e with a combining accent as equal.
  private static func isSame(_ name: String?, _ step: String) -> Bool {
    name?.utf8.elementsEqual(step.utf8) == true
  }
}
