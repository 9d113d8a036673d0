import CCurl

/// A transfer in the hands of the transport thread, through all its attempts.
final class ActiveTransfer {
  enum Place {
    case waiting
    case running(EasyHandle)
    case resting
    case ended
  }

  let transfer: Transfer
  /// Where it is fetched from: the requested URL, or where a redirect has led.
  private(set) var url: CheckedURL
  var place = Place.waiting
  /// The attempts begun so far, apart from those that failed because the host was away.
  private(set) var attempts = 0
  /// When the attempt began.
  private(set) var began: ContinuousClock.Instant
  /// Whether the receiver was told that the transfer waits.
  private var isResting = false

  /// Why a callback refused to go on; it says more than the code that curl makes of it.
  private(set) var refusal: TransferError.Reason?
  var refusedAddress: String?
  var hasTriedAddress = false

  /// Whether a compressed body is decompressed, as browsers do. Not if it is a part, and not if the server only claims that it
  /// is compressed.
  private(set) var decodes: Bool

  private let asked: CheckedURL
  private var redirects = 0
  private let limits: TransportConfiguration
  private unowned let thread: TransportThread
  private var body = TransferBody()
  private var head: TransferHead?
  private var received = 0
  private var headerBytes = 0
  /// Whether part of the body was handed out: then another attempt could not bring the whole.
  private(set) var hasHandedOut = false

  /// When the server last gave a sign of life; `nil` before the request was sent.
  private var lastSign: ContinuousClock.Instant?
  private var totalDeadline: ContinuousClock.Instant?
  private(set) var heldSince: ContinuousClock.Instant?

  /// The body of an error or a redirect is read up to here, so that its connection can be used again.
  private static let longestErrorBody = 64 << 10
  /// The limit for all headers and trailers of an answer: curl keeps them, and does not limit trailers.
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

  /// Whether any of the attempt's answer has come.
  var hasAnswer: Bool { headerBytes > 0 }

  var maxBytes: Int { transfer.request.maxBytes ?? limits.maxBytes }
  var isHeld: Bool { heldSince != nil }
  /// Whether the body is held back until the rate's limit lets more of it come.
  var isThrottled: Bool { isHeld && transfer.permission == .goOn }
  var isEnded: Bool { if case .ended = place { true } else { false } }
  var isRunning: Bool { if case .running = place { true } else { false } }

  func beginAttempt(_ easy: EasyHandle) {
    place = .running(easy)
    attempts += 1
    began = thread.now
    refusal = nil
    refusedAddress = nil
    hasTriedAddress = false
    body = TransferBody()
    head = nil
    received = 0
    headerBytes = 0
    lastSign = nil
    heldSince = nil
    transfer.note(received: 0)
    let deadline = totalDeadline ?? began + limits.totalTimeout
    totalDeadline = deadline
    thread.check(noLaterThan: deadline)
  }

  // MARK: Redirects

  // Followed here, as curl would send the configuration's headers, and in some versions a password of the netrc file
  // (CVE-2024-11053), on to another host.

  /// The headers of the next attempt.
  var headers: [(name: String, value: String)] {
    (url.isSameServer(as: asked) ? limits.headers : []) + transfer.request.headers
  }

  /// Follows the redirect in the answer of a finished attempt; false if there is none.
  func followRedirect(_ easy: EasyHandle) throws(TransferError.Reason) -> Bool {
    let head = head ?? readHead(from: easy)
    guard (300..<400).contains(head.status), let reason = reason(toRefuse: head),
      refusal == nil || refusal == reason, let location = easy.headerBytes("Location")
    else { return false }
    redirects += 1
    guard redirects <= limits.maxRedirects else { throw .tooManyRedirects(limit: limits.maxRedirects) }
    url = try url.redirected(to: location)
    // The same attempt goes on.
    attempts -= 1
    return true
  }

  /// Returns to the requested URL.
  /// - Parameter isCounted: whether the attempt that failed counts.
  func startOver(isCounted: Bool) {
    url = asked
    redirects = 0
    if !isCounted { attempts -= 1 }
  }

  /// Tells the receiver that the transfer waits, or with nil that it waits no more.
  func note(_ rest: TransferRest?) {
    guard isResting || rest != nil else { return }
    isResting = rest != nil
    transfer.request.onRest?(rest)
  }

  // MARK: Time

  /// The connection is there, and the request is sent next.
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

  /// Whether its answer is awaited: the request is sent, and the reader takes what comes.
  var isListening: Bool { lastSign != nil && !isHeld }

