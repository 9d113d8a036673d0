import Base
import CCurl
import Foundation

/// The loop that drives all transfers of a ``Transport``. It is made, used and let go on one thread.
///
/// One turn: read the mailbox, let waiting transfers go as far as there are slots, let curl work, see what has
/// ended, and sleep until a socket, a timer or another thread has something.
final class TransportThread {
  private let mailbox: Mailbox
  private let configuration: TransportConfiguration
  private let multi: UnsafeMutableRawPointer?
  private let share: UnsafeMutableRawPointer?
  private let board = NoticeBoard()
  private var flights: [Transfer: Flight] = [:]
  private var slots: HostSlots<Flight>
  private var givenUp = 0
  /// The handles that curl works on, by curl's own pointer.
  private var running: [UnsafeMutableRawPointer: EasyHandle] = [:]
  /// Those that rest before another attempt, the next one last.
  private var resting: [(due: ContinuousClock.Instant, flight: Flight)] = []
  private var spares: [EasyHandle] = []
  private var generator: SplitMix

  private static let isCurlReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
  private static let mostSpares = 32

  init(_ mailbox: Mailbox, _ configuration: TransportConfiguration) {
    self.mailbox = mailbox
    self.configuration = configuration
    slots = HostSlots(perHost: configuration.perHost, total: configuration.inFlight)
    board.limit = configuration.rateLimit.map(RateLimit.init)
    generator = configuration.retry.makeGenerator()
    multi = Self.isCurlReady ? Self.makeMulti(configuration) : nil
    // The multi handle shares connections and addresses among its transfers. TLS sessions are kept per easy
    // handle in curl before 8.12, and only a share lets them be resumed by any transfer to the same host.
    // One thread alone uses it, so that it needs no locks.
    share = Self.isCurlReady ? curl_share_init() : nil
    if let share { ccurl_share_lock_data(share, CURL_LOCK_DATA_SSL_SESSION) }
  }

  deinit {
    spares = []
    if let multi { curl_multi_cleanup(multi) }
    if let share { curl_share_cleanup(share) }
  }

  private static func makeMulti(_ configuration: TransportConfiguration) -> UnsafeMutableRawPointer? {
    guard let multi = curl_multi_init() else { return nil }
    // Without descriptors to spare, curl makes a multi handle that cannot be woken: better none.
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
    while true {
      let isOver = withAutoreleasePool {
        let isOver = readMailbox()
        if !isOver { turn(multi) }
        return isOver
      }
      if isOver { return }
      let now = ContinuousClock.now
      if flights.isEmpty {
        let since = idleSince ?? now
        idleSince = since
        if now >= since + configuration.idleTimeout, mailbox.leave() { return }
      } else {
        idleSince = nil
      }
      let idleEnd = idleSince.map { $0 + configuration.idleTimeout }
      let paidOff = flights.isEmpty ? nil : board.limit?.paidOff
      // A debt may be paid off by now, and what was held back because of it is still held.
      let isHolding = board.limit?.isInDebt(now) == true || hasThrottled
      let next = [
        idleEnd, running.isEmpty ? nil : board.nextCheck, resting.last?.due, isHolding ? paidOff : nil,
      ].compactMap { $0 }.min()
      let wait = next.map { ($0 - now).wholeMilliseconds } ?? 60_000
      guard mailbox.willWait(on: multi) else { continue }
      curl_multi_poll(multi, nil, 0, Int32(min(max(wait, 0), 60_000)), nil)
    }
  }

  /// Lets everything move that can move now.
  private func turn(_ multi: UnsafeMutableRawPointer) {
    wakeRested()
    letThrottledGoOn()
    launchWaiting(multi)
    var left: Int32 = 0
    repeat {
      curl_multi_perform(multi, &left)
      while let message = curl_multi_info_read(multi, &left) {
        guard message.pointee.msg == CURLMSG_DONE, let curl = message.pointee.easy_handle,
          let flight = running[curl]?.flight
        else { continue }
        complete(flight, message.pointee.data.result)
      }
      checkDeadlines()
      // What has ended left slots to others, and those may end within their first call of perform.
    } while launchWaiting(multi)
    // Once something has come, more may lie in curl's buffers; the poll then returns at once.
    if OldStreams.areHere, board.takeNews() { OldStreams.nudge(running.values) }
  }

  // MARK: Messages

