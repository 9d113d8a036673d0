import CCurl

/// The attempts of a transfer, from its first slot to its end.
extension TransportThread {
  @discardableResult
  func launchWaiting(_ multi: UnsafeMutableRawPointer) -> Bool {
    var hasLaunched = false
    nextOpening = nil
    while limit?.isInDebt(now) != true, let active = slots.next(where: { !$0.isEnded }, mayAsk: mayAsk) {
      active.note(nil)
      guard let easy = EasyHandle(for: active, configuration, share: share) else {
        slots.release(host: active.url.host)
        end(active, .failure(active.transfer.failure(.outOfMemory)))
        continue
      }
      active.beginAttempt(easy)
      change(active.url.host) { $0.begin(at: active.began) }
      running[easy.curl] = easy
      if curl_multi_add_handle(multi, easy.curl) != CURLM_OK {
        end(active, .failure(active.transfer.failure(.outOfMemory)))
      }
      hasLaunched = true
    }
    return hasLaunched
  }

  /// Handles the end of an attempt. The result is a redirect, a response, a delay before another attempt, or a
  /// final error.
  func complete(_ active: ActiveTransfer, _ code: CURLcode) {
    guard case .running(let easy) = active.place else { return }
    let host = active.url.host
    if easy.asksForBasicOnly { basicFolders.insert(active.url.folder) }
    do throws(TransferError.Reason) {
      if try active.followRedirect(easy) {
        answered(host, active)
        leaveSlot(active, host: host)
        return wait(active, first: true)
      }
    } catch {
      answered(host, active)
      return end(active, .failure(active.transfer.failure(error)))
    }
    if active.retriesUndecoded(code) {
      answered(host, active)
      leaveSlot(active)
      active.startOver(isCounted: false)
      return wait(active, first: true)
    }
    let result = active.outcome(code, easy)
    guard case .failure(let error) = result else {
      answered(host, active)
      return end(active, result)
    }
    if error.reason == .proxyUnauthorized { refusedSchemes.insert(active.url.scheme) }
    let setback = HostPace.Setback(error.reason, hasAnswer: active.hasAnswer, retryAfter: easy.retryAfter)
    var isHosts = false
    if let setback {
      change(host) {
        isHosts = $0.failed(active.began, setback, at: now, using: &generator)
      }
    } else if active.hasAnswer {
      answered(host, active)
    }
    if let setback, isHosts {
      hold(active.url, because: setback, active)
    } else if !delay(active, after: error) {
      end(active, result)
    }
  }

  /// Handles a failed attempt that has shown its host to be unreachable or overloaded.
  private func hold(_ url: CheckedURL, because setback: HostPace.Setback, _ active: ActiveTransfer) {
    // An attempt that fails because the host is unreachable doesn't count against the transfer.
    let host = url.host
    let isCounted = setback.kind == .overloaded || setback.isDoubtful
    if reasonToGiveUp(url) == nil, canBeRepeated(active),
      configuration.retry.retries > 0, !isCounted || active.attempts <= configuration.retry.retries,
      active.hasTime(at: hosts[host]?.heldUntil ?? now)
    {
      leaveSlot(active)
      active.startOver(isCounted: isCounted)
      // The transfer moves to the back of an unreachable host's line, so that a different transfer becomes
      // the next probe.
      wait(active, first: setback.kind == .overloaded)
    } else {
      end(active, .failure(active.transfer.failure(setback.lastReason(by: configuration.retry))))
    }
    if reasonToGiveUp(url) != nil {
      for active in Array(transfers.values) where !active.isRunning {
        if let reason = reasonToGiveUp(active.url) { end(active, .failure(active.transfer.failure(reason))) }
      }
    } else {
      let wait = waitReason(at: host)
      slots.forEachWaiting(for: host) { waiting in
        if waiting.isEnded { return }
        if let reason = reasonToLeaveLine(waiting) {
          end(waiting, .failure(waiting.transfer.failure(reason)))
        } else {
          waiting.note(wait)
        }
      }
    }
  }

  private func canBeRepeated(_ active: ActiveTransfer) -> Bool {
    !active.hasHandedOut && active.transfer.permission != .stop
  }

  private func delay(_ active: ActiveTransfer, after error: TransferError) -> Bool {
    guard error.isRetryable, canBeRepeated(active), reasonToGiveUp(active.url) == nil,
      let delay = configuration.retry.delay(afterAttempt: active.attempts, using: &generator),
      active.hasTime(at: now + delay)
    else { return false }
    leaveSlot(active)
    active.startOver(isCounted: true)
    active.place = .delayed
    let due = now + delay
    active.note(TransferWait(reason: error.reason, until: due))
    let index = delayed.lastIndex { $0.due > due }.map { $0 + 1 } ?? 0
    delayed.insert((due, active), at: index)
    return true
  }

