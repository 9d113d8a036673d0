/// Reads the items of a search service's reply as they arrive, and skips what is around them.
struct SearchReplyParser: EntryParser {
  let kind = "a search service's reply"
  private let scanner: JSONScanner
  private let service: SearchService
  private var closing: Unicode.Scalar?
  private var isFirst = true
  private var isOver = false

  init(_ stream: ByteStream, _ service: SearchService) {
    scanner = JSONScanner(stream)
    self.service = service
  }

  var isNextAtHand: Bool { !scanner.stream.window.isEmpty }

  /// An object without URLs is unlikely to hold the items: the array is elsewhere.
  var refusal: ListError.Reason {
    closing == "}" ? .noItems("\(service.items)") : .noLinks("\(service.link)")
  }

  mutating func next() throws(ListError.Reason) -> RawEntry? {
    if isOver { return nil }
    if closing == nil { closing = try begin() }
    guard let closing else { return nil }
    guard try scanner.goOn(to: closing, isFirst: isFirst) else {
      isOver = true
      if isFirst { throw .nothingFound }
      return nil
    }
    isFirst = false
    if closing == "}" { _ = try scanner.key() }
    let found = try scanner.fields(at: [service.link, service.name].compactMap { $0?.path[...] })
    return RawEntry(name: found.count > 1 ? found[1] : .missing, url: found[0])
  }

  /// Goes to the items. Returns the sign that closes them.
  private func begin() throws(ListError.Reason) -> Unicode.Scalar {
    // Usually an error page.
    guard [UInt8(ascii: "["), UInt8(ascii: "{")].contains(try scanner.token()) else {
      throw .notFetched("the reply is not JSON")
    }
    guard try scanner.descend(service.items.path) else { throw .noItems("\(service.items)") }
    switch try scanner.token() {
    case UInt8(ascii: "["):
      scanner.stream.skip(1)
      return "]"
    case UInt8(ascii: "{"):
      scanner.stream.skip(1)
      return "}"
    default: throw .noItems("\(service.items)")
    }
  }
}

extension JSONScanner {
  /// Goes down into the value that is next: `false` when it has no such place. The value there is next then.
  fileprivate func descend(_ path: [String]) throws(Failure) -> Bool {
    for step in path {
      guard let closing = try enter() else { return false }
      var number = 0
      repeat {
        guard try goOn(to: closing, isFirst: number == 0) else { return false }
        if Self.isSame(try member(number, of: closing), step) { break }
        _ = try value()
        number += 1
      } while true
    }
    return true
  }

  /// What stands at these places of the value that is next, which is passed over; of equal names the last counts.
  fileprivate func fields(at paths: [ArraySlice<String>]) throws(Failure) -> [Field] {
    var found = [Field](repeating: .missing, count: paths.count)
    try collect(paths.enumerated().map { ($0.offset, $0.element) }, into: &found)
    return found
  }

  private typealias Wanted = (index: Int, path: ArraySlice<String>)

  private func collect(_ wanted: [Wanted], into found: inout [Field]) throws(Failure) {
    // Whatever is there has no more steps to go, or none that is asked for.
    guard wanted.contains(where: { !$0.path.isEmpty }), let closing = try enter() else {
      let field = try value()
      for one in wanted where one.path.isEmpty { found[one.index] = field }
      return
    }
    for one in wanted where one.path.isEmpty { found[one.index] = .other("an object or array") }
    var number = 0
    while try goOn(to: closing, isFirst: number == 0) {
      let name = try member(number, of: closing)
      try collect(
        wanted.compactMap { one in
          one.path.first.map { Self.isSame(name, $0) } == true ? (one.index, one.path.dropFirst()) : nil
        }, into: &found)
      number += 1
    }
  }

  /// Skips an opening sign. Returns the one that closes it, or nil where there is none.
  private func enter() throws(Failure) -> Unicode.Scalar? {
    switch try token() {
    case UInt8(ascii: "{"):
      stream.skip(1)
      return "}"
    case UInt8(ascii: "["):
      stream.skip(1)
      return "]"
    default: return nil
    }
  }

  /// What the next member or element is called in a pointer; nil for a name that is too long, or no text.
  private func member(_ number: Int, of closing: Unicode.Scalar) throws(Failure) -> String? {
    guard closing == "}" else { return String(number) }
    return if case .text(let name) = try key() { name } else { nil }
  }

  /// Code point by code point, as RFC 6901 has it: Swift's `==` takes é and e with an accent for the same.
  private static func isSame(_ name: String?, _ step: String) -> Bool {
    name?.utf8.elementsEqual(step.utf8) == true
  }
}
