import Base

/// Plain text with a URL a line. Blank lines, and lines that begin with `#`, are ignored.
struct TextListParser: EntryParser {
  let refusal = ListError.Reason.notAList("text without a line that is a URL")
  private let stream: ByteStream
  private var line = FieldText()
  private var hasEntries = false

  init(_ stream: ByteStream) {
    self.stream = stream
  }

  var isNextAtHand: Bool { stream.holdsLine }

  mutating func next() throws(ListError.Reason) -> RawEntry? {
    while true {
      try stream.skip { $0.isBlank }
      guard let first = try stream.peek() else {
        if !hasEntries { throw .empty }
        return nil
      }
      if first == UInt8(ascii: "#") {
        try stream.skip { !$0.isLineBreak }
      } else {
        hasEntries = true
        line.clear()
        try stream.skip(while: { !$0.isLineBreak }, take: { line.append($0) })
        return RawEntry(url: line.field)
      }
    }
  }

  /// Any text has lines, so a photo's line must have a scheme, a path without spaces, or an image's file extension.
  func looksLikePhoto(_ entry: RawEntry) -> Bool {
    guard case .text(let text) = entry.url, !Printable.hasControls(text) else { return false }
    return text.contains("://") || ImageExtension.length(in: text) != nil
      || text.contains("/") && !text.contains(" ")
  }
}
