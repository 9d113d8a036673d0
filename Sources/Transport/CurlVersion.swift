import CCurl

/// The version of libcurl that runs, as in “7.88.1”.
public let curlVersion: String = {
  let number = ccurl_version_number()
  return "\(number >> 16).\(number >> 8 & 0xFF).\(number & 0xFF)"
}()

/// Two faults of libcurl's HTTP/2 before 8.1, which rewrote it (Debian 12 has 7.88), and how to live with them.
///
/// 1. Data that one stream reads for the others may be left in the connection's buffer. As the socket has nothing more to
///    report, nobody looks there: all transfers of the connection stand still until some timer fires.
/// 2. A paused stream holds up all others of its connection as soon as its own buffer is full. Bodies that go
///    to a function get a connection of their own; transfers into memory should not be paused for long.
enum OldStreams {
  /// Whether the libcurl that runs has these faults.
  static let areHere = ccurl_version_number() < 0x080100

  /// Makes curl read the connections of these handles once more, whatever the sockets say: that is what it
  /// does after a pause was lifted, and as nothing is sent, pausing the sending changes nothing else.
  static func nudge(_ handles: some Sequence<EasyHandle>) {
    for easy in handles where easy.active.isListening && easy.active.url.scheme == .https {
      curl_easy_pause(easy.curl, Int32(CURLPAUSE_SEND))
      curl_easy_pause(easy.curl, Int32(CURLPAUSE_CONT))
    }
  }

  /// Whether the transfer must not share its connection, as its receiver, or a limit of the rate, may pause it.
  static func mustBeAlone(_ request: TransferRequest, hasRateLimit: Bool) -> Bool {
    guard areHere, case .chunks = request.sink else { return false }
    return !request.isNeverPaused || hasRateLimit
  }
}
