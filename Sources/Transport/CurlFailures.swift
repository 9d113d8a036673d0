import Base
import CCurl

extension TransferError.Reason {
  /// Creates the reason for a failed attempt from curl's error code.
  init(
    _ code: CURLcode, active: ActiveTransfer, _ easy: EasyHandle, received: Int,
    _ limits: TransportSettings
  ) {
    let said = easy.failureText
    let words = Printable.text(
      said.isEmpty ? String(cString: curl_easy_strerror(code)) : said, limit: 200)
    let tunnelStatus = easy.long(CURLINFO_HTTP_CONNECTCODE)
    switch code {
    case _ where tunnelStatus != 0 && !(200..<300).contains(tunnelStatus):
      self =
        Self.isRetryable(status: tunnelStatus)
        ? .couldNotConnect("the proxy answered \(tunnelStatus)") : .proxyRefused(status: tunnelStatus)
    case CURLE_URL_MALFORMAT:
      self = .badURL(words)
    case CURLE_COULDNT_RESOLVE_PROXY:
      self = .couldNotConnect(words)
    case CURLE_COULDNT_RESOLVE_HOST:
      self = .couldNotResolve(Printable.text(active.url.name, limit: 260))
    case CURLE_COULDNT_CONNECT:
      if let refused = active.refusedAddress, !active.hasTriedAddress {
        self = .refusedAddress(refused)
      } else {
        self = .couldNotConnect(words)
      }
    case CURLE_OPERATION_TIMEDOUT:
      self = .timedOut(.connecting, after: limits.connectTimeout)
    case CURLE_SSL_CONNECT_ERROR where Self.isBrokenOff(words):
      self = .couldNotConnect(words)
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_CLIENTCERT, CURLE_SSL_SHUTDOWN_FAILED:
      self = .tls(words)
    case CURLE_PARTIAL_FILE:
      let expected = easy.offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
      self = .cutShort(received: Int64(received), expected: expected >= 0 ? expected : nil)
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_HTTP3,
      CURLE_QUIC_CONNECT_ERROR:
      self = .connectionLost(words)
    case CURLE_FILE_COULDNT_READ_FILE:
      self = .other(words)
    // The scheme has already been checked, so “unsupported protocol” means a response without a status line
    // (HTTP/0.9).
    case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_UNSUPPORTED_PROTOCOL:
      self = .badAnswer(words)
    // A refusal by a callback has its own reason, so this error comes from curl's decoders.
    case CURLE_WRITE_ERROR:
      self = .badAnswer("there are bytes after the end of its compressed body")
    // libcurl has no other error code for a header line that exceeds its buffer.
    case CURLE_OUT_OF_MEMORY where active.hasAnswer && !active.hasWholeHead:
      self = .badAnswer("one of its headers is too long")
    case CURLE_OUT_OF_MEMORY:
      self = .outOfMemory
    default:
      self = .other("\(words) (curl \(code.rawValue))")
    }
  }

  /// Returns whether a TLS handshake failed because the connection broke, rather than because the two sides
  /// disagreed. curl reports both with the same code, so this looks for phrases used by OpenSSL, LibreSSL and
  /// GnuTLS.
  private static func isBrokenOff(_ words: String) -> Bool {
    let words = words.lowercased()
    return ["reset", "syscall", "broken pipe", "eof", "closed", "pull function", "non-properly terminated"]
      .contains { words.contains($0) }
  }
}
