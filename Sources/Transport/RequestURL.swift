import Foundation

/// A URL, parsed and percent-encoded the way browsers do.
///
/// Every URL from outside is parsed here, whether it is an argument, an entry of a list or a `Location` header,
/// so that the same text always makes the same request. Only bytes that aren't allowed in their component are
/// encoded. Existing escapes and stray percent signs are kept.
///
/// Parsing and resolving follow RFC 3986 (sections 3 and 5.2). The URL Standard (url.spec.whatwg.org) defines
/// which bytes are encoded, that a backslash counts as a slash, and that tabs and line breaks are removed.
/// ``CheckedURL`` refuses control characters in a host.
package struct RequestURL: Equatable, Sendable {
  /// The scheme in lowercase, or nil for a relative URL.
  package private(set) var scheme: String?
  /// The user name and password including the trailing `@`, or an empty string.
  package private(set) var userInfo = ""
  /// The host in ASCII. A name that can't be converted is kept unchanged.
  package private(set) var host: String?
  /// The port including its leading colon (`:80`), or an empty string.
  package private(set) var port = ""
  package private(set) var path: String
  /// The query without its question mark.
  package private(set) var query: String?
  /// The fragment without its number sign.
  package private(set) var fragment: String?

  package init(_ text: String, relativeTo base: RequestURL? = nil) {
    self.init(bytes: text.utf8, relativeTo: base)
  }

  /// Parses bytes that may not be valid UTF-8.
  package init(bytes: some Collection<UInt8>, relativeTo base: RequestURL? = nil) {
    var rest = bytes.filter { !Self.isLeftOut($0) }[...]
    fragment = Self.cutTail(of: &rest, at: UInt8(ascii: "#")).map { Self.encoded($0, .fragment) }
    query = Self.cutTail(of: &rest, at: UInt8(ascii: "?")).map { Self.encoded($0, .query) }
    scheme = Self.cutScheme(of: &rest)
    let isWeb = ["http", "https"].contains(scheme ?? base?.scheme)
    if isWeb {
      rest = ArraySlice(rest.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 })
    }
    path = ""
    let hasSlashes = rest.starts(with: "//".utf8)
    // As in browsers, a web address without slashes is relative if the base has the same scheme.
    if isWeb, !hasSlashes, scheme != nil, scheme == base?.scheme { scheme = nil }
    if hasSlashes || isWeb && scheme != nil {
      // Browsers accept any number of slashes in a web address. curl does too, within limits.
      rest = isWeb ? rest.drop { $0 == UInt8(ascii: "/") } : rest.dropFirst(2)
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      setAuthority(rest[..<end])
      rest = rest[end...]
    } else if scheme == "file" {
      host = ""
    }
    path = Self.encoded(rest, .path)
    if let base, scheme == nil { resolve(against: base) }
    if host != nil { path = Self.withoutDots(path) }
  }

  /// Returns whether a byte is removed from URLs: a tab or a line break.
  static func isLeftOut(_ byte: UInt8) -> Bool { byte == 0x09 || byte == 0x0A || byte == 0x0D }

  /// Creates the URL of a local file.
  ///
  /// - Parameter path: An absolute path, which may not be valid UTF-8.
  package init(filePath path: some Collection<UInt8>) {
    (scheme, host) = ("file", "")
    self.path = Self.withoutDots(Self.encoded(Array(path)[...], .filePath))
  }

  /// The whole URL. It is ASCII unless the host can't be converted.
  package var text: String {
    var text = scheme.map { $0 + ":" } ?? ""
    if let host { text += "//" + userInfo + host + port }
    text += path
    if let query { text += "?" + query }
    if let fragment { text += "#" + fragment }
    return text
  }

  /// The decoded path of a local file, or nil for other URLs. It may not be valid UTF-8.
  package var filePath: [UInt8]? {
    guard scheme == "file", ["", "localhost", "127.0.0.1"].contains(host?.lowercased()) else { return nil }
    let bytes = Self.decoded(path.utf8)
    return bytes.contains(0) ? nil : bytes
  }

  /// The last non-empty component of the path, decoded. It may not be valid UTF-8.
  package var lastPathComponent: [UInt8] {
    Self.decoded((path.split(separator: "/").last ?? "").utf8)
  }

  /// Whether the host is ASCII without escapes, which could disguise a different host. An IPv6 address may
  /// contain an escape for its zone.
  var hasPlainHost: Bool {
    guard let host, !host.hasPrefix("[") else { return true }
    return host.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "%") }
  }

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
    var copy = self
    if userInfo.isEmpty { copy.userInfo = other.userInfo }
    return copy
  }

  // MARK: Parsing

  /// Removes everything from the first occurrence of a byte onward, and returns the part after that byte.
  private static func cutTail(of bytes: inout ArraySlice<UInt8>, at sign: UInt8) -> ArraySlice<UInt8>? {
    guard let place = bytes.firstIndex(of: sign) else { return nil }
    defer { bytes = bytes[..<place] }
    return bytes[(place + 1)...]
  }

  private static func cutScheme(of bytes: inout ArraySlice<UInt8>) -> String? {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), isScheme(bytes[..<colon]) else { return nil }
    defer { bytes = bytes[(colon + 1)...] }
    return String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
  }

  /// Returns whether these bytes form a valid scheme.
  package static func isScheme(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.first.map(isLetter) == true
      && bytes.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
  }

  private mutating func setAuthority(_ bytes: ArraySlice<UInt8>) {
    var bytes = bytes
    if let at = bytes.lastIndex(of: UInt8(ascii: "@")) {
      userInfo = Self.encoded(bytes[..<at], .userInfo) + "@"
      bytes = bytes[(at + 1)...]
    }
    if let colon = bytes.lastIndex(of: UInt8(ascii: ":")), bytes[(colon + 1)...].allSatisfy(isDigit) {
      port = String(decoding: bytes[colon...], as: UTF8.self)
      bytes = bytes[..<colon]
    }
    host = Self.asciiHost(bytes)
  }

  // MARK: Hosts

  /// Returns the host in the form used by name servers. Foundation converts it, because curl's conversion
  /// depends on the locale.
  private static func asciiHost(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let name = decoded(bytes)
    if name.first == UInt8(ascii: "[") || name.contains(where: isForbiddenInHost) { return text }
    guard name.contains(where: { $0 >= 0x80 }) else { return String(decoding: name, as: UTF8.self) }
    guard let name = String(validating: name, as: UTF8.self) else { return text }
    var components = URLComponents()
    components.host = name
    guard let host = components.encodedHost, host.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "%") })
    else { return text }
    return host
  }

  /// Returns whether a decoded host with this byte would be mistaken for something else.
  private static func isForbiddenInHost(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == 0x7F || "#%/:<>?@[\\]^|".utf8.contains(byte)
  }

  // MARK: Resolving

  /// Resolves a relative URL per RFC 3986, section 5.2.2.
  private mutating func resolve(against base: RequestURL) {
    scheme = base.scheme
    if host != nil { return }
    (userInfo, host, port) = (base.userInfo, base.host, base.port)
    if path.isEmpty {
      path = base.path
      if query == nil { query = base.query }
    } else if !path.hasPrefix("/") {
      let folder = base.path.lastIndex(of: "/").map { base.path[...$0] } ?? "/"
      path = folder + path
    }
  }

  /// Removes dot segments per RFC 3986, section 5.2.4, including those with escaped dots.
  private static func withoutDots(_ path: String) -> String {
    guard path.hasPrefix("/"), path.contains("/.") || path.contains("/%2") else { return path }
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment.lowercased().replacingOccurrences(of: "%2e", with: ".") {
      case ".": if isLast { kept.append("") }
      case "..":
        _ = kept.popLast()
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return "/" + kept.joined(separator: "/")
  }

  // MARK: Percent-encoding

  private enum Component {
    case userInfo, path, query, fragment, filePath

    func allows(_ byte: UInt8) -> Bool {
      if byte <= 0x20 || byte >= 0x7F { return false }
      switch self {
      case .userInfo: return !"\"#/<>?@[\\]^`{|}".utf8.contains(byte)
      case .path: return !"\"#<>?^`{}".utf8.contains(byte)
      case .query: return !"\"#<>".utf8.contains(byte)
      case .fragment: return !"\"<>`".utf8.contains(byte)
      case .filePath: return isLetter(byte) || isDigit(byte) || "-._~/!$&'()*+,;=:@".utf8.contains(byte)
      }
    }
  }

  private static func encoded(_ bytes: ArraySlice<UInt8>, _ component: Component) -> String {
    if bytes.allSatisfy(component.allows) { return String(decoding: bytes, as: UTF8.self) }
    var text: [UInt8] = []
    for byte in bytes {
      if component.allows(byte) {
        text.append(byte)
      } else {
        text += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static let hexDigits = Array("0123456789ABCDEF".utf8)

  /// Decodes escapes. A percent sign that isn't followed by two hexadecimal digits is kept.
  private static func decoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let bytes = Array(bytes)
    var decoded: [UInt8] = []
    var place = 0
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count, let high = digit(bytes[place + 1]),
        let low = digit(bytes[place + 2])
      {
        decoded.append(high << 4 | low)
        place += 3
      } else {
        decoded.append(bytes[place])
        place += 1
      }
    }
    return decoded
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}

private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
