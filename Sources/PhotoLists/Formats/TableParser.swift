import Foundation

/// A table with a heading: CSV (RFC 4180), also with semicolons in place of commas, or TSV. A column has the URLs, and one
/// that is called “name” the names.
struct TableParser: EntryParser {
  let refusal = ListError.Reason.notAList("a table without a single URL")
  private let stream: ByteStream
  private let heading: TableHeading
  private var text = FieldText()

  /// - Parameter stream: It stands at the heading, which is skipped.
  init(_ stream: ByteStream, _ heading: TableHeading) {
    self.stream = stream
    self.heading = heading
    stream.skip(heading.length)
  }

  var isNextAtHand: Bool { stream.holdsLine }

  mutating func next() throws(ListError.Reason) -> RawEntry? {
    try stream.skip { $0.isLineBreak }
    guard try stream.peek() != nil else { return nil }
    var entry = RawEntry()
    var column = 0
    while true {
      let field = try field()
      if column == heading.url { entry.url = field }
      if column == heading.name { entry.name = field }
      column += 1
      guard try stream.peek() == heading.separator else { break }
      stream.skip(1)
    }
    // Text after a closing quote is ignored.
    try stream.skip { !$0.isLineBreak }
    return entry
  }

  private mutating func field() throws(ListError.Reason) -> Field {
    text.clear()
    let separator = heading.separator
    guard try stream.peek() == UInt8(ascii: "\"") else {
      try stream.skip(while: { $0 != separator && !$0.isLineBreak }, take: { text.append($0) })
      return text.field
    }
    repeat {
      // The second of two quotes stands for one.
      if try stream.next() == nil { throw stream.broken("a quoted field has no end") }
      try stream.skip(while: { $0 != UInt8(ascii: "\"") }, take: { text.append($0) })
      if try stream.next() == nil { throw stream.broken("a quoted field has no end") }
      if try stream.peek() == UInt8(ascii: "\"") { text.append(UInt8(ascii: "\"")) }
    } while try stream.peek() == UInt8(ascii: "\"")
    return text.field
  }
}

/// The first line of a table: which column is what.
struct TableHeading: Equatable {
  let separator: UInt8
  let url: Int
  let name: Int?
  /// In bytes, without the line break.
  let length: Int

  /// The default name of the column with the URLs.
  static let usual = "url"

  /// Nil if no column of the line has that name: it is not a heading.
  /// - Parameter column: the name of the column with the URLs, in any case.
  init?(line: some Collection<UInt8>, column: String) {
    let text = String(decoding: line, as: UTF8.self)
    length = line.count
    for separator in "\t,;" {
      let names = Self.names(text, separator)
      guard let url = names.firstIndex(of: column.lowercased()) else { continue }
      self.separator = separator.asciiValue ?? 0
      self.url = url
      name = names.firstIndex(of: "name")
      return
    }
    return nil
  }

  /// The columns' names, in lower case.
  static func names(_ line: String, _ separator: Character) -> [String] {
    line.split(separator: separator, omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: CharacterSet(charactersIn: "\" \r\u{FEFF}")).lowercased()
    }
  }
}
