import Foundation

/// Detects the format of a list from its first bytes. File extensions and content types are ignored.
enum ListFormat {
  typealias Failure = ListError.Reason

  /// Returns a parser for a stream. The stream is left at the position where the parser begins.
  /// - Parameters:
  ///   - urlColumn: The column with the URLs, which requires the list to be a table. Nil allows any format.
  ///   - files: The files that lines of text may refer to.
  static func parser(
    for stream: ByteStream, urlColumn: String? = nil, files: LocalFiles? = nil
  ) throws(Failure) -> any EntryParser {
    var start = try stream.start()
    if let encoding = encoding(of: start) {
      // In UTF-16, only XML is supported, because libexpat decodes it.
      let first = start.first { ![0, 0xFE, 0xFF].contains($0) }
      guard encoding.hasPrefix("UTF-16"), first == UInt8(ascii: "<") else { throw .encoding(encoding) }
      return try XMLPropertyListParser(stream)
    }
    if start.starts(with: [0xEF, 0xBB, 0xBF]) {
      stream.skip(3)
      start.removeFirst(3)
    }
    if start.starts(with: "bplist".utf8) { throw .binaryPropertyList }
    if urlColumn == nil, let parser = try paths(in: stream, start, files) { return parser }
    if let found = somethingElse(start) { throw .notAList(found) }

    try stream.skip { $0.isLineBreak }
    // The first heading of a table may be blank.
    let first = try find(in: stream, from: 0) { $0?.isBlank != true }.flatMap {
      stream.window.dropFirst($0).first
    }
    let isTable = first.map { !"<{[".utf8.contains($0) } ?? false
    if isTable, let heading = try heading(of: stream, urlColumn, files) {
      return TableParser(stream, heading)
    }
    try stream.skip { $0.isBlank }
    if let urlColumn, first != nil { throw .noTable(column: urlColumn) }
    switch try stream.peek() {
    case nil: throw .empty
    case UInt8(ascii: "<"): return try XMLPropertyListParser(stream)
    case UInt8(ascii: "{"): return JSONObjectParser(stream)
    case UInt8(ascii: "/") where try hasComment(stream):
      throw .notAList("JSON with comments, which JSON does not allow (remove them)")
    // The line is a path on the server that the list comes from.
    case UInt8(ascii: "/"): return TextListParser(stream, files: files)
    default: return try JSONListParser(stream) ?? TextListParser(stream, files: files)
    }
  }

  // MARK: Paths

  /// Returns a parser for paths if the first line is a path, or if entries end with null bytes. This check comes
  /// first, because a path can start like any other format.
  private static func paths(
    in stream: ByteStream, _ start: [UInt8], _ files: LocalFiles?
  ) throws(Failure) -> TextListParser? {
    // JSON and XML may arrive slowly and without a line break, so they must not be searched for one.
    if isMarkup(start) { return nil }
    let end = try find(in: stream, from: 0) { $0 == 0 || $0?.isLineBreak ?? true } ?? 0
    let first = Array(stream.window.prefix(end))
    if first.isEmpty { return nil }
    let isFile = files?.url(ofExisting: first) != nil
    let isPlace = isFile || TableHeading.isPlace(String(decoding: first, as: UTF8.self))
    if stream.window.dropFirst(end).first == 0 {
      return isPlace ? TextListParser(stream, files: files, endsWithNulls: true) : nil
    }
    if isFile { return TextListParser(stream, files: files) }
    // The first file name may contain a line break.
    guard files != nil, !isPlace || first.first == UInt8(ascii: "/"),
      let null = try null(afterPathIn: stream, from: end),
      files?.url(ofExisting: stream.window.prefix(null)) != nil
    else { return nil }
    return TextListParser(stream, files: files, endsWithNulls: true)
  }

  /// Looks ahead for the null byte after a path. The search ends at a URL's scheme, because a piped list of URLs may
  /// pause after any line.
  private static func null(afterPathIn stream: ByteStream, from start: Int) throws(Failure) -> Int? {
    let sign = Array("://".utf8)
    var (matched, length) = (0, start)
    let end = try find(in: stream, from: start) { byte in
      guard let byte else { return true }
      matched = byte == sign[matched] ? matched + 1 : byte == sign[0] ? 1 : 0
      length += 1
      return byte == 0 || matched == sign.count || length > PATH_MAX
    }
    return end.flatMap { stream.window.dropFirst($0).first == 0 ? $0 : nil }
  }