  /// Does what other threads asked for. Returns `true` when all is over.
  private func readMailbox() -> Bool {
    let (messages, isClosed) = mailbox.take()
    for message in messages {
      switch message {
      case .start(let transfer): accept(transfer)
      case .cancel(let transfer): flights[transfer].map(cancel)
      case .resume(let transfer): flights[transfer].map(resume)
      }
    }
    guard isClosed else { return false }
    for flight in Array(flights.values) { cancel(flight) }
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
        try transfer.checkFile(url.path)
      }
      let flight = Flight(transfer, url: url, configuration, board: board)
      flights[transfer] = flight
      slots.add(flight, host: url.host)
    } catch {
      transfer.end(.failure(error))
    }
  }

  private func cancel(_ flight: Flight) {
    end(flight, .failure(flight.transfer.failure(.cancelled)))
  }

  private func resume(_ flight: Flight) {
    guard case .running(let easy) = flight.place, flight.isHeld else { return }
    flight.letGoOn()
    // What was held back is handed out in here, and may be refused.
    let code = curl_easy_pause(easy.curl, Int32(CURLPAUSE_CONT))
    if code != CURLE_OK { complete(flight, code) }
  }

  private var hasThrottled: Bool {
    board.limit != nil && running.values.contains { $0.flight?.isThrottled == true }
  }

  /// Each in turn, the one that was held back longest first, until the bytes of one make the next debt.
  private func letThrottledGoOn() {
    while board.limit?.isInDebt() == false {
      let held = running.values.compactMap { easy in easy.flight.flatMap { $0.isThrottled ? $0 : nil } }
      guard let next = held.min(by: { ($0.heldSince ?? .now) < ($1.heldSince ?? .now) }) else { return }
      resume(next)
    }
  }

  // MARK: Attempts

  @discardableResult
  private func launchWaiting(_ multi: UnsafeMutableRawPointer) -> Bool {
    var hasLaunched = false
    while board.limit?.isInDebt() != true, let flight = slots.next(where: { !$0.isEnded }) {
      guard let easy = spares.popLast() ?? EasyHandle() else {
        slots.release(host: flight.url.host)
        end(flight, .failure(flight.transfer.failure(.outOfMemory)))
        continue
      }
      flight.beginAttempt(easy)
      running[easy.curl] = easy
      if !easy.prepare(for: flight, configuration, share: share)
        || curl_multi_add_handle(multi, easy.curl) != CURLM_OK
      {
        end(flight, .failure(flight.transfer.failure(.outOfMemory)))
      }
      hasLaunched = true
    }
    return hasLaunched
  }

  /// An attempt is over: with a response, a rest before another one, or an error for good.
  private func complete(_ flight: Flight, _ code: CURLcode) {
    guard case .running(let easy) = flight.place else { return }
    flight.endAttempt(easy)
    do throws(TransferError) {
      let host = flight.url.host
      if try flight.followRedirect(code, easy) {
        leaveSlot(flight, host: host)
        flight.place = .waiting
        return slots.add(flight, host: flight.url.host, first: true)
      }
    } catch {
      return end(flight, .failure(error))
    }
    let result = flight.outcome(code, easy)
    switch result {
    case .success: end(flight, result)
    case .failure(let error):
      let retryAfter = easy.header("Retry-After").flatMap { RetryAfter.wait($0, now: Date()) }
      if !rest(flight, after: error, retryAfter) { end(flight, result) }
    }
  }

  private func rest(_ flight: Flight, after error: TransferError, _ retryAfter: Duration?) -> Bool {
    guard error.isRetryable, flight.canStartOver, !flight.transfer.isCancelled,
      let rest = configuration.retry.rest(
        afterAttempt: flight.attempts, retryAfter: retryAfter, using: &generator),
      flight.hasTime(for: rest)
    else { return false }
    leaveSlot(flight)
    flight.startOver()
    flight.place = .resting
    let due = ContinuousClock.now + rest
    let index = resting.lastIndex { $0.due > due }.map { $0 + 1 } ?? 0
    resting.insert((due, flight), at: index)
    return true
  }

  private func wakeRested() {
    guard !resting.isEmpty else { return }
    let now = ContinuousClock.now
    while let next = resting.last, next.due <= now {
      resting.removeLast()
      guard !next.flight.isEnded else { continue }
      next.flight.place = .waiting
      slots.add(next.flight, host: next.flight.url.host, first: true)
    }
  }

  private func checkDeadlines() {
    guard let instant = board.nextCheck, instant <= .now else { return }
    board.clearCheck()
    let now = ContinuousClock.now
    for flight in Array(flights.values) {
      guard case .running(let easy) = flight.place, let deadline = flight.deadline else { continue }
      if deadline.instant > now {
        board.askForCheck(noLaterThan: deadline.instant)
      } else {
        flight.endAttempt(easy)
        let error = flight.transfer.failure(deadline.reason)
        if !rest(flight, after: error, nil) { end(flight, .failure(error)) }
      }
    }
  }

  // MARK: Ends

  private func end(_ flight: Flight, _ result: Result<TransferResponse, TransferError>) {
    if case .waiting = flight.place { noteGivenUp() }
    leaveSlot(flight)
    flight.place = .ended
    flights[flight.transfer] = nil
    flight.transfer.end(result)
  }

  /// Takes a running flight off curl, and its slot back.
  /// - Parameter host: where the slot is; nil for where the flight is now.
  private func leaveSlot(_ flight: Flight, host: String? = nil) {
    guard case .running(let easy) = flight.place else { return }
    if let multi { curl_multi_remove_handle(multi, easy.curl) }
    running[easy.curl] = nil
    if EasyHandle.canServeAgain, spares.count < Self.mostSpares {
      easy.clear()
      spares.append(easy)
    }
    slots.release(host: host ?? flight.url.host)
  }

  /// Those that ended while waiting are dropped when their turn comes; when they are many, at once.
  private func noteGivenUp() {
    givenUp += 1
    guard givenUp > 64, givenUp > slots.waitingCount / 2 else { return }
    givenUp = 0
    slots.sweep { !$0.isEnded }
  }

  private func refuseAll() {
    repeat {
      for case .start(let transfer) in mailbox.take().messages {
        transfer.end(
          .failure(transfer.failure(.other(code: 2, "no open files or memory left for downloads"))))
      }
    } while !mailbox.leave()
  }

  /// A write to a connection that the other side has closed is an error to handle, not a reason to die.
  private static func blockBrokenPipes() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}

/// Frees what callbacks leave to the Objective-C runtime, where there is one.
private func withAutoreleasePool<Result>(_ body: () -> Result) -> Result {
  #if canImport(ObjectiveC)
    autoreleasepool(invoking: body)
  #else
    body()
  #endif
}
