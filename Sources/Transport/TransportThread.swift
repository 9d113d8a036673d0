import Base
import CCurl
import Foundation

/// The loop that drives all transfers of a ``Transport``. It is created, used and freed on the same thread.
///
/// Each turn of the loop reads the mailbox, starts as many waiting transfers as there are slots, lets curl
/// work, and handles the attempts that have ended. Then the thread sleeps until a socket, a timer or another
/// thread wakes it.
final class TransportThread {
  private let mailbox: Mailbox
  let configuration: TransportSettings
  let multi: UnsafeMutableRawPointer?
  let share: UnsafeMutableRawPointer?
  /// The limit for all transfers together, or nil for none.
  var limit: RateLimit?
  /// The earliest instant for which a check of the deadlines has been requested.
  var nextCheck: ContinuousClock.Instant?
  /// Whether data has arrived from any server since the connections were last nudged.
  var hasNews = false
  var transfers: [ObjectIdentifier: ActiveTransfer] = [:]
  var slots: HostSlots<ActiveTransfer>
  /// The pace of each host.
  var hosts: [String: HostPace] = [:]
  /// The schemes whose proxy requires another password.
  var refusedSchemes: Set<CheckedURL.Scheme> = []
  /// The earliest instant at which a host on hold with waiting transfers may get a request again, or nil if
  /// there is no such host.
  var nextOpening: ContinuousClock.Instant?
  /// The folders whose server has asked for a password, and accepts only Basic. Later requests send it immediately.
  var basicFolders: Set<String> = []
  /// The easy handles that curl is working on, by curl's pointer.
  var running: [UnsafeMutableRawPointer: EasyHandle] = [:]
  /// The transfers that are waiting for their next attempt. The one that is due next is last.
  var delayed: [(due: ContinuousClock.Instant, active: ActiveTransfer)] = []
  var generator = SystemRandomNumberGenerator()
  private var clock = TransferClock()
  var now: ContinuousClock.Instant { clock.now }

  private static let isCurlReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  init(_ mailbox: Mailbox, _ configuration: TransportSettings) {
    self.mailbox = mailbox
    self.configuration = configuration
    slots = HostSlots(perHost: configuration.perHost, total: configuration.inFlight)
    limit = configuration.rateLimit.map { [now = clock.now] in RateLimit($0, at: now) }
    multi = Self.isCurlReady ? Self.makeMulti(configuration) : nil
    // The multi handle shares connections and addresses among its transfers. Before curl 8.12, TLS sessions are
    // kept per easy handle, and only a share lets every transfer to the same host resume them. It needs no
    // locks because only this thread uses it.
    share = Self.isCurlReady ? curl_share_init() : nil
    if let share { ccurl_share_lock_data(share, CURL_LOCK_DATA_SSL_SESSION) }
  }

  deinit {
    if let multi { curl_multi_cleanup(multi) }
    if let share { curl_share_cleanup(share) }
  }

