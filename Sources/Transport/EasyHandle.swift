import CCurl
import Foundation

/// A curl easy handle for one attempt of a transfer. It is confined to the transport thread.
///
/// A handle isn't reused, because of a bug in libcurl before 8.1 (curl's pull request 11103): it keeps a
/// pointer to the last header of an attempt after freeing it, and writes to it when the next response begins
/// with a folded line.
final class EasyHandle {
  let curl: UnsafeMutableRawPointer
  /// The transfer that this handle serves. curl's callbacks find it here.
  let active: ActiveTransfer
  private let errorText: UnsafeMutablePointer<CChar>
  private var headers: UnsafeMutablePointer<curl_slist>?

  /// Creates a handle with all options set, or returns nil if memory is exhausted.
  init?(
    for active: ActiveTransfer, _ configuration: TransportSettings, share: UnsafeMutableRawPointer?
  ) {
    guard let curl = curl_easy_init() else { return nil }
    self.curl = curl
    self.active = active
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    let request = active.transfer.request
    let sent = active.url.scheme == .file ? [] : active.headers
    let ownCookies = sent.filter { $0.name.lowercased() == "cookie" }.map(\.value)
    var lines = sent.filter { $0.name.lowercased() != "cookie" }.map { "\($0.name): \($0.value)" }
    // curl decodes a body even if the request didn't ask for compression. Sending this header without a value
    // prevents that.
    let asks =
      request.acceptsCompression || active.headers.contains { $0.name.lowercased() == "accept-encoding" }
    if !asks { lines.append("Accept-Encoding:") }
    for line in lines {
      guard let longer = curl_slist_append(headers, line) else { return nil }
      headers = longer
    }

    set(CURLOPT_NOSIGNAL, 1)
    // A transfer over HTTP/1.1 doesn't share its connection with transfers over HTTP/2.
    set(
      CURLOPT_HTTP_VERSION,
      OldStreams.mustBeAlone(request, hasRateLimit: configuration.rateLimit != nil)
        ? Int(CURL_HTTP_VERSION_1_1) : Int(CURL_HTTP_VERSION_2TLS))
    // Waiting to learn whether the first connection can be shared pays off only with TLS, where that is known
    // early.
    set(CURLOPT_PIPEWAIT, active.url.scheme == .https ? 1 : 0)
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    set(CURLOPT_CONNECTTIMEOUT_MS, max(1, configuration.connectTimeout.wholeMilliseconds))
    // The idle timeout from the settings replaces curl's default of 118 seconds, so that only one rule
    // applies.
    set(CURLOPT_MAXAGE_CONN, max(1, configuration.idleTimeout.wholeMilliseconds / 1000))
    ccurl_leave_resolver_behind(curl)

    set(CURLOPT_PROTOCOLS_STR, active.url.scheme == .file ? "file" : "http,https")
    // An empty file name makes curl accept cookies. It decides which ones to send, together with the user's own.
    set(CURLOPT_COOKIEFILE, "")
    for cookie in active.cookies { set(CURLOPT_COOKIELIST, cookie) }
    if !ownCookies.isEmpty { set(CURLOPT_COOKIE, ownCookies.joined(separator: "; ")) }
    set(CURLOPT_USERAGENT, configuration.userAgent)
    if let bundle = configuration.caBundle ?? ProcessEnvironment.caBundle {
      set(CURLOPT_CAINFO, bundle)
      // The bundle replaces the system's certificates. If a folder were set too, curl would parse the bundle
      // again for every connection.
      ccurl_set_string(curl, CURLOPT_CAPATH, nil)
    }
    if configuration.caBundle == nil, let folder = ProcessEnvironment.caFolder { set(CURLOPT_CAPATH, folder) }
    // An empty string stands for all encodings that this libcurl can decode.
    if active.decodes { set(CURLOPT_ACCEPT_ENCODING, "") }
    if let headers { ccurl_set_pointer(curl, CURLOPT_HTTPHEADER, headers) }

    let context = Unmanaged.passUnretained(self).toOpaque()
    ccurl_set_write_callback(curl, CURLOPT_WRITEFUNCTION, receiveBody)
    ccurl_set_pointer(curl, CURLOPT_WRITEDATA, context)
    ccurl_set_write_callback(curl, CURLOPT_HEADERFUNCTION, receiveHeader)
    ccurl_set_pointer(curl, CURLOPT_HEADERDATA, context)
    ccurl_set_prereq_function(curl, requestIsReady)
    ccurl_set_pointer(curl, CURLOPT_PREREQDATA, context)
    // The empty strings keep libcurl from reading the environment.
    set(CURLOPT_PROXY, configuration.proxy(for: active.url) ?? "")
    set(CURLOPT_NOPROXY, "")
    if configuration.blockPrivate {
      ccurl_set_opensocket_function(curl, openSocket)
      ccurl_set_pointer(curl, CURLOPT_OPENSOCKETDATA, context)
    }
    set(CURLOPT_HTTPAUTH, active.sendsBasic ? ccurl_auth_basic : Self.acceptedSchemes)
    if let netrc = configuration.netrc {
      set(CURLOPT_NETRC, ccurl_netrc_optional)
      set(CURLOPT_NETRC_FILE, netrc)
    }
    ccurl_set_pointer(curl, CURLOPT_ERRORBUFFER, errorText)
    if let share { ccurl_set_pointer(curl, CURLOPT_SHARE, share) }
    guard ccurl_set_string(curl, CURLOPT_URL, active.url.text) == CURLE_OK else { return nil }
  }

