import Foundation

/// Parses a table: CSV (RFC 4180), TSV, or columns separated by semicolons or vertical bars. One column contains the
/// URLs, and another may contain the names. Blank rows are skipped, because Excel and other programs append them.
struct TableParser: EntryParser {
  let refusal = ListError.Reason.notAList("a table without a single URL")
  private let stream: ByteStream
  private let heading: TableHeading
  private var tokenizer: TableTokenizer

  /// - Parameter stream: A stream positioned at the heading, which is skipped.
  init(_ stream: ByteStream, _ heading: TableHeading) {
    self.stream = stream
    self.heading = heading
    tokenizer = TableTokenizer(stream, separator: heading.separator)
    stream.skip(heading.length)
  }

  var isNextAtHand: Bool {
    stream.holdsLine { $0 <= 0x20 || $0 == heading.separator || $0 == UInt8(ascii: "\"") }
  }

  mutating func next() throws(ListError.Reason) -> RawEntry? {
    while true {
      try stream.skip { $0.isLineBreak }
      guard try stream.peek() != nil else { return nil }
      var entry = RawEntry()
      var isBlank = true
      try tokenizer.record { column, field in
        if column == heading.url { entry.url = field }
        if column == heading.name { entry.name = field }
        if isBlank { isBlank = field.words.map { $0.utf8.allSatisfy { $0 <= 0x20 } } ?? false }
      }
      if !isBlank { return entry }
    }
  }
}

/// Splits the heading and rows of a table into fields.
struct TableTokenizer {
  private let stream: ByteStream
  private let separator: UInt8
  private var text = FieldText()

  init(_ stream: ByteStream, separator: UInt8) {
    self.stream = stream
    self.separator = separator
  }

  /// Reads the fields of a record up to its end, but doesn't skip the line break.
  mutating func record(_ take: (_ column: Int, Field) -> Void) throws(ListError.Reason) {
    var column = 0
    while true {
      take(column, try field())
      column += 1
      guard try stream.peek() == separator else { return }
      stream.skip(1)
    }
  }

  /// Reads a field. Blanks before a quote are ignored, and so is anything between a closing quote and the separator.
  /// Other blanks may be part of a file's name.
  private mutating func field() throws(ListError.Reason) -> Field {
    text.clear()
    let separator = separator
    try stream.skip(while: { $0 == 0x20 || $0 == 0x09 && $0 != separator }, take: { text.append($0) })
    if try stream.peek() == UInt8(ascii: "\"") {
      text.clear()
      try quoted()
      try stream.skip { $0 != separator && !$0.isLineBreak }
    } else {
      try stream.skip(while: { $0 != separator && !$0.isLineBreak }, take: { text.append($0) })
    }
    return text.field
  }

  private mutating func quoted() throws(ListError.Reason) {
    repeat {
      // Skips the opening quote, or the second quote of a pair, which stands for a single quote.
      if try stream.next() == nil { throw stream.broken("a quoted field is not closed") }
      try stream.skip(while: { $0 != UInt8(ascii: "\"") }, take: { text.append($0) })
      if try stream.next() == nil { throw stream.broken("a quoted field is not closed") }
      if try stream.peek() == UInt8(ascii: "\"") { text.append(UInt8(ascii: "\"")) }
    } while try stream.peek() == UInt8(ascii: "\"")
  }
}

/// The heading of a table, with the positions of the columns that are used.
struct TableHeading: Equatable {
  let separator: UInt8
  let url: Int
  let name: Int?
  /// The length of the heading in bytes, without the line break. It is zero if the table has none.
  let length: Int

  /// The separators to try, unless the table declares its own.
  static let separators = Array("\t,;|".utf8)

