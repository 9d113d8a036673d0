import Base
import CCurl

/// A URL that has been parsed by curl's own parser, so that the URL that was checked is the one that is
/// fetched.
struct CheckedURL {
  enum Scheme: String {
    case http, https, file
  }

  /// The text of the URL that is requested.
  var text: String { request.text }
  private let request: RequestURL
  let scheme: Scheme
  let name: String
  /// The host and port, which identify a host for per-host limits, or an empty string for a file.
  let host: String
  /// The decoded path of a local file, or nil for other URLs.
  var filePath: [UInt8]? { request.filePath }

  /// Checks that an untrusted URL may be fetched.
  init(_ text: String, allowsFile: Bool) throws(TransferError) {
    let request = RequestURL(Printable.trimmed(text))
    do throws(TransferError.Reason) {
      try self.init(request, allowsFile: allowsFile)
    } catch {
      throw TransferError(url: Self.shown(text), reason: error)
    }
  }

  init(_ request: RequestURL, allowsFile: Bool) throws(TransferError.Reason) {
    let text = request.text
    if text.isEmpty { throw .badURL("it is empty") }
    // curl stops at a null character and accepts other control characters in some places. Version 7.88, for
    // example, accepts them between “file:” and “#”.
    if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
      throw .badURL("it contains a control character")
    }
    guard request.hasPlainHost else { throw .badURL("its host is not a valid name") }
    guard let parser = curl_url() else { throw .outOfMemory }
    defer { curl_url_cleanup(parser) }
    let code = curl_url_set(parser, CURLUPART_URL, text, UInt32(CURLU_NON_SUPPORT_SCHEME))
    guard code == CURLUE_OK else {
      throw .badURL(request.scheme == nil ? "it has no scheme such as https:" : Self.explanation(of: code))
    }
    let scheme = Self.part(CURLUPART_SCHEME, of: parser)?.lowercased() ?? ""
    guard let known = Scheme(rawValue: scheme) else { throw .other("unsupported URL scheme '\(scheme)'") }
    if known == .file, !allowsFile { throw .fileNotAllowed }
    self.request = request
    self.scheme = known
    name = Self.part(CURLUPART_HOST, of: parser) ?? ""
    let port = Self.part(CURLUPART_PORT, of: parser, flags: UInt32(CURLU_DEFAULT_PORT)) ?? ""
    host = known == .file ? "" : "\(name.lowercased()):\(port)"
  }

  /// Returns the target of a redirect. A redirect to the same server keeps the URL's user name and password.
  ///
  /// - Parameter location: The bytes of the `Location` header, which may be relative and may not be valid UTF-8.
  func redirected(to location: some Collection<UInt8>) throws(TransferError.Reason) -> CheckedURL {
    let target = RequestURL(bytes: location, relativeTo: request)
    guard target.scheme.flatMap(Scheme.init) ?? .file != .file else {
      throw .badAnswer("a redirect to something other than http or https")
    }
    do throws(TransferError.Reason) {
      let next = try CheckedURL(target, allowsFile: false)
      guard next.isSameServer(as: self) else { return next }
      return try CheckedURL(target.withUserInfo(of: request), allowsFile: false)
    } catch {
      throw .badAnswer("a redirect to something that is \(error)")
    }
  }

  /// The server and the folder of the path, in which the same authentication schemes are assumed.
  var folder: String {
    "\(scheme)://\(host)" + (request.path.lastIndex(of: "/").map { request.path[...$0] } ?? "/")
  }

  func isSameServer(as other: CheckedURL) -> Bool { host == other.host && scheme == other.scheme }

  /// Returns a URL in a form that is safe to display: without a password or control characters, and shortened.
  static func shown(_ text: String) -> String {
    Printable.text(URLPassword.removed(from: Printable.trimmed(text)), limit: 300)
  }

  private static func part(_ part: CURLUPart, of parser: OpaquePointer, flags: UInt32 = 0) -> String? {
    var value: UnsafeMutablePointer<CChar>?
    guard curl_url_get(parser, part, &value, flags) == CURLUE_OK, let value else { return nil }
    defer { curl_free(value) }
    return String(cString: value)
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
}