  deinit {
    curl_easy_cleanup(curl)
    curl_slist_free_all(headers)
    errorText.deallocate()
  }

  // MARK: The attempt's results

  /// curl's message about the failure, or an empty string.
  var failureText: String { String(cString: errorText) }

  func long(_ info: CURLINFO) -> Int {
    var value = 0
    return ccurl_get_long(curl, info, &value) == CURLE_OK ? value : 0
  }

  func offset(_ info: CURLINFO) -> Int64 {
    var value: curl_off_t = 0
    return ccurl_get_offset(curl, info, &value) == CURLE_OK ? Int64(value) : 0
  }

  /// All cookies of the handle, in the form that `CURLOPT_COOKIELIST` accepts.
  var cookies: [String] {
    var list: UnsafeMutablePointer<curl_slist>?
    guard ccurl_get_list(curl, CURLINFO_COOKIELIST, &list) == CURLE_OK else { return [] }
    defer { curl_slist_free_all(list) }
    var cookies: [String] = []
    var next = list
    while let item = next?.pointee {
      if let data = item.data { cookies.append(String(cString: data)) }
      next = item.next
    }
    return cookies
  }

  /// The schemes for a name and password. curl sends none before the server asks for one, and then chooses the
  /// strongest. Negotiate isn't among them, because it sends the user's ticket instead.
  private static let acceptedSchemes = ccurl_auth_basic | ccurl_auth_digest | ccurl_auth_ntlm

  /// Whether Basic is the only one of these schemes that the server has asked for.
  var asksForBasicOnly: Bool {
    long(CURLINFO_HTTPAUTH_AVAIL) & Self.acceptedSchemes == ccurl_auth_basic
  }

  /// The names of the authentication schemes that the server has asked for.
  var schemes: [String] {
    [
      (ccurl_auth_basic, "Basic"), (ccurl_auth_digest, "Digest"), (ccurl_auth_negotiate, "Negotiate"),
      (ccurl_auth_ntlm, "NTLM"), (ccurl_auth_bearer, "Bearer"),
    ].filter { long(CURLINFO_HTTPAUTH_AVAIL) & $0.0 != 0 }.map { $0.1 }
  }

  /// Returns a header of the last response.
  func header(_ name: String) -> String? { headerBytes(name).map { String(decoding: $0, as: UTF8.self) } }

  /// Returns the bytes of a header of the last response, which may not be valid UTF-8.
  func headerBytes(_ name: String) -> [UInt8]? {
    var found: UnsafeMutablePointer<curl_header>?
    guard curl_easy_header(curl, name, 0, UInt32(CURLH_HEADER), -1, &found) == CURLHE_OK,
      let value = found?.pointee.value
    else { return nil }
    let bytes = UnsafeRawBufferPointer(start: value, count: strlen(value))
    // Some versions of curl keep the line break after an empty value.
    guard let last = bytes.lastIndex(where: { $0 > 0x20 }) else { return [] }
    return Array(bytes[...last].drop { $0 <= 0x20 })
  }

  /// The delay in seconds that the response requests with `Retry-After`, or zero or less if it requests none.
  ///
  /// curl understands the dates of RFC 9110, section 10.2.3. In other text that starts with a number, even
  /// the year of a date, it reads the number as seconds.
  var retryAfter: Double {
    guard let text = header("Retry-After"), text.utf8.first.map({ (0x30...0x39).contains($0) }) == true
    else { return Double(offset(CURLINFO_RETRY_AFTER)) }
    return Double(text) ?? 0
  }

  private func set(_ option: CURLoption, _ value: Int) {
    ccurl_set_long(curl, option, value)
  }

  private func set(_ option: CURLoption, _ value: String) {
    ccurl_set_string(curl, option, value)
  }
}

extension Duration {
  /// The duration in milliseconds, rounded up so that a timer never fires too early.
  var wholeMilliseconds: Int { Int(min(max(self / .milliseconds(1), -1e12), 1e12).rounded(.up)) }
}

extension TransferHead {
  init(_ easy: EasyHandle, of url: CheckedURL) {
    status = url.scheme == .file ? 200 : easy.long(CURLINFO_RESPONSE_CODE)
    effectiveURL = url.text
    contentType = easy.header("Content-Type")
    // A tag with other bytes couldn't be sent back to the server as text.
    etag = easy.headerBytes("ETag").flatMap { String(validating: $0, as: UTF8.self) }
    lastModified = easy.header("Last-Modified")
    contentRange = easy.header("Content-Range")
    let encoding = easy.header("Content-Encoding")?.lowercased()
    contentEncoding = encoding == "" || encoding == "identity" ? nil : encoding
    let isDecoded = contentEncoding != nil && easy.active.decodes
    contentLength = isDecoded ? nil : ByteCount(easy.offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T))
  }
}