  private static func makeMulti(_ configuration: TransportSettings) -> UnsafeMutableRawPointer? {
    guard let multi = curl_multi_init() else { return nil }
    // When file descriptors run out, curl creates a multi handle that can't be woken. Having none is better.
    guard curl_multi_wakeup(multi) == CURLM_OK else {
      curl_multi_cleanup(multi)
      return nil
    }
    ccurl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
    ccurl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, max(1, configuration.perHost))
    ccurl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, max(1, configuration.inFlight))
    ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, max(1, configuration.inFlight))
    return multi
  }

  func run() {
    Self.blockBrokenPipes()
    guard let multi else { return refuseAll() }
    var idleSince: ContinuousClock.Instant?
    var waited = Duration.zero
    while true {
      clock.turned(waiting: waited)
      waited = .zero
      let isOver = withAutoreleasePool {
        let isOver = readMailbox()
        if !isOver { turn(multi) }
        return isOver
      }
      if isOver { return }
      let now = now
      if transfers.isEmpty {
        let since = idleSince ?? now
        idleSince = since
        if now >= since + configuration.idleTimeout, mailbox.leave() { return }
      } else {
        idleSince = nil
      }
      let idleEnd = idleSince.map { $0 + configuration.idleTimeout }
      let paidOff = transfers.isEmpty ? nil : limit?.paidOff
      // The debt may have been paid off by now, but the transfers that it stopped are still on hold.
      let isHolding = limit?.isInDebt(now) == true || hasThrottled
      let delayEnd = [delayed.last?.due, nextOpening].compactMap { $0 }.min()
      let next = [idleEnd, running.isEmpty ? nil : nextCheck, delayEnd, isHolding ? paidOff : nil]
        .compactMap { $0 }.min()
      let longest = transfers.isEmpty ? .seconds(60) : TransferClock.longestWait
      let wait = min(max(next.map { $0 - now } ?? longest, .zero), longest)
      guard mailbox.willWait(on: multi) else { continue }
      curl_multi_poll(multi, nil, 0, Int32(wait.wholeMilliseconds), nil)
      waited = wait
    }
  }

  /// Advances every transfer that can make progress now.
  private func turn(_ multi: UnsafeMutableRawPointer) {
    wakeDelayed()
    letThrottledGoOn()
    launchWaiting(multi)
    var left: Int32 = 0
    repeat {
      curl_multi_perform(multi, &left)
      while let message = curl_multi_info_read(multi, &left) {
        guard message.pointee.msg == CURLMSG_DONE, let curl = message.pointee.easy_handle,
          let active = running[curl]?.active
        else { continue }
        complete(active, message.pointee.data.result)
      }
      checkDeadlines()
      // Transfers that ended have freed slots for others, which may end during their first
      // `curl_multi_perform`.
    } while launchWaiting(multi)
    // More data may be left in curl's buffers. Nudging makes the next poll return immediately.
    if OldStreams.areHere, hasNews {
      hasNews = false
      OldStreams.nudge(running.values)
    }
  }

  // MARK: Messages

  /// Processes messages from other threads. Returns true if the thread should end.
  private func readMailbox() -> Bool {
    let (messages, isClosed) = mailbox.take()
    for message in messages {
      switch message {
      case .start(let transfer): accept(transfer)
      case .cancel(let transfer): transfers[ObjectIdentifier(transfer)].map(cancel)
      case .resume(let transfer): transfers[ObjectIdentifier(transfer)].map(resume)
      }
    }
    guard isClosed else { return false }
    for active in Array(transfers.values) { cancel(active) }
    return mailbox.leave()
  }

  private func accept(_ transfer: Transfer) {
    do throws(TransferError) {
      let url = try CheckedURL(transfer.request.url, allowsFile: transfer.request.allowsFile)
      try transfer.check(configuration.headers + transfer.request.headers)
      if url.scheme == .file {
        if configuration.blockPrivate {
          throw transfer.failure(.refusedAddress("it is a file on this machine"))
        }
        try transfer.checkFile(url.filePath ?? [])
      }
      let active = ActiveTransfer(transfer, url: url, on: self)
      transfers[ObjectIdentifier(transfer)] = active
      wait(active)
    } catch {
      transfer.end(.failure(error))
    }
  }

  private func cancel(_ active: ActiveTransfer) {
    end(active, .failure(active.transfer.failure(.cancelled)))
  }

  private func resume(_ active: ActiveTransfer) {
    guard case .running(let easy) = active.place, active.isHeld else { return }
    active.resume()
    // This call hands out the data that was held back, and the receiver may refuse that data.
    let code = curl_easy_pause(easy.curl, Int32(CURLPAUSE_CONT))
    if code != CURLE_OK { complete(active, code) }
  }

  private var hasThrottled: Bool {
    limit != nil && running.values.contains { $0.active.isThrottled }
  }

  /// Resumes transfers on hold one at a time, starting with the one that has waited longest, until the bytes
  /// of one create a new debt.
  private func letThrottledGoOn() {
    while limit?.isInDebt(now) == false {
      let held = running.values.map(\.active).filter(\.isThrottled)
      guard let next = held.min(by: { ($0.heldSince ?? now) < ($1.heldSince ?? now) }) else { return }
      resume(next)
    }
  }

  private func refuseAll() {
    repeat {
      for case .start(let transfer) in mailbox.take().messages {
        transfer.end(
          .failure(transfer.failure(.other("no file descriptors or memory left for downloads"))))
      }
    } while !mailbox.leave()
  }

  /// Blocks SIGPIPE, so that writing to a closed connection returns an error instead of ending the process.
  private static func blockBrokenPipes() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}

/// Frees the objects that callbacks have autoreleased, on platforms with an Objective-C runtime.
private func withAutoreleasePool<Result>(_ body: () -> Result) -> Result {
  #if canImport(ObjectiveC)
    autoreleasepool(invoking: body)
  #else
    body()
  #endif
}