  /// The moment at which time is up, and the reason to give then.
  var deadline: (instant: ContinuousClock.Instant, reason: TransferError.Reason)? {
    guard !isHeld, let totalDeadline else { return nil }
    if let lastSign, lastSign + limits.stallTimeout < totalDeadline {
      return (lastSign + limits.stallTimeout, .timedOut(.stalled, after: limits.stallTimeout))
    }
    return (totalDeadline, .timedOut(.total, after: limits.totalTimeout))
  }

  /// Whether there is time for another attempt at this instant.
  func hasTime(at instant: ContinuousClock.Instant) -> Bool { totalDeadline.map { instant < $0 } ?? true }

  func letGoOn() {
    guard let since = heldSince else { return }
    heldSince = nil
    totalDeadline = totalDeadline.map { $0 + (thread.now - since) }
    noteRequest()
    if let totalDeadline { thread.check(noLaterThan: totalDeadline) }
  }

  /// Whether to ask once more and take the body as it is, because its encoding is unknown or wrong.
  func retriesUndecoded(_ code: CURLcode) -> Bool {
    guard code == CURLE_BAD_CONTENT_ENCODING, decodes, !hasHandedOut, refusal == nil else { return false }
    decodes = false
    return true
  }

  // MARK: Headers and body

  /// A header or a trailer has arrived, of this many bytes.
  func receiveHeader(_ bytes: Int) -> Verdict {
    noteSignOfLife()
    headerBytes += bytes
    guard headerBytes > Self.mostHeaderBytes else { return .taken }
    return refuse(.badAnswer("its headers are longer than \(Self.mostHeaderBytes) bytes"))
  }

  enum Verdict {
    case taken, held, refused
  }

  func receive(_ bytes: UnsafeRawBufferPointer, from easy: EasyHandle) -> Verdict {
    let permission = transfer.permission
    if permission == .stop { return refuse(.cancelled) }
    // curl cannot pause reading a file, which costs the network nothing.
    let isLimited = url.scheme != .file && thread.limit != nil
    let now = thread.now
    if permission == .hold || isLimited && thread.limit?.isInDebt(now) == true {
      heldSince = heldSince ?? now
      return .held
    }
    if isLimited { thread.limit?.spend(bytes.count, now) }
    noteSignOfLife()
    let head = head ?? readHead(from: easy)
    if let reason = reason(toRefuse: head) {
      received += bytes.count
      return received > Self.longestErrorBody ? refuse(reason) : .taken
    }
    if received == 0, let length = head.contentLength {
      if length.count > maxBytes { return refuse(.tooLarge(limit: maxBytes)) }
      if case .memory = transfer.request.sink, !body.reserve(length.count) { return refuse(.outOfMemory) }
    }
    guard bytes.count <= maxBytes - received else { return refuse(.tooLarge(limit: maxBytes)) }
    received += bytes.count
    transfer.note(received: received)

    switch transfer.request.sink {
    case .memory:
      return body.append(bytes) ? .taken : refuse(.outOfMemory)
    case .chunks(let receiver):
      hasHandedOut = true
      do {
        try receiver(BodyChunk(transfer: transfer, head: head, bytes: bytes))
        return .taken
      } catch {
        return refuse(.other("\(error)"))
      }
    }
  }

  private func refuse(_ reason: TransferError.Reason) -> Verdict {
    refusal = reason
    return .refused
  }

  // MARK: End

  /// The result of the attempt.
  func outcome(_ code: CURLcode, _ easy: EasyHandle) -> Result<TransferResponse, TransferError> {
    if let refusal { return .failure(transfer.failure(refusal)) }
    let head = head ?? readHead(from: easy)
    // An error's status says more than how its body ended.
    if head.status >= 400, let reason = reason(toRefuse: head) { return .failure(transfer.failure(reason)) }
    if code != CURLE_OK {
      return .failure(transfer.failure(.init(code, active: self, easy, received: received, limits)))
    }
    if let reason = reason(toRefuse: head) { return .failure(transfer.failure(reason)) }
    body.trim()
    return .success(
      TransferResponse(
        head: head, body: body, attempts: attempts, newConnections: easy.long(CURLINFO_NUM_CONNECTS),
        isMultiplexed: easy.long(CURLINFO_HTTP_VERSION) >= Int(CURL_HTTP_VERSION_2_0)))
  }

  private func readHead(from easy: EasyHandle) -> TransferHead {
    let head = TransferHead(easy, of: url)
    self.head = head
    return head
  }

  private func reason(toRefuse head: TransferHead) -> TransferError.Reason? {
    switch head.status {
    // Some servers say so of a whole body.
    case 206
    where !transfer.asks(for: "range") && head.contentRange.flatMap(ContentRange.init)?.isPart == true:
      return .badAnswer("a part of the body that was not asked for (206)")
    case 200..<300: return nil
    case 304 where transfer.asks(for: "if-none-match", "if-modified-since"): return nil
    default: return .http(status: head.status)
    }
  }
}
