import CCurl

/// The transport thread's record of a transfer. It is kept through all attempts of the transfer.
final class ActiveTransfer {
  enum Place {
    case waiting
    case running(EasyHandle)
    case delayed
    case ended
  }

  let transfer: Transfer
  /// The URL of the current attempt: the requested URL, or the target of the last redirect.
  private(set) var url: CheckedURL
  var place = Place.waiting
  /// The number of attempts so far, not counting those that failed because the host was unreachable.
  private(set) var attempts = 0
  /// The start of the current attempt.
  private(set) var began: ContinuousClock.Instant
  /// The wait most recently reported to `onWait`, or nil once it has ended.
  private var wait: TransferWait?

  /// The reason why a callback aborted the attempt. It is more specific than the code that curl returns for it.
  private(set) var refusal: TransferError.Reason?
  var refusedAddress: String?
  var hasTriedAddress = false

  /// Whether a compressed body is decompressed, as browsers do. It is false for a range request, and after the server
  /// has labeled an uncompressed body as compressed.
  private(set) var decodes: Bool

  /// The cookies that redirects have set. curl sends each one only to the hosts that it is for.
  private(set) var cookies: [String] = []

  private let asked: CheckedURL
  private var redirects = 0
  private let limits: TransportSettings
  private unowned let thread: TransportThread
  private var head: TransferHead?
  private var received = 0
  private var headerBytes = 0
  /// Whether the blank line after the headers of the attempt's response has arrived.
  private(set) var hasWholeHead = false
  /// Whether part of the body has been handed out. If so, another attempt couldn't deliver the whole body.
  private(set) var hasHandedOut = false

  /// The last time the server showed a sign of life, or nil until the request has been sent.
  private var lastSign: ContinuousClock.Instant?
  /// The end of the total time, or nil while the transfer is waiting in a host's line.
  private var totalDeadline: ContinuousClock.Instant?
  /// The value of ``HostPace/timeOnHold(at:)`` at which a transfer in line runs out of time. Waiting that the user's
  /// limits cause doesn't count.
  private var lastTimeOnHold = Duration.zero
  private(set) var heldSince: ContinuousClock.Instant?

  /// The maximum number of bytes to read from the body of an error or a redirect. Reading the whole body lets its
  /// connection be reused.
  private static let longestErrorBody = 64 << 10
  /// The maximum size of all headers and trailers of a response. curl keeps them in memory and doesn't limit
  /// trailers.
  private static let mostHeaderBytes = 300 << 10

  init(_ transfer: Transfer, url: CheckedURL, on thread: TransportThread) {
    self.transfer = transfer
    self.url = url
    asked = url
    decodes = !transfer.asks(for: "range")
    limits = thread.configuration
    began = thread.now
    self.thread = thread
  }

  /// Whether any part of the attempt's response has arrived.
  var hasAnswer: Bool { headerBytes > 0 }

  var maxBytes: Int { transfer.request.maxBytes ?? limits.maxBytes }
  var isHeld: Bool { heldSince != nil }
  /// Whether the rate limit, rather than the receiver, is holding the body back.
  var isThrottled: Bool { isHeld && transfer.permission == .proceed }
  var isEnded: Bool { if case .ended = place { true } else { false } }
  var isRunning: Bool { if case .running = place { true } else { false } }

  func beginAttempt(_ easy: EasyHandle) {
    place = .running(easy)
    attempts += 1
    began = thread.now
    refusal = nil
    refusedAddress = nil
    hasTriedAddress = false
    head = nil
    received = 0
    headerBytes = 0
    hasWholeHead = false
    lastSign = nil
    heldSince = nil
    transfer.note(received: 0)
    let deadline = currentDeadline
    totalDeadline = deadline
    thread.check(noLaterThan: deadline)
  }

  /// Records that the transfer is waiting in its host's line.
  func enterLine() {
    place = .waiting
    let timeLeft = totalDeadline.map { $0 - thread.now } ?? limits.totalTimeout
    totalDeadline = nil
    lastTimeOnHold = timeOnHold + timeLeft
  }

  // MARK: Redirects

  // Redirects are followed here rather than by curl, because curl would send the configuration's headers to the other
  // host. Some versions also send it a password from the netrc file (CVE-2024-11053).

