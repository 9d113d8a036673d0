import CCurl

/// The version of libcurl at run time, such as “7.88.1”.
public let curlVersion: String = {
  let number = ccurl_version_number()
  return "\(number >> 16).\(number >> 8 & 0xFF).\(number & 0xFF)"
}()

/// Workarounds for two bugs in libcurl's HTTP/2 code before version 8.1, which rewrote that code (Debian 12
/// has 7.88).
///
/// 1. While reading for one stream, libcurl may leave data for other streams in the connection's buffer. The
///   socket then has nothing more to report, so nothing reads that buffer, and all transfers of the
///   connection stall until a timer fires.
/// 2. A paused stream blocks all other streams of its connection once its own buffer is full. Bodies that are
///   passed to a function therefore get their own connection.
enum OldStreams {
  /// Whether the libcurl at run time has these bugs.
  static let areHere = ccurl_version_number() < 0x080100

  /// Makes curl read the connections of these handles again, even if their sockets report nothing. Resuming a
  /// handle has this effect. Only the sending side is paused and resumed. Nothing is being sent, so nothing
  /// else changes.
  static func nudge(_ handles: some Sequence<EasyHandle>) {
    for easy in handles where easy.active.isListening && easy.active.url.scheme == .https {
      curl_easy_pause(easy.curl, Int32(CURLPAUSE_SEND))
      curl_easy_pause(easy.curl, Int32(CURLPAUSE_CONT))
    }
  }

  /// Returns whether the transfer needs its own connection, because its receiver or a rate limit may pause it.
  static func mustBeAlone(_ request: TransferRequest, hasRateLimit: Bool) -> Bool {
    guard areHere, request.onChunk != nil else { return false }
    return !request.isNeverPaused || hasRateLimit
  }
}