  func wakeDelayed() {
    guard !delayed.isEmpty else { return }
    let now = now
    while let next = delayed.last, next.due <= now {
      delayed.removeLast()
      if !next.active.isEnded { wait(next.active, first: true) }
    }
  }

  // MARK: Hosts

  /// Adds a transfer to its host's line, or ends it if the wait would be in vain.
  func wait(_ active: ActiveTransfer, first: Bool = false) {
    active.enterLine()
    if let reason = reasonToLeaveLine(active) {
      return end(active, .failure(active.transfer.failure(reason)))
    }
    change(active.url.host) { _ in }
    active.note(waitReason(at: active.url.host))
    slots.add(active, host: active.url.host, first: first)
  }

  /// Returns the reason why transfers are waiting for this host even if a slot is free, or nil if they
  /// aren't.
  private func waitReason(at host: String) -> TransferWait? {
    guard let pace = hosts[host], pace.isSlowed else { return nil }
    return TransferWait(reason: pace.reason, until: pace.heldUntil.flatMap { $0 > now ? $0 : nil })
  }

  /// Returns the reason why a transfer in line fails without another attempt: its host was given up, or is on hold for
  /// longer than the transfer's time. Returns nil if it may wait.
  private func reasonToLeaveLine(_ active: ActiveTransfer) -> TransferError.Reason? {
    if let reason = reasonToGiveUp(active.url) { return reason }
    guard let pace = hosts[active.url.host], let until = pace.heldUntil, !active.hasTime(at: until) else {
      return nil
    }
    return pace.reason
  }

  private func mayAsk(_ host: String) -> Bool {
    switch hosts[host]?.turn(at: now) ?? .now {
    case .now: return true
    case .at(let opening):
      nextOpening = nextOpening.map { min($0, opening) } ?? opening
      return false
    case .afterProbe: return false
    }
  }

  /// Returns the reason why transfers of this URL currently fail without being attempted, or nil if they
  /// don't.
  private func reasonToGiveUp(_ url: CheckedURL) -> TransferError.Reason? {
    if refusedSchemes.contains(url.scheme), configuration.proxy(for: url) != nil { return .proxyUnauthorized }
    let host = url.host
    guard let givenUp = hosts[host]?.givenUp, now < givenUp.until else { return nil }
    return .hostGivenUp(host: host, attempts: givenUp.attempts, why: givenUp.why)
  }

  func connected(_ active: ActiveTransfer) {
    change(active.url.host) { $0.connected(active.began) }
  }

  private func answered(_ host: String, _ active: ActiveTransfer) {
    change(host) { $0.answered(active.began, at: now) }
  }

  private func change(_ host: String, _ change: (inout HostPace) -> Void) {
    // Files have no host.
    if host.isEmpty { return }
    if hosts.count >= Self.mostHosts, hosts[host] == nil { hosts = hosts.filter { $0.value.isSlowed } }
    change(&hosts[host, default: HostPace(configuration.retry, limit: configuration.requestRate)])
  }

  /// The maximum number of remembered hosts. If there are more, healthy hosts are forgotten.
  private static let mostHosts = 10_000

  // MARK: Time

  /// Schedules a check of the deadlines at this instant or earlier.
  func check(noLaterThan instant: ContinuousClock.Instant) {
    nextCheck = nextCheck.map { min($0, instant) } ?? instant
  }

  func checkDeadlines() {
    let now = now
    guard let nextCheck, nextCheck <= now else { return }
    self.nextCheck = nil
    for active in Array(transfers.values) {
      guard active.isRunning, let deadline = active.deadline else { continue }
      if deadline.instant > now {
        check(noLaterThan: deadline.instant)
      } else {
        let error = active.transfer.failure(deadline.reason)
        if !delay(active, after: error) { end(active, .failure(error)) }
      }
    }
  }

  // MARK: Ends

  func end(_ active: ActiveTransfer, _ result: Result<TransferResponse, TransferError>) {
    switch active.place {
    // The slots drop the transfer when its turn comes.
    case .waiting: break
    case .delayed: break
    case .running, .ended: leaveSlot(active)
    }
    active.note(nil)
    active.place = .ended
    transfers[ObjectIdentifier(active.transfer)] = nil
    active.transfer.end(result)
  }

  /// Removes a running transfer from curl and releases its slot.
  ///
  /// - Parameter host: The host that the slot belongs to, or nil for the transfer's current host.
  private func leaveSlot(_ active: ActiveTransfer, host: String? = nil) {
    guard case .running(let easy) = active.place else { return }
    if let multi { curl_multi_remove_handle(multi, easy.curl) }
    running[easy.curl] = nil
    let host = host ?? active.url.host
    change(host) { $0.leave(active.began) }
    slots.release(host: host)
  }
}