  /// The headers to send with the next attempt.
  var headers: [(name: String, value: String)] {
    (url.isSameServer(as: asked) ? limits.headers : []) + transfer.request.headers
  }

  /// Whether the request sends a name and password with Basic, without waiting to be asked. curl leaves them out if the
  /// user's headers authorize the request.
  var sendsBasic: Bool {
    !thread.basicFolders.isEmpty && thread.basicFolders.contains(url.folder)
      || headers.contains { $0.name.lowercased() == "authorization" }
  }

  /// Follows the redirect in the response of a finished attempt. Returns false if there is none.
  func followRedirect(_ easy: EasyHandle) throws(TransferError.Reason) -> Bool {
    let head = head ?? readHead(from: easy)
    guard (300..<400).contains(head.status), let reason = reason(toRefuse: head, easy),
      refusal == nil || refusal == reason, let location = easy.headerBytes("Location"), !location.isEmpty
    else { return false }
    redirects += 1
    cookies = easy.cookies
    guard redirects <= limits.maxRedirects else { throw .tooManyRedirects(limit: limits.maxRedirects) }
    url = try url.redirected(to: location)
    // A redirect continues the same attempt.
    attempts -= 1
    return true
  }

  /// Returns to the requested URL for another attempt.
  ///
  /// - Parameter isCounted: Whether the failed attempt counts toward the limit.
  func startOver(isCounted: Bool) {
    url = asked
    redirects = 0
    if !isCounted { attempts -= 1 }
  }

  /// Reports a wait of the transfer to `onWait`, or, if `wait` is nil, that the wait has ended.
  func note(_ wait: TransferWait?) {
    guard wait != self.wait else { return }
    self.wait = wait
    transfer.request.onWait?(wait)
  }

  // MARK: Time

  /// Records that the connection has been made, and that curl is about to send the request.
  func noteConnection() {
    thread.connected(self)
    noteRequest()
  }

  private func noteRequest() {
    let now = thread.now
    lastSign = now
    thread.check(noLaterThan: now + limits.stallTimeout)
  }

  func noteSignOfLife() {
    if lastSign != nil { lastSign = thread.now }
    thread.hasNews = true
  }

  /// Whether the transfer is waiting for the server: the request has been sent, and the receiver accepts data.
  var isListening: Bool { lastSign != nil && !isHeld }

  /// The instant when the transfer times out, and the reason to report then.
  var deadline: (instant: ContinuousClock.Instant, reason: TransferError.Reason)? {
    guard !isHeld, let totalDeadline else { return nil }
    if let lastSign, lastSign + limits.stallTimeout < totalDeadline {
      return (lastSign + limits.stallTimeout, .timedOut(.stalled, after: limits.stallTimeout))
    }
    return (totalDeadline, .timedOut(.total, after: limits.totalTimeout))
  }

  /// Returns whether the total timeout leaves time for another attempt at this instant.
  func hasTime(at instant: ContinuousClock.Instant) -> Bool { instant < currentDeadline }

  /// The end of the total time if it keeps running from now on.
  private var currentDeadline: ContinuousClock.Instant {
    totalDeadline ?? thread.now + (lastTimeOnHold - timeOnHold)
  }

  private var timeOnHold: Duration { thread.hosts[url.host]?.timeOnHold(at: thread.now) ?? .zero }

  func resume() {
    guard let since = heldSince else { return }
    heldSince = nil
    totalDeadline = totalDeadline.map { $0 + (thread.now - since) }
    noteRequest()
    if let totalDeadline { thread.check(noLaterThan: totalDeadline) }
  }

  /// Returns whether to repeat the request and accept the body without decoding it, because its encoding is unknown
  /// or wrong.
  func retriesUndecoded(_ code: CURLcode) -> Bool {
    guard code == CURLE_BAD_CONTENT_ENCODING, decodes, !hasHandedOut, refusal == nil else { return false }
    decodes = false
    return true
  }

  // MARK: Headers and body

