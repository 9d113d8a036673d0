import Base

/// A URL that may be fetched. curl's own parser has read it, so that the URL that was checked is the one that is
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
    if request.text.isEmpty { throw .badURL("it is empty") }
    if let refusal = request.refusal { throw .badURL(refusal) }
    let scheme = request.scheme ?? ""
    guard let known = Scheme(rawValue: scheme) else { throw .other("unsupported URL scheme '\(scheme)'") }
    if known == .file, !allowsFile { throw .fileNotAllowed }
    self.request = request
    self.scheme = known
    name = request.host ?? ""
    host = known == .file ? "" : "\(name.lowercased()):\(request.port)"
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
}
