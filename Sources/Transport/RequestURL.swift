import CCurl
import Foundation

/// A URL, parsed by curl and percent-encoded the way browsers do.
///
/// Every URL from outside is parsed here, whether it is an argument, an entry of a list or a `Location` header,
/// so that the same text always makes the same request. Only bytes that aren't allowed in their component are
/// encoded. Existing escapes and stray percent signs are kept.
///
/// curl splits and resolves URLs and removes dot segments. Its input is prepared, because curl differs from the URL
/// Standard (url.spec.whatwg.org), and version 7.88 differs from later ones.
package struct RequestURL: Equatable, Sendable {
  /// The whole URL in ASCII, or the text that curl refused.
  package private(set) var text: String
  /// The scheme in lowercase, or nil for a relative URL.
  package private(set) var scheme: String?
  /// The user name and password including the trailing `@`, or an empty string.
  private var userInfo = ""
  /// The host in ASCII, or nil if there is none. A name that can't be converted is kept.
  package private(set) var host: String?
  /// The port, by default the scheme's, or an empty string if the scheme has none.
  private(set) var port = ""
  /// The path, or everything after the scheme if curl refused the URL.
  package private(set) var path = ""
  /// The reason why this isn't a URL, or nil if it is one.
  private(set) var refusal: String?

  package init(_ text: String, relativeTo base: RequestURL? = nil) {
    self.init(bytes: text.utf8, relativeTo: base)
  }

  /// Parses bytes that may not be valid UTF-8.
  package init(bytes: some Collection<UInt8>, relativeTo base: RequestURL? = nil) {
    var rest = bytes.filter { !Self.isLeftOut($0) }[...]
    if let colon = rest.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) {
      scheme = String(decoding: rest[..<colon], as: UTF8.self).lowercased()
      rest = rest[(colon + 1)...]
    }
    text = Self.textForCurl(rest, scheme, base)
    let parser = curl_url()
    defer { curl_url_cleanup(parser) }
    if let base { curl_url_set(parser, CURLUPART_URL, base.text, UInt32(CURLU_NON_SUPPORT_SCHEME)) }
    var code = curl_url_set(parser, CURLUPART_URL, text, UInt32(CURLU_NON_SUPPORT_SCHEME))
    guard code == CURLUE_OK else {
      (scheme, path) = (scheme ?? base?.scheme, Self.encoded(rest))
      refusal = scheme == nil ? "it has no scheme such as https:" : Self.explanation(of: code)
      return
    }
    func part(_ part: CURLUPart, flags: Int32 = 0) -> String? {
      var value: UnsafeMutablePointer<CChar>?
      guard curl_url_get(parser, part, &value, UInt32(flags)) == CURLUE_OK, let value else { return nil }
      defer { curl_free(value) }
      return String(cString: value)
    }
    host = part(CURLUPART_HOST)
    if let name = host, !name.utf8.allSatisfy({ $0 < 0x80 }) {
      // Foundation converts the name, because curl's conversion depends on the locale.
      var components = URLComponents()
      components.host = name
      host = components.encodedHost ?? name
      code = curl_url_set(parser, CURLUPART_HOST, host, 0)
    }
    // An escape could disguise a different host. curl 7.88 accepts it, and any version accepts a DEL.
    if code != CURLUE_OK || host?.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x25 }) == false {
      refusal = Self.explanation(of: CURLUE_BAD_HOSTNAME)
    }
    let (user, password) = (part(CURLUPART_USER), part(CURLUPART_PASSWORD).map { ":" + $0 })
    if user != nil || password != nil { userInfo = (user ?? "") + (password ?? "") + "@" }
    scheme = part(CURLUPART_SCHEME)
    port = part(CURLUPART_PORT, flags: CURLU_DEFAULT_PORT) ?? ""
    path = part(CURLUPART_PATH) ?? ""
    text = part(CURLUPART_URL) ?? text
    // curl accepts a file without a slash before its path.
    if !path.hasPrefix("/") { refusal = Self.explanation(of: CURLUE_MALFORMED_INPUT) }
  }

  /// Creates the URL of a local file.
  ///
  /// - Parameter path: An absolute path, which may not be valid UTF-8.
  package init(filePath path: some Collection<UInt8>) {
    self.init(
      "file://"
        + Self.encoded(path) { isLetter($0) || isDigit($0) || "-._~/!$&'()*+,;=:@".utf8.contains($0) })
  }

  /// The decoded path of a local file, or nil for other URLs. It may not be valid UTF-8.
  package var filePath: [UInt8]? {
    guard scheme == "file", refusal == nil else { return nil }
    let bytes = Self.decoded(path)
    return bytes.contains(0) ? nil : bytes
  }

  /// The last non-empty component of the path, decoded. It may not be valid UTF-8.
  package var lastPathComponent: [UInt8] { Self.decoded(path.split(separator: "/").last ?? "") }

  /// The reason why the URL can't be fetched, phrased to follow “it is”, or nil if it can be. Files are
  /// allowed.
  package var flaw: String? {
    do throws(TransferError.Reason) {
      _ = try CheckedURL(self, allowsFile: true)
      return nil
    } catch {
      return error.description
    }
  }

  /// Returns the URL with the user name and password of another URL, unless this URL has its own.
  func withUserInfo(of other: RequestURL) -> RequestURL {
    guard userInfo.isEmpty else { return self }
    return RequestURL(text.replacing("://", with: "://" + other.userInfo, maxReplacements: 1))
  }

  // MARK: Parsing

  /// Returns whether a byte is removed from URLs: a tab or a line break.
  static func isLeftOut(_ byte: UInt8) -> Bool { byte == 0x09 || byte == 0x0A || byte == 0x0D }

  /// Returns whether these bytes form a valid scheme.
  package static func isScheme(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.first.map(isLetter) == true
      && bytes.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
  }

  /// Returns the text that curl reads as a browser reads the scheme and the bytes after it.
  private static func textForCurl(
    _ bytes: ArraySlice<UInt8>, _ scheme: String?, _ base: RequestURL?
  ) -> String {
    let web = (scheme ?? base?.scheme).flatMap { ["http", "https"].contains($0) ? $0 : nil }
    let end = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
    // In a web address, a backslash is a slash.
    var head = encoded(bytes[..<end].map { $0 == UInt8(ascii: "\\") && web != nil ? UInt8(ascii: "/") : $0 })
    let tail = encoded(bytes[end...])
    // curl 7.88 doesn't recognise dot segments with escaped dots.
    if head.utf8.contains(UInt8(ascii: "%")) {
      let dots = /(^|\/)(\.|%2e){1,2}(?=\/|$)/.ignoresCase()
      head.replace(dots) { $0.output.0.lowercased().replacing("%2e", with: ".") }
    }
    // Any number of slashes precedes the host. Without slashes, a web address is relative if the base has the same
    // scheme.
    if let web, head.hasPrefix("//") || scheme != nil && scheme != base?.scheme {
      head = String(head.drop { $0 == "/" })
      // In curl, the user name and password end at the first @. In browsers, they end at the last one before the path.
      if let at = head.prefix(while: { $0 != "/" }).lastIndex(of: "@") {
        head.replaceSubrange(..<at, with: head[..<at].replacing("@", with: "%40"))
      }
      return web + "://" + head + tail
    }
    if web == nil, let scheme { return scheme + ":" + head + tail }
    // curl 7.88 resolves an empty URL and a lone fragment against the folder.
    if head.isEmpty, let base, !tail.hasPrefix("?") { return base.text.prefix { $0 != "#" } + tail }
    // curl finds schemes where browsers find none, such as at the start of “..http://”.
    return (head.isEmpty || head.hasPrefix("/") ? "" : "./") + head + tail
  }

  private static func explanation(of code: CURLUcode) -> String {
    switch code {
    case CURLUE_BAD_PORT_NUMBER: "its port is not a number up to 65535"
    case CURLUE_NO_HOST: "it has no host"
    case CURLUE_BAD_HOSTNAME: "its host is not a valid name"
    case CURLUE_BAD_IPV6: "its host is not a valid IPv6 address"
    default: "it is malformed"
    }
  }

  // MARK: Percent-encoding

  /// Encodes what browsers encode and curl refuses or keeps.
  private static func encoded(_ bytes: some Collection<UInt8>) -> String {
    let others = bytes.first == UInt8(ascii: "?") ? "\"<>" : "\"<>^`{}"
    return encoded(bytes) { (0x21...0x7E).contains($0) && !others.utf8.contains($0) }
  }

  private static func encoded(_ bytes: some Collection<UInt8>, unless isAllowed: (UInt8) -> Bool) -> String {
    let text = bytes.reduce(into: [UInt8]()) { text, byte in
      if isAllowed(byte) {
        text.append(byte)
      } else {
        text += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes escapes. A percent sign that isn't followed by two hexadecimal digits is kept.
  private static func decoded(_ text: some StringProtocol) -> [UInt8] {
    var count: Int32 = 0
    guard let bytes = curl_easy_unescape(nil, String(text), 0, &count) else { return [] }
    defer { curl_free(bytes) }
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
  }
}

private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