  /// Counts the bytes of a line of the headers or trailers.
  func receiveHeader(_ line: UnsafeRawBufferPointer) -> Verdict {
    noteSignOfLife()
    headerBytes += line.count
    // An interim response (1xx) is followed by another status line.
    if line.starts(with: "HTTP/".utf8) { hasWholeHead = false }
    if line.allSatisfy({ $0 == 0x0A || $0 == 0x0D }) { hasWholeHead = true }
    guard headerBytes > Self.mostHeaderBytes else { return .taken }
    return refuse(.badAnswer("its headers are longer than \(Self.mostHeaderBytes) bytes"))
  }

  enum Verdict {
    case taken, held, refused
  }

  func receive(_ bytes: UnsafeRawBufferPointer, from easy: EasyHandle) -> Verdict {
    let permission = transfer.permission
    if permission == .stop { return refuse(.cancelled) }
    // A rate limit doesn't apply to files: curl can't pause reading them, and they don't use the network.
    let isLimited = url.scheme != .file && thread.limit != nil
    let now = thread.now
    if permission == .hold || isLimited && thread.limit?.isInDebt(now) == true {
      heldSince = heldSince ?? now
      return .held
    }
    if isLimited { thread.limit?.spend(bytes.count, now) }
    noteSignOfLife()
    let head = head ?? readHead(from: easy)
    if let reason = reason(toRefuse: head, easy) {
      received += bytes.count
      return received > Self.longestErrorBody ? refuse(reason) : .taken
    }
    if received == 0, let length = head.contentLength, length.count > maxBytes {
      return refuse(.tooLarge(limit: maxBytes))
    }
    guard bytes.count <= maxBytes - received else { return refuse(.tooLarge(limit: maxBytes)) }
    received += bytes.count
    transfer.note(received: received)

    guard let receiver = transfer.request.onChunk else { return .taken }
    hasHandedOut = true
    do {
      try receiver(BodyChunk(transfer: transfer, head: head, bytes: bytes))
      return .taken
    } catch {
      return refuse(.other("\(error)"))
    }
  }

  private func refuse(_ reason: TransferError.Reason) -> Verdict {
    refusal = reason
    return .refused
  }

  // MARK: End

  /// Returns the result of the attempt.
  func outcome(_ code: CURLcode, _ easy: EasyHandle) -> Result<TransferResponse, TransferError> {
    if let refusal { return .failure(transfer.failure(refusal)) }
    let head = head ?? readHead(from: easy)
    // The status of an error says more than how its body ended.
    if head.status >= 400, let reason = reason(toRefuse: head, easy) {
      return .failure(transfer.failure(reason))
    }
    // Bytes after the end of a compressed photo are ignored, as in browsers, because the photo's own bytes show
    // whether it is complete. A list, however, could lose its second half.
    let isPadded =
      code == CURLE_WRITE_ERROR && head.contentEncoding != nil && !transfer.request.acceptsCompression
    if code != CURLE_OK, !isPadded {
      return .failure(transfer.failure(.init(code, active: self, easy, received: received, limits)))
    }
    // curl accepts a connection that closes in the middle of the headers.
    if url.scheme != .file, !hasWholeHead {
      return .failure(transfer.failure(.connectionLost("the headers are incomplete")))
    }
    if let reason = reason(toRefuse: head, easy) { return .failure(transfer.failure(reason)) }
    return .success(
      TransferResponse(
        head: head, attempts: attempts, newConnections: easy.long(CURLINFO_NUM_CONNECTS),
        isMultiplexed: easy.long(CURLINFO_HTTP_VERSION) >= Int(CURL_HTTP_VERSION_2_0)))
  }

  private func readHead(from easy: EasyHandle) -> TransferHead {
    let head = TransferHead(easy, of: url)
    self.head = head
    return head
  }

  private func reason(toRefuse head: TransferHead, _ easy: EasyHandle) -> TransferError.Reason? {
    switch head.status {
    // Some servers send 206 with a whole body, or a part with another status.
    case 200..<300
    where !transfer.asks(for: "range") && head.contentRange.flatMap(ContentRange.init)?.isPart == true:
      return .badAnswer("a part of the body that was not requested (\(head.status))")
    case 200..<300: return nil
    case 401 where !easy.schemes.isEmpty: return .unauthorized(schemes: easy.schemes)
    case 407: return .proxyUnauthorized
    case 304 where transfer.asks(for: "if-none-match", "if-modified-since"): return nil
    default: return .http(status: head.status)
    }
  }
}
