import Base

/// Parses plain text with one URL or path per line. Blank lines and lines that start with `#` are ignored, unless
/// files with these names exist.
///
/// Entries may instead end with null bytes, as in the output of `find -print0`. They may then contain line breaks.
struct TextListParser: EntryParser {
  let refusal = ListError.Reason.notAList("text in which no line is a URL")
  private let stream: ByteStream
  private let files: LocalFiles?
  private let endsWithNulls: Bool
  private var line = FieldText()
  private var hasEntries = false

  /// - Parameter files: The files that lines may refer to.
  init(_ stream: ByteStream, files: LocalFiles? = nil, endsWithNulls: Bool = false) {
    self.stream = stream
    self.files = files
    self.endsWithNulls = endsWithNulls
  }

  var isNextAtHand: Bool {
    if endsWithNulls { return stream.window.contains(0) }
    var lines = stream.window.drop(while: \.isBlank)
    while lines.first == UInt8(ascii: "#") {
      lines = lines.drop { !$0.isLineBreak }.drop(while: \.isBlank)
    }
    return lines.contains(where: \.isLineBreak)
  }

  mutating func next() throws(ListError.Reason) -> RawEntry? {
    while try stream.peek() != nil {
      line.clear()
      try stream.skip(while: { [endsWithNulls] in !Self.isEnd($0, endsWithNulls) }, take: { line.append($0) })
      if try stream.peek() != nil { stream.skip(1) }
      guard let first = line.bytes.first(where: { !$0.isBlank }) else { continue }
      if first == UInt8(ascii: "#"), !isFile(line.bytes) { continue }
      hasEntries = true
      return RawEntry(url: line.field)
    }
    if !hasEntries { throw .empty }
    return nil
  }

  /// Returns whether a line looks like a photo. Any text has lines, so the line must be a file, or have a scheme, a
  /// path without spaces, or an image's file extension.
  func looksLikePhoto(_ entry: RawEntry) -> Bool {
    switch entry.url {
    case .text(let text):
      if isFile(Array(text.utf8)) { return true }
      let text = Printable.trimmed(text)
      let hasScheme = text.contains("://")
      // Binary data may contain a web address, but doesn't start with one.
      if Printable.hasControls(text) { return hasScheme && text.prefix(4).lowercased() == "http" }
      return hasScheme || ImageExtension.length(in: text) != nil || text.contains("/") && !text.contains(" ")
    case .notUTF8(_, let bytes): return isFile(bytes)
    default: return false
    }
  }

  private func isFile(_ path: [UInt8]) -> Bool { files?.url(ofExisting: path) != nil }

  private static func isEnd(_ byte: UInt8, _ endsWithNulls: Bool) -> Bool {
    endsWithNulls ? byte == 0 : byte.isLineBreak
  }
}