  /// Returns whether a list starts like JSON or XML.
  private static func isMarkup(_ start: [UInt8]) -> Bool {
    guard let first = start.first, let second = start.dropFirst().first else { return false }
    switch first {
    case UInt8(ascii: "<"): return "?!pP".utf8.contains(second)
    case UInt8(ascii: "{"): return second.isBlank || "\"}".utf8.contains(second)
    case UInt8(ascii: "["): return second.isBlank || "\"]{[".utf8.contains(second)
    default: return false
    }
  }

  // MARK: Tables

  /// Returns the heading of a table, or nil if the list isn't a table. Comments before the heading are skipped.
  /// - Parameters:
  ///   - column: The column with the URLs, or nil for any of the usual ones.
  ///   - files: The files that a line may refer to although it starts like a comment.
  private static func heading(
    of stream: ByteStream, _ column: String?, _ files: LocalFiles?
  ) throws(Failure) -> TableHeading? {
    var separators = TableHeading.separators
    var line = try firstLine(of: stream)
    while line.first == UInt8(ascii: "#"), files?.url(ofExisting: line) == nil,
      TableHeading(line, separators: separators, column: column) == nil
    {
      stream.skip(line.count)
      try stream.skip { $0.isLineBreak }
      line = try firstLine(of: stream)
    }
    // If one of these bytes comes after the comments, the list has another format and isn't a table.
    if let first = line.first(where: { !$0.isBlank }), "<{[".utf8.contains(first) { return nil }
    let named = TableHeading.separator(namedBy: line)
    if let named {
      separators = [named]
      stream.skip(line.count)
      try stream.skip { $0.isLineBreak }
    }
    let record = try firstRecord(of: stream)
    if let heading = TableHeading(record, separators: separators, column: column) { return heading }
    if column == nil, let table = TableHeading(firstRow: record, separators: separators) { return table }
    let splits = separators.map { TableHeading.names(record, $0) }
    let names = splits.max { $0.count < $1.count } ?? []
    if let column { throw .noColumn(column, among: names) }
    let isTable = try hasURL(inRecordAfter: record.count, of: stream, like: splits, separators)
    guard isTable || named != nil else { return nil }
    throw .noURLColumn(among: names)
  }

  /// Returns whether the second record has as many fields as the first and contains a URL, while no field of the
  /// first is one.
  private static func hasURL(
    inRecordAfter length: Int, of stream: ByteStream, like splits: [[String]], _ separators: [UInt8]
  ) throws(Failure) -> Bool {
    guard splits.contains(where: { $0.count > 1 }), !splits.joined().contains(where: TableHeading.isPlace),
      let start = try find(in: stream, from: length, where: { $0?.isBlank != true }),
      let end = try find(in: stream, from: start, where: { $0?.isLineBreak ?? true })
    else { return false }
    let row = Array(stream.window[start..<end])
    return zip(separators, splits).contains { separator, heading in
      let cells = TableHeading.names(row, separator)
      return heading.count > 1 && cells.count == heading.count
        && cells.contains(where: TableHeading.isWebAddress)
    }
  }

  private static func firstLine(of stream: ByteStream) throws(Failure) -> [UInt8] {
    let end = try find(in: stream, from: 0) { $0?.isLineBreak ?? true }
    return Array(stream.window.prefix(end ?? 0))
  }

  /// The maximum number of lines in a heading. Each additional line means parsing all of them again.
  private static let mostHeadingLines = 64

  /// Returns the first record, which is longer than the first line if it contains a line break in quotes.
  private static func firstRecord(of stream: ByteStream) throws(Failure) -> [UInt8] {
    let line = try firstLine(of: stream)
    var record = line
    var lines = 1
    while TableHeading.separators.contains(where: { TableHeading.names(record, $0).isEmpty }) {
      lines += 1
      if lines > mostHeadingLines { return line }
      let start = record.count + 1
      guard try stream.fill(start + 1),
        let end = try find(in: stream, from: start, where: { $0?.isLineBreak ?? true })
      else { return line }
      record = Array(stream.window.prefix(end))
    }
    return record
  }

