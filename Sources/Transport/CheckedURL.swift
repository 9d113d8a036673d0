import Base
import CCurl
import Foundation

/// A URL that curl's own parser took apart, so that what is checked is what is fetched.
struct CheckedURL {
  enum Scheme: String {
    case http, https, file
  }

  let text: String
  let scheme: Scheme
  /// The name of the host.
  let name: String
  /// Host and port, as a key for limits per host; empty for a file.
  let host: String
  /// The path, decoded, for files.
  let path: String

  /// Takes a URL apart and checks that it may be fetched.
  init(_ text: String, allowsFile: Bool) throws(TransferError) {
    let shown = Self.shown(text)
    func failure(_ reason: TransferError.Reason) -> TransferError {
      TransferError(url: shown, reason: reason)
    }

    let encoded = Self.encoded(Printable.trimmed(text))
    if encoded.isEmpty { throw failure(.badURL("it is empty")) }
    // curl takes a null for the end, and in some places accepts other control characters: 7.88 does between “file:” and “#”.
    if encoded.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
      throw failure(.badURL("it has a control character in it"))
    }
    guard let parser = curl_url() else { throw failure(.outOfMemory) }
    defer { curl_url_cleanup(parser) }
    let code = curl_url_set(parser, CURLUPART_URL, encoded, UInt32(CURLU_NON_SUPPORT_SCHEME))
    guard code == CURLUE_OK else {
      let hasScheme = encoded.contains(":")
      throw failure(.badURL(hasScheme ? Self.explanation(of: code) : "it has no scheme such as https:"))
    }

    let scheme = Self.part(CURLUPART_SCHEME, of: parser)?.lowercased() ?? ""
    guard let known = Scheme(rawValue: scheme) else {
      throw failure(.other("unsupported URL scheme '\(scheme)'"))
    }
    if known == .file, !allowsFile { throw failure(.fileNotAllowed) }
    self.text = encoded
    self.scheme = known
    path = Self.part(CURLUPART_PATH, of: parser, flags: UInt32(CURLU_URLDECODE)) ?? ""
    name = Self.part(CURLUPART_HOST, of: parser) ?? ""
    let port = Self.part(CURLUPART_PORT, of: parser, flags: UInt32(CURLU_DEFAULT_PORT)) ?? ""
    host = known == .file ? "" : "\(name.lowercased()):\(port)"
  }

  /// Where a `Location` header leads, which may be relative. On the same server, the URL's name and password still hold.
  func redirected(to location: String) throws(TransferError.Reason) -> CheckedURL {
    guard let parser = curl_url() else { throw .outOfMemory }
    defer { curl_url_cleanup(parser) }
    curl_url_set(parser, CURLUPART_URL, text, 0)
    let (user, password) = (Self.part(CURLUPART_USER, of: parser), Self.part(CURLUPART_PASSWORD, of: parser))
    let code = curl_url_set(
      parser, CURLUPART_URL, location, UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE))
    guard code == CURLUE_OK else {
      throw .badURL("The redirect target URL could not be parsed: \(Self.explanation(of: code))")
    }
    func target() -> CheckedURL? {
      Self.part(CURLUPART_URL, of: parser).flatMap { try? CheckedURL($0, allowsFile: false) }
    }
    guard let next = target() else { throw .badAnswer("a redirect to something other than http or https") }
    guard next.isSameServer(as: self), Self.part(CURLUPART_USER, of: parser) == nil else { return next }
    curl_url_set(parser, CURLUPART_USER, user, 0)
    curl_url_set(parser, CURLUPART_PASSWORD, password, 0)
    return target() ?? next
  }

  func isSameServer(as other: CheckedURL) -> Bool { host == other.host && scheme == other.scheme }

  /// The URL as it may be shown: without a password, without control characters, and not too long.
  static func shown(_ text: String) -> String {
    Printable.text(Printable.withoutPassword(Printable.trimmed(text)), limit: 300)
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

  private static func explanation(of code: CURLUcode) -> String {
    curl_url_strerror(code).map { String(cString: $0) } ?? "malformed"
  }
}
