import Base
import CCurl
import Foundation

extension TransferError.Reason {
  /// Creates the reason for a failed attempt from curl's error code.
  init(
    _ code: CURLcode, active: ActiveTransfer, _ easy: EasyHandle, received: Int,
    _ limits: TransportSettings
  ) {
    // curl's own words are read, but not shown: they name its functions and settings.
    let words = easy.failureText.lowercased()
    let errno = easy.long(CURLINFO_OS_ERRNO)
    let systemReason = errno != 0 ? String(cString: strerror(Int32(clamping: errno))) : nil
    let tunnelStatus = easy.long(CURLINFO_HTTP_CONNECTCODE)
    let usesProxy = limits.proxy(for: active.url) != nil
    switch code {
    case _ where tunnelStatus == 407:
      self = .proxyUnauthorized
    case _ where tunnelStatus != 0 && !(200..<300).contains(tunnelStatus):
      self =
        Self.isRetryable(status: tunnelStatus)
        ? .couldNotConnect("the proxy answered \(tunnelStatus)") : .proxyRefused(status: tunnelStatus)
    case CURLE_PROXY:
      switch CURLproxycode(UInt32(easy.long(CURLINFO_PROXY_ERROR))) {
      case CURLPX_NO_AUTH, CURLPX_USER_REJECTED: self = .proxyUnauthorized
      case CURLPX_REPLY_NOT_ALLOWED, CURLPX_BAD_VERSION: self = .proxyRefused(status: nil)
      default: self = .couldNotConnect("the proxy can't reach the host")
      }
    case _ where words.contains("unsupported proxy"):
      self = .other("the proxy's URL is malformed or has an unsupported scheme")
    case CURLE_URL_MALFORMAT:
      self = .badURL("it is malformed")
    case CURLE_COULDNT_RESOLVE_PROXY:
      self = .couldNotConnect("the proxy's name can't be resolved")
    case CURLE_COULDNT_RESOLVE_HOST:
      self = .couldNotResolve(Printable.text(active.url.name, limit: 260))
    case CURLE_COULDNT_CONNECT:
      if let refused = active.refusedAddress, !active.hasTriedAddress {
        self = .refusedAddress(refused)
      } else {
        self = .couldNotConnect(
          (usesProxy ? "to the proxy: " : "") + (systemReason ?? "no address accepts connections"))
      }
    case CURLE_OPERATION_TIMEDOUT:
      self = .timedOut(.connecting, after: limits.connectTimeout)
    case CURLE_SSL_CONNECT_ERROR where Self.isBrokenOff(words):
      self = .couldNotConnect("the connection ended during the TLS handshake")
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_CLIENTCERT, CURLE_SSL_SHUTDOWN_FAILED:
      self = .tls(Self.tlsReason(code, words, limits.caBundle ?? ProcessEnvironment.caBundle))
    case CURLE_PARTIAL_FILE:
      let expected = easy.offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
      self = .cutShort(received: Int64(received), expected: expected >= 0 ? expected : nil)
    case CURLE_GOT_NOTHING:
      self = .connectionLost("the server ended it without a response")
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_HTTP3,
      CURLE_QUIC_CONNECT_ERROR:
      self = .connectionLost(systemReason ?? "it ended unexpectedly")
    case CURLE_FILE_COULDNT_READ_FILE:
      self = .other("the file cannot be read")
    case CURLE_BAD_CONTENT_ENCODING:
      self = .badAnswer("the encoding of its body is unknown or damaged")
    // The scheme has already been checked, so “unsupported protocol” means a response without a status line
    // (HTTP/0.9). A “bad argument” comes from curl's list of headers, which refuses some of the response's.
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_FUNCTION_ARGUMENT:
      self = .badAnswer(active.hasAnswer ? "its headers are malformed" : "it isn't HTTP")
    // A refusal by a callback has its own reason, so this error comes from curl's decoders.
    case CURLE_WRITE_ERROR:
      self = .badAnswer("there are bytes after the end of its compressed body")
    // libcurl has no other error code for a header line that exceeds its buffer.
    case CURLE_OUT_OF_MEMORY where active.hasAnswer && !active.hasWholeHead:
      self = .badAnswer("one of its headers is too long")
    case CURLE_OUT_OF_MEMORY:
      self = .outOfMemory
    default:
      self = .other("an unexpected network error (\(code.rawValue))")
    }
  }

  /// Returns the reason for a failed TLS handshake. curl reports most of them with the same code, so this looks for
  /// phrases used by OpenSSL, LibreSSL and GnuTLS.
  private static func tlsReason(_ code: CURLcode, _ words: String, _ bundle: String?) -> String {
    if code == CURLE_SSL_CACERT_BADFILE {
      let place = bundle.map { " in “\(Printable.text($0, limit: 260))”" } ?? ""
      return "the certificates\(place) can't be read"
    }
    let phrases = [
      ("expired", "the server's certificate has expired"),
      ("not yet", "the server's certificate isn't valid yet"),
      ("revoked", "the server's certificate has been revoked"),
      ("subject name", "the server's certificate is for another name"),
      ("does not match", "the server's certificate is for another name"),
      ("self-signed", "the server's certificate is self-signed"),
      ("self signed", "the server's certificate is self-signed"),
      ("wrong version number", "the server doesn't use TLS on this port"),
    ]
    if let (_, reason) = phrases.first(where: { words.contains($0.0) }) { return reason }
    return code == CURLE_PEER_FAILED_VERIFICATION
      ? "the server's certificate isn't trusted"
      : "the server refused, or supports no common version or cipher"
  }

  /// Returns whether a TLS handshake failed because the connection broke, rather than because the two sides
  /// disagreed.
  private static func isBrokenOff(_ words: String) -> Bool {
    ["reset", "syscall", "broken pipe", "eof", "closed", "pull function", "non-properly terminated"]
      .contains { words.contains($0) }
  }
}
