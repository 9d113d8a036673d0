import CCurl

/// The attempts of transfers, from the first slot to the end.
extension TransportThread {
  @discardableResult
  func launchWaiting(_ multi: UnsafeMutableRawPointer) -> Bool {
    var hasLaunched = false
    while limit?.isInDebt() != true, let active = slots.next(where: { !$0.isEnded }) {
      guard let easy = EasyHandle(for: active, configuration, share: share) else {
        slots.release(host: active.url.host)
        end(active, .failure(active.transfer.failure(.outOfMemory)))
        continue
      }
      active.beginAttempt(easy)
      running[easy.curl] = easy
      if curl_multi_add_handle(multi, easy.curl) != CURLM_OK {
        end(active, .failure(active.transfer.failure(.outOfMemory)))
      }
      hasLaunched = true
    }
    return hasLaunched
  }

  /// An attempt is over: with a response, a rest before another one, or an error for good.
  func complete(_ active: ActiveTransfer, _ code: CURLcode) {
    guard case .running(let easy) = active.place else { return }
    let host = active.url.host
    do throws(TransferError.Reason) {
      if try active.followRedirect(easy) {
        refusing.connected(host)
        leaveSlot(active, host: host)
        active.place = .waiting
        return slots.add(active, host: active.url.host, first: true)
      }
    } catch {
      return end(active, .failure(active.transfer.failure(error)))
    }
    let result = active.outcome(code, easy)
    guard case .failure(let error) = result else {
      refusing.connected(host)
      return end(active, result)
    }
    // Seconds or a date (RFC 9110, 10.2.3); curl knows both.
    let isResting = rest(active, after: error, .seconds(easy.offset(CURLINFO_RETRY_AFTER)))
    if !isResting { end(active, result) }
    switch error.reason {
    case .couldNotConnect where code == CURLE_COULDNT_CONNECT:
      if refusing.refused(host, isFinal: !isResting, at: .now) { endIdle(at: host) }
    case .couldNotResolve, .cancelled: break
    default: refusing.connected(host)
    }
  }

  /// Ends the transfers of a host that was given up, but for those that are in flight.
  private func endIdle(at host: String) {
    guard let refusals = refusing.refusals(by: host, at: .now) else { return }
    for active in Array(transfers.values) where active.url.host == host && !active.isRunning {
      end(active, .failure(active.transfer.failure(.hostGivenUp(host: host, refusals: refusals))))
    }
  }

  private func rest(
    _ active: ActiveTransfer, after error: TransferError, _ retryAfter: Duration = .zero
  ) -> Bool {
    guard error.isRetryable, !active.hasHandedOut, active.transfer.permission != .stop,
      let rest = configuration.retry.rest(
        afterAttempt: active.attempts, retryAfter: retryAfter, using: &generator),
      active.hasTime(for: rest)
    else { return false }
    leaveSlot(active)
    active.startOver()
    active.place = .resting
    active.transfer.request.onRest?(true)
    let due = ContinuousClock.now + rest
    let index = resting.lastIndex { $0.due > due }.map { $0 + 1 } ?? 0
    resting.insert((due, active), at: index)
    return true
  }

  func wakeRested() {
    guard !resting.isEmpty else { return }
    let now = ContinuousClock.now
    while let next = resting.last, next.due <= now {
      resting.removeLast()
      guard !next.active.isEnded else { continue }
      next.active.place = .waiting
      next.active.transfer.request.onRest?(false)
      slots.add(next.active, host: next.active.url.host, first: true)
    }
  }

  /// Has the deadlines checked, at this instant at the latest.
  func check(noLaterThan instant: ContinuousClock.Instant) {
    nextCheck = nextCheck.map { min($0, instant) } ?? instant
  }

  func checkDeadlines() {
    let now = ContinuousClock.now
    guard let nextCheck, nextCheck <= now else { return }
    self.nextCheck = nil
    for active in Array(transfers.values) {
      guard active.isRunning, let deadline = active.deadline else { continue }
      if deadline.instant > now {
        check(noLaterThan: deadline.instant)
      } else {
        let error = active.transfer.failure(deadline.reason)
        if !rest(active, after: error) { end(active, .failure(error)) }
      }
    }
  }

  // MARK: Ends

  func end(_ active: ActiveTransfer, _ result: Result<TransferResponse, TransferError>) {
    switch active.place {
    // It leaves the line when its turn comes.
    case .waiting: break
    case .resting: active.transfer.request.onRest?(false)
    case .running, .ended: leaveSlot(active)
    }
    active.place = .ended
    transfers[ObjectIdentifier(active.transfer)] = nil
    active.transfer.end(result)
  }

  /// Takes a running transfer off curl, and its slot back.
  /// - Parameter host: where the slot is; nil for where the transfer is now.
  private func leaveSlot(_ active: ActiveTransfer, host: String? = nil) {
    guard case .running(let easy) = active.place else { return }
    if let multi { curl_multi_remove_handle(multi, easy.curl) }
    running[easy.curl] = nil
    slots.release(host: host ?? active.url.host)
  }
}