  /// Returns nil if the record isn't a heading because none of its columns is for URLs.
  /// - Parameters:
  ///   - record: The first record of the table.
  ///   - column: The case-insensitive name of the column with the URLs, or nil for any of the usual ones.
  init?(_ record: [UInt8], separators: [UInt8], column: String?) {
    length = record.count
    for separator in separators {
      let names = Self.names(record, separator)
      // A heading consists of names. In a URL or path, any of these names could occur between commas.
      if column == nil, names.contains(where: Self.isPlace) { return nil }
      let found = column.map { names.firstIndex(of: $0.lowercased()) } ?? EntryKey.url.best(of: names)
      guard let url = found else { continue }
      self.separator = separator
      self.url = url
      name = EntryKey.name.best(of: names)
      return
    }
    return nil
  }

  /// Finds the columns of a table without a heading by looking at its first row.
  ///
  /// Returns nil unless exactly one field is a URL and there are other fields too. A line of text with a URL may also
  /// contain separators.
  init?(firstRow record: [UInt8], separators: [UInt8]) {
    let isQuoted = record.first { !$0.isBlank } == UInt8(ascii: "\"")
    // The separator comes after the quote that ends the first field. Later quoted fields may contain other
    // separators.
    let behindQuote = isQuoted ? Self.behindQuotes(record) : nil
    let rows = separators.filter { behindQuote == nil || $0 == behindQuote }.map {
      (separator: $0, fields: Self.names(record, $0))
    }
    for (separator, fields) in rows.sorted(by: { $0.fields.count > $1.fields.count }) {
      let urls = fields.indices.filter { Self.isWebAddress(fields[$0]) }
      guard urls.count == 1, isQuoted || fields.count > 1 && (urls[0] > 0 || separator == UInt8(ascii: "\t"))
      else { continue }
      self.separator = separator
      (url, length) = (urls[0], 0)
      name = fields.indices.first { $0 != urls[0] && !fields[$0].isEmpty && Double(fields[$0]) == nil }
      return
    }
    return nil
  }

  /// Returns the first byte after the quoted first field, other than blanks, or nil at the end of the record.
  private static func behindQuotes(_ record: [UInt8]) -> UInt8? {
    let quote = UInt8(ascii: "\"")
    guard var place = record.firstIndex(of: quote) else { return nil }
    // A pair of quotes stands for a single quote, so it doesn't end the field.
    repeat {
      guard let next = record[(place + 1)...].firstIndex(of: quote) else { return nil }
      place = next + 1
    } while place < record.count && record[place] == quote
    return record[min(place, record.count)...].first { $0 == UInt8(ascii: "\t") || !$0.isBlank }
  }

  /// Returns the names of the columns in lowercase, or an empty array if the record is cut off inside quotes.
  static func names(_ record: [UInt8], _ separator: UInt8) -> [String] {
    var tokenizer = TableTokenizer(ByteStream(MemorySource(record)), separator: separator)
    var names: [String] = []
    do throws(ListError.Reason) {
      try tokenizer.record { _, field in
        names.append((field.words ?? "").trimmingCharacters(in: .whitespacesAndNewlines).lowercased())
      }
    } catch {
      return []
    }
    return names
  }

  /// Returns the separator declared by a first line such as `sep=;`, which is meant for Excel. Excel may append
  /// separators.
  static func separator(namedBy line: [UInt8]) -> UInt8? {
    let text = line.drop { $0 == UInt8(ascii: "\"") }
    guard text.count > 4, String(decoding: text.prefix(4), as: UTF8.self).lowercased() == "sep=" else {
      return nil
    }
    let rest = text.dropFirst(4)
    guard let separator = rest.first,
      rest.allSatisfy({ $0 == separator || $0 == UInt8(ascii: "\"") || $0 == 0x20 })
    else { return nil }
    return separator
  }

  static func isWebAddress(_ cell: String) -> Bool { cell.hasPrefix("http://") || cell.hasPrefix("https://") }

  /// Returns whether a cell is a URL or a path.
  static func isPlace(_ cell: String) -> Bool {
    cell.contains("://") || cell.hasPrefix("/") || ImageExtension.length(in: cell) != nil
  }
}
