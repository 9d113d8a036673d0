import Base
import CCurl
import Foundation

/// A URL that was taken apart by curl's own parser, so that what is checked is what is fetched.
struct CheckedURL {
  enum Scheme: String {
    case http, https, file
  }

  let text: String
  let scheme: Scheme
  /// Host and port, as a key for limits per host; empty for a file.
  let host: String
  /// The path, decoded; of use for files.
  let path: String

  /// Takes a URL apart and checks that it may be fetched.
  init(_ text: String, allowsFile: Bool) throws(TransferError) {
    let shown = Self.shown(text)
    func failure(_ reason: TransferError.Reason) -> TransferError {
      TransferError(url: shown, reason: reason)
    }

    let encoded = Self.encoded(Printable.trimmed(text))
    if encoded.isEmpty { throw failure(.badURL("it is empty")) }
    // curl takes a null for the end, and refuses other control characters in most places only: 7.88 lets one pass between
    // “file:” and “#”.
    if encoded.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
      throw failure(.badURL("it has a control character in it"))
    }
    guard let parser = curl_url() else { throw failure(.outOfMemory) }
    defer { curl_url_cleanup(parser) }
    let code = curl_url_set(parser, CURLUPART_URL, encoded, UInt32(CURLU_NON_SUPPORT_SCHEME))
    guard code == CURLUE_OK else { throw failure(.badURL(Self.explanation(of: code, text: encoded))) }

    let scheme = Self.part(CURLUPART_SCHEME, of: parser)?.lowercased() ?? ""
    guard let known = Scheme(rawValue: scheme) else { throw failure(.unsupportedScheme(scheme)) }
    if known == .file, !allowsFile { throw failure(.fileNotAllowed) }
    self.text = encoded
    self.scheme = known
    path = Self.part(CURLUPART_PATH, of: parser, flags: UInt32(CURLU_URLDECODE)) ?? ""
    let name = Self.part(CURLUPART_HOST, of: parser)?.lowercased() ?? ""
    let port = Self.part(CURLUPART_PORT, of: parser, flags: UInt32(CURLU_DEFAULT_PORT)) ?? ""
    host = known == .file ? "" : "\(name):\(port)"
  }

  /// The URL as it may be shown: without a password, without control characters, and not too long.
  static func shown(_ text: String) -> String {
    Printable.text(Printable.withoutPassword(Printable.trimmed(text)), limit: 300)
  }

  /// The name of the host in a URL that curl made.
  static func hostName(of text: String) -> String? {
    guard let parser = curl_url() else { return nil }
    defer { curl_url_cleanup(parser) }
    guard curl_url_set(parser, CURLUPART_URL, text, UInt32(CURLU_NON_SUPPORT_SCHEME)) == CURLUE_OK else {
      return nil
    }
    return part(CURLUPART_HOST, of: parser)
  }

  /// Spaces and letters beyond ASCII are common in lists written by hand; browsers encode them, and so do
  /// we. The host is left as it is: curl turns international names into what name servers know.
  private static func encoded(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 || $0 == 0x20 }) else { return text }
    let authority = text.range(of: "://")?.upperBound ?? text.endIndex
    let pathStart = text[authority...].firstIndex { "/?#".contains($0) } ?? text.endIndex
    let path = text[pathStart...].addingPercentEncoding(withAllowedCharacters: Self.unspaced)
    return text[..<pathStart] + (path ?? "")
  }

  /// ASCII without the space.
  private static let unspaced = CharacterSet(charactersIn: "\0"..."\u{1F}")
    .union(CharacterSet(charactersIn: "!"..."\u{7F}"))

  private static func part(_ part: CURLUPart, of parser: OpaquePointer, flags: UInt32 = 0) -> String? {
    var value: UnsafeMutablePointer<CChar>?
    guard curl_url_get(parser, part, &value, flags) == CURLUE_OK, let value else { return nil }
    defer { curl_free(value) }
    return String(cString: value)
  }

  private static func explanation(of code: CURLUcode, text: String) -> String {
    if !text.contains(":") { return "it has no scheme such as https:" }
    return curl_url_strerror(code).map { String(cString: $0) } ?? "malformed"
  }
}