  // MARK: Other formats

  /// Returns whether the list starts with a comment followed by JSON. Some programs allow comments in JSON.
  private static func hasComment(_ stream: ByteStream) throws(Failure) -> Bool {
    guard try stream.fill(2) else { return false }
    let start = stream.window.prefix(2)
    guard start.elementsEqual("//".utf8) || start.elementsEqual("/*".utf8) else { return false }
    // A fixed number of bytes is read first, so that the result doesn't depend on how the bytes arrive.
    _ = try stream.fill(4096)
    let text = String(decoding: stream.window.prefix(4096), as: UTF8.self)
    return start.elementsEqual("/*".utf8)
      || text.split(separator: "\n").contains { $0.first == "{" || $0.first == "[" }
  }

  /// Returns the name of the encoding if the first bytes are in an encoding that doesn't contain ASCII. Otherwise,
  /// returns nil.
  static func encoding(of start: [UInt8]) -> String? {
    if start.starts(with: [0xFF, 0xFE, 0, 0]) || start.starts(with: [0, 0, 0xFE, 0xFF]) { return "UTF-32" }
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    // This detects UTF-16 and UTF-32 without a byte order mark. A list starts with ASCII, so the other bytes of each
    // character are zero.
    func isText(_ byte: UInt8) -> Bool { (0x09...0x7E).contains(byte) }
    guard start.count >= 4 else { return nil }
    if start[0...2].allSatisfy({ $0 == 0 }), isText(start[3]) { return "UTF-32BE" }
    if isText(start[0]), start[1...3].allSatisfy({ $0 == 0 }) { return "UTF-32LE" }
    if start[0] == 0, start[2] == 0, isText(start[1]), isText(start[3]) { return "UTF-16BE" }
    if start[1] == 0, start[3] == 0, isText(start[0]), isText(start[2]) { return "UTF-16LE" }
    return nil
  }

  private static func somethingElse(_ start: [UInt8]) -> String? {
    if let image = image(start) { return image }
    for (magic, meaning) in magics where start.starts(with: magic) { return meaning }
    if start.count >= 8, start[4..<8].elementsEqual("ftyp".utf8) { return "an image or a video" }
    let isBinary = start.contains { $0 < 0x20 && !$0.isBlank }
    return isBinary ? "binary data" : nil
  }

  /// Returns the type of image that starts with these 16 bytes, or nil.
  static func image(_ start: [UInt8]) -> String? {
    for (magic, meaning) in imageMagics where start.starts(with: magic) { return meaning }
    let isWebP =
      start.count >= 12 && start.starts(with: "RIFF".utf8) && start[8..<12].elementsEqual("WEBP".utf8)
    return isWebP ? "a WebP image" : nil
  }

  private static let imageMagics: [([UInt8], String)] = [
    ([0x89, 0x50, 0x4E, 0x47], "a PNG image"),
    ([0xFF, 0xD8], "a JPEG image"),
    (Array("GIF8".utf8), "a GIF image"),
    ([0x49, 0x49, 0x2A, 0], "a TIFF image"),
    ([0x4D, 0x4D, 0, 0x2A], "a TIFF image"),
  ]

  private static let magics: [([UInt8], String)] = [
    (Array("%PDF-".utf8), "a PDF document"),
    ([0x50, 0x4B, 3, 4], "a zip archive (unpack it first)"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "compressed with xz (unpack it first)"),
    (Array("BZh".utf8), "compressed with bzip2 (unpack it first)"),
    ([0x28, 0xB5, 0x2F, 0xFD], "compressed with zstd (unpack it first)"),
  ]

  /// Looks ahead for a matching byte or for the end, which is passed as nil. The search is limited to the window.
  private static func find(
    in stream: ByteStream, from start: Int, where isFound: (UInt8?) -> Bool
  ) throws(Failure) -> Int? {
    var start = start
    while true {
      let window = stream.window
      if let found = window[start...].firstIndex(where: isFound) { return found }
      start = window.count
      if try !stream.refill() { return start < stream.capacity && isFound(nil) ? start : nil }
    }
  }
}
