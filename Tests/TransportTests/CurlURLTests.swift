import CCurl
import Testing

@testable import Transport

/// Compares the program's URL parser with curl's. Every piece is tried in every component, which results in
/// more than a hundred URLs.
@Suite("Request URLs are what curl makes of the same text")
struct CurlURLTests {
  private static let pieces = [
    "a", "%20", "%41", "%7E", "%2F", "%2f", "%25", "%", "%zz", "%4", "%%20", "100%.jpg", "é", "%C3%A9é",
    "%e9", "صورة%20بحر", "😀", "\"b\"%28c%29", "[1]", "[%22x%22]", "{a}", "a|b", "a^b", "a`b", "<b>", "'",
    "a+b", "a&b=c;d", "$,:@!*()", "~._-", "a//b", "a..b",
  ]
  private static let components = ["http://h/x/#", "http://h/x?q=#", "http://h/x#y?z=1", "http://h/x?y#f#"]

  static let urls = components.flatMap { component in
    pieces.map { component.replacing("#", with: $0, maxReplacements: 1) }
  }

  @Test("The path and the query are the same, but for characters that curl doesn't encode", arguments: urls)
  func same(text: String) throws {
    // curl encodes spaces and non-ASCII characters only if it is told to, which it is for redirects.
    let curl = try #require(parts(text, UInt32(CURLU_URLENCODE)))
    let own = try #require(parts(RequestURL(text).text, 0))
    #expect(own.map(Self.comparable) == curl.map(Self.comparable))
  }

  @Test(
    "So are a space, an IPv6 address, a name and a password",
    arguments: [
      "http://h/a b", "http://h/a b%20c?d", "http://[::1]:8080/a", "http://[fe80::1%25en0]/",
      "http://u:p%40@h/",
    ]
  )
  func others(text: String) throws {
    let curl = try #require(parts(text, UInt32(CURLU_URLENCODE | CURLU_ALLOW_SPACE)))
    #expect(parts(RequestURL(text).text, 0) == curl)
  }

  /// Returns the host, port, user, password, path and query found by curl's parser.
  private func parts(_ text: String, _ flags: UInt32) -> [String]? {
    guard let url = curl_url() else { return nil }
    defer { curl_url_cleanup(url) }
    guard curl_url_set(url, CURLUPART_URL, text, flags) == CURLUE_OK else { return nil }
    return [
      CURLUPART_HOST, CURLUPART_PORT, CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_PATH, CURLUPART_QUERY,
    ].map { part in
      var value: UnsafeMutablePointer<CChar>?
      guard curl_url_get(url, part, &value, 0) == CURLUE_OK, let value else { return "" }
      defer { curl_free(value) }
      return String(cString: value)
    }
  }

  /// Returns the text with escapes for the characters that browsers encode but curl doesn't. Escapes are in
  /// uppercase, because curl before version 8 writes them in lowercase.
  private static func comparable(_ part: String) -> String {
    let text = part.utf8.reduce(into: "") { text, byte in
      let isEncoded = "\"<>^`{}".utf8.contains(byte)
      text += isEncoded ? "%" + String(byte, radix: 16) : String(Unicode.Scalar(byte))
    }
    return text.replacing(/%[0-9A-Fa-f]{2}/) { $0.output.uppercased() }
  }
}
