import Foundation

/// Recognizes the format of a list by its first bytes. File extensions and content types are ignored.
enum ListFormat {
  typealias Failure = ListError.Reason

  /// The parser for a stream's content; the stream is left where the parser begins.
  /// - Parameter urlColumn: the column with the URLs, if the list must be a table; nil for any format.
  static func parser(for stream: ByteStream, urlColumn: String? = nil) throws(Failure) -> any EntryParser {
    var start = try stream.start()
    if let encoding = encoding(of: start) {
      // Only XML is read in UTF-16, as libexpat does.
      let first = start.first { ![0, 0xFE, 0xFF].contains($0) }
      guard encoding.hasPrefix("UTF-16"), first == UInt8(ascii: "<") else { throw .encoding(encoding) }
      return try XMLPropertyListParser(stream)
    }
    if start.starts(with: [0xEF, 0xBB, 0xBF]) {
      stream.skip(3)
      start.removeFirst(3)
    }
    if start.starts(with: "bplist".utf8) { return BinaryPropertyListParser(stream) }
    if let found = somethingElse(start) { throw .notAList(found) }

    try stream.skip { $0.isBlank }
    if let urlColumn, try stream.peek() != nil { return try table(stream, urlColumn) }
    switch try stream.peek() {
    case nil: throw .empty
    case UInt8(ascii: "<"): return try XMLPropertyListParser(stream)
    case UInt8(ascii: "{") where try isLines(stream): return JSONLinesParser(stream)
    case UInt8(ascii: "/"):
      if try hasComment(stream) {
        throw .notAList("JSON with comments, which JSON does not allow (remove them)")
      }
      return TextListParser(stream)
    default:
      if let parser = try JSONListParser(stream) { return parser }
      let line = try firstLine(of: stream)
      if let heading = TableHeading(line: line, column: TableHeading.usual) {
        return TableParser(stream, heading)
      }
      return TextListParser(stream)
    }
  }

  private static func table(_ stream: ByteStream, _ column: String) throws(Failure) -> TableParser {
    let line = try firstLine(of: stream)
    if let heading = TableHeading(line: line, column: column) { return TableParser(stream, heading) }
    let text = String(decoding: line, as: UTF8.self)
    let separator = "\t;,".max { one, other in text.count { $0 == one } < text.count { $0 == other } } ?? ","
    throw .noColumn(column, among: TableHeading.names(text, separator))
  }

  private static func firstLine(of stream: ByteStream) throws(Failure) -> [UInt8] {
    let end = try find(in: stream, from: 0) { $0?.isLineBreak ?? true }
    return Array(stream.window.prefix(end ?? 0))
  }

  /// Whether the list begins with a comment, which some programs allow in JSON, and JSON follows.
  private static func hasComment(_ stream: ByteStream) throws(Failure) -> Bool {
    guard try stream.fill(2) else { return false }
    let start = stream.window.prefix(2)
    guard start.elementsEqual("//".utf8) || start.elementsEqual("/*".utf8) else { return false }
    // The result does not depend on how the bytes arrive.
    _ = try stream.fill(4096)
    let text = String(decoding: stream.window.prefix(4096), as: UTF8.self)
    return start.elementsEqual("/*".utf8)
      || text.split(separator: "\n").contains { $0.first == "{" || $0.first == "[" }
  }

  /// The name of an encoding that does not contain ASCII, by the first bytes of a text; nil for all others.
  static func encoding(of start: [UInt8]) -> String? {
    if start.starts(with: [0xFF, 0xFE, 0, 0]) || start.starts(with: [0, 0, 0xFE, 0xFF]) { return "UTF-32" }
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    // Without a byte order mark: a list begins with ASCII, so every other byte is zero.
    func isText(_ byte: UInt8) -> Bool { (0x09...0x7E).contains(byte) }
    guard start.count >= 4 else { return nil }
    if start[0] == 0, start[2] == 0, isText(start[1]), isText(start[3]) { return "UTF-16BE" }
    if start[1] == 0, start[3] == 0, isText(start[0]), isText(start[2]) { return "UTF-16LE" }
    return nil
  }

  private static func somethingElse(_ start: [UInt8]) -> String? {
    if let image = image(start) { return image }
    for (magic, meaning) in magics where start.starts(with: magic) { return meaning }
    if start.count >= 8, start[4..<8].elementsEqual("ftyp".utf8) { return "an image or a film" }
    let isBinary = start.contains { $0 < 0x20 && !$0.isBlank }
    return isBinary ? "binary data" : nil
  }

  /// The kind of image that begins with these 16 bytes.
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
  ]

  /// Whether a list that begins with a brace is JSON Lines, and not one object, name to URL.
  ///
  /// JSON Lines has a whole object on the first line, which has a URL of its own or is not the only line. A line
  /// longer than the window is one object: records are short.
  private static func isLines(_ stream: ByteStream) throws(Failure) -> Bool {
    guard let end = try find(in: stream, from: 0, where: { $0 == UInt8(ascii: "\n") || $0 == nil }) else {
      return false
    }
    let line = stream.window[..<end]
    let scanner = JSONScanner(ByteStream(MemorySource(line), capacity: line.count), isOneLine: true)
    guard let entry = try? scanner.entry() else { return false }
    let rest = try? scanner.token()
    guard rest == nil || rest == UInt8(ascii: "\r") else { return false }
    if entry.url != .missing { return true }
    return try find(in: stream, from: end) { $0?.isBlank == false } != nil
  }

  /// Looks ahead for a byte, or for the end (`nil`), as far as the stream allows.
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
