import Base
import CExpat

/// Parses an XML property list: a dictionary of names and URLs, an array of dictionaries with `name` and `url`, or an
/// array of URLs.
///
/// libexpat reads the XML piece by piece. Entities and default attributes, which could expand a small file or fetch
/// another one, have no effect: a document type with declarations is rejected, and an external one isn't read.
final class XMLPropertyListParser: EntryParser {
  typealias Failure = ListError.Reason

  let refusal = ListError.Reason.noURLInPropertyList
  private let stream: ByteStream
  private let expat: XML_Parser
  fileprivate var elements = PropertyListElements()
  /// The entries of the latest piece that haven't been returned yet.
  private var entries: ArraySlice<RawEntry> = []
  private var isOver = false
  private var failure: Failure?

  /// The offset in the stream at which the document starts.
  private let start: Int
  /// The number of bytes passed to expat.
  private var given = 0
  /// The number of bytes that expat has parsed.
  private var parsed = 0
  /// The first bytes, which are used to describe a document that isn't XML.
  private var beginning: [UInt8] = []
  private var declaredEncoding = "an unknown encoding"

  /// The maximum number of bytes in a tag, comment or declaration. Expat buffers these, and scans them again each
  /// time more bytes arrive. Text, by contrast, is passed on in pieces.
  private static let longestTag = 64 << 10
  private static let documentType = "<!doctype"
  /// The maximum number of bytes passed to expat in one call. It is small, so that the effect of `longestTag` hardly
  /// depends on how the bytes arrive.
  private static let piece = 4 << 10

  /// - Parameter stream: A stream positioned at the first `<`, or at the byte order mark if it is in UTF-16 and has
  ///   one.
  init(_ stream: ByteStream) throws(Failure) {
    guard let expat = XML_ParserCreate(nil) else { throw .unreadable("there is not enough memory") }
    self.stream = stream
    self.expat = expat
    start = stream.offset
    setHandlers()
  }

  deinit {
    XML_ParserFree(expat)
  }

  var isNextAtHand: Bool { !entries.isEmpty || failure != nil || isOver }

  func next() throws(Failure) -> RawEntry? {
    while entries.isEmpty, !isOver {
      if let failure { throw failure }
      try parsePiece()
    }
    return entries.popFirst()
  }

  private func parsePiece() throws(Failure) {
    let isLast = try stream.peek() == nil
    let piece = UnsafeRawBufferPointer(rebasing: stream.window.prefix(Self.piece))
    let count = piece.count
    beginning += piece.prefix(1024 - beginning.count)
    given += count
    let status = XML_Parse(
      expat, piece.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(count), isLast ? 1 : 0)
    // The index is -1 while expat waits for more input.
    parsed = max(parsed, Int(cexpat_byte_index(expat)))
    if status == XML_STATUS_ERROR {
      // The bytes after the error show what kind of document this is. They may not have arrived yet.
      _ = try stream.fill(count + Self.documentType.utf8.count)
      beginning += stream.window.dropFirst(count).prefix(1024 - beginning.count)
      failure = failure ?? problem()
    } else if given - parsed > Self.longestTag {
      failure = broken("a tag or comment is longer than \(Self.longestTag) bytes")
    }
    isOver = isLast && failure == nil
    stream.skip(count)
    entries = ArraySlice(elements.entries)
    elements.entries = []
  }

  // MARK: What is wrong

  private func broken(_ what: String) -> Failure {
    .broken(what, entry: stream.entries + elements.entries.count + 1, byte: start + parsed)
  }

  /// Returns the reason why expat stopped.
  private func problem() -> Failure {
    let code = XML_GetErrorCode(expat)
    if code == XML_ERROR_UNKNOWN_ENCODING { return .encoding(declaredEncoding) }
    if !elements.hasRoot, elements.documentType != "plist", let found = somethingElse {
      return .notAList(found)
    }
    switch code {
    case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR,
      XML_ERROR_UNCLOSED_CDATA_SECTION:
      return broken("it ends too early")
    case XML_ERROR_JUNK_AFTER_DOC_ELEMENT:
      return broken("there is text after </plist>")
    case XML_ERROR_INCORRECT_ENCODING:
      return broken("it claims to be \(declaredEncoding) but is not")
    default:
      return broken(XML_ErrorString(code).map { String(cString: $0) } ?? "it is not XML")
    }
  }

  /// A description of a document without a first element, which is more likely a web page than a damaged list.
  private var somethingElse: String? {
    let before = String(decoding: beginning.prefix(parsed), as: UTF8.self).lowercased()
    if before.contains("<plist") { return nil }
    // XML accepts `<!DOCTYPE` in capitals only.
    let next = String(decoding: beginning.dropFirst(parsed), as: UTF8.self).lowercased()
    let isPage =
      elements.documentType == "html" || before.contains("<html") || next.hasPrefix(Self.documentType)
    return isPage ? "an HTML page" : "markup of an unknown kind"
  }

  // MARK: What expat reports

  private func setHandlers() {
    XML_SetUserData(expat, Unmanaged.passUnretained(self).toOpaque())
    XML_SetXmlDeclHandler(expat) { parser, _, encoding, _ in
      if let encoding { of(parser)?.declaredEncoding = Printable.text(String(cString: encoding), limit: 40) }
    }
    XML_SetStartDoctypeDeclHandler(expat) { parser, name, _, _, hasDeclarations in
      of(parser)?.take { elements throws(Failure) in
        try elements.documentType(string(name), hasDeclarations: hasDeclarations != 0)
      }
    }
    XML_SetElementHandler(
      expat,
      { parser, name, _ in
        of(parser)?.take { elements throws(Failure) in try elements.open(string(name)) }
      },
      { parser, _ in
        of(parser)?.take { elements throws(Failure) in try elements.close() }
      })
    // Expat reports the names of unknown entities only if the document seems to have an external document type.
    XML_UseForeignDTD(expat, 1)
    XML_SetSkippedEntityHandler(expat) { parser, name, _ in
      of(parser)?.take { elements throws(Failure) in
        throw elements.broken("the unknown character '&\(Printable.text(string(name), limit: 40));'")
      }
    }
  }

  private func take(_ event: (inout PropertyListElements) throws(Failure) -> Void) {
    // Expat may report more events after it has been stopped.
    guard failure == nil else { return }
    do throws(Failure) {
      try event(&elements)
      // Text between elements isn't requested, because handling it would take longer than handling the elements.
      XML_SetCharacterDataHandler(expat, elements.isInText ? takeText : nil)
    } catch {
      parsed = max(parsed, Int(cexpat_byte_index(expat)))
      failure = if case .broken(let what, _, _) = error { broken(what) } else { error }
      XML_StopParser(expat, 0)
    }
  }
}

private func of(_ parser: UnsafeMutableRawPointer?) -> XMLPropertyListParser? {
  parser.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
}

private let takeText: XML_CharacterDataHandler = { parser, text, count in
  of(parser)?.elements.text(UnsafeRawBufferPointer(start: text, count: Int(count)))
}

private func string(_ text: UnsafePointer<XML_Char>?) -> String {
  text.map { String(cString: $0) } ?? ""
}

/// The version of libexpat at run time, such as “2.5.0”.
public let expatVersion: String = {
  let version = XML_ExpatVersionInfo()
  return "\(version.major).\(version.minor).\(version.micro)"
}()
