import Foundation

/// Decides when the next request may be sent to a host. It knows nothing about transfers or sockets: the
/// transport thread reports how attempts end, and asks before it starts one.
///
/// - A host that is unreachable (it refuses connections, or its name can't be resolved) is put on hold. After
///   a delay, a single transfer, the probe, finds out whether the host is back. The delays grow as set by
///   ``RetryPolicy``, and belong to the host rather than to each transfer. After the last one, the host is
///   given up for a while.
/// - A host that is overloaded (429, 503, or `Retry-After` with 403, 408 or 5xx) is put on hold for as long as it asks.
///   After that, it gets requests at the rate that it was able to serve before. The rate grows until the host
///   refuses again.
struct HostPace {
  typealias Instant = ContinuousClock.Instant

  /// The problem with a host that a failed attempt has revealed.
  struct Setback: Equatable {
    enum Kind { case away, overloaded }
    let kind: Kind
    /// Whether the problem may concern only one URL. In that case, two failures in a row are needed to blame
    /// the host.
    var isDoubtful = false
    let reason: TransferError.Reason
    /// The delay that the host asked for, or zero.
    var retryAfter = Duration.zero
  }

  enum Turn: Equatable {
    case now
    case at(Instant)
    /// Wait until the probe has found out whether the host is back.
    case afterProbe
  }

  private enum Health {
    case good
    case away
    case overloaded
  }

  /// The record of a host that was given up for a while.
  struct GivenUp: Equatable {
    let attempts: Int
    let until: Instant
    let why: String
  }

  private static let (firstDoubling, longestDoubling) = (1.0, 60.0)

  private let policy: RetryPolicy
  /// The user's limit in requests per second, or nil for no limit.
  private let limit: Double?

  private var health = Health.good
  private var hasAnswered = false
  /// The number of setbacks since the last answer.
  private var setbacks = 0
  /// The number of delays since the last answer.
  private var rounds = 0
  /// The start of the last round. Attempts that began before it provide no new information.
  private var roundStart: Instant?
  private(set) var heldUntil: Instant?
  /// The total length of the holds before the last round.
  private var earlierHolds = Duration.zero
  /// The most recent problem, or nil if the host is fine.
  private(set) var reason: TransferError.Reason?
  /// The start of the attempt that probes whether the host is back, or nil if none is in progress.
  private var probe: Instant?
  private(set) var givenUp: GivenUp?

  /// The rate after the last hold, in requests per second, or nil if there is none.
  private var pace: Double?
  /// The time in which the rate doubles, in seconds. It gets longer with each refusal, because the right rate
  /// is better known by then.
  private var doubling = firstDoubling
  /// The number of requests served since `countStart`, used to estimate the host's rate.
  private var served = 0.0
  /// Whether a request sent since the last hold began was served. Until then, the count before it isn't replaced.
  private var hasServed = false
  private var countStart: Instant?
  /// The earliest instant for the next request at the current rate.
  private var nextRequest: Instant?

  init(_ policy: RetryPolicy, limit: Double? = nil) {
    (self.policy, self.limit) = (policy, limit)
  }

  /// Whether a request may have to wait even if a slot is free.
  var isSlowed: Bool { limit != nil || pace != nil || health != .good }

  // MARK: Before a request

  func turn(at now: Instant) -> Turn {
    if health == .away, probe != nil { return .afterProbe }
    let open = [heldUntil, nextRequest].compactMap { $0 }.max()
    return open.map { now < $0 ? .at($0) : .now } ?? .now
  }

  /// Records that a request is starting.
  mutating func begin(at now: Instant) {
    if health == .away { probe = now }
    if countStart == nil { countStart = now }
    if let rate = rate(at: now) { nextRequest = now + .seconds(1 / rate) }
  }

  /// Returns the rate in requests per second, or nil for no limit.
  private func rate(at now: Instant) -> Double? {
    guard let pace else { return limit }
    let doublings = max(0, (now - (heldUntil ?? now)) / .seconds(doubling))
    // The growth accelerates, so that a host that has stopped refusing soon gets requests at full speed
    // again.
    return min(pace * exp2(min(doublings + doublings * doublings / 4, 40)), limit ?? .infinity)
  }

  /// Returns how long the host has been on hold in total. Waiting for a turn at its rate doesn't count.
  func timeOnHold(at now: Instant) -> Duration {
    guard let roundStart, let heldUntil else { return .zero }
    return earlierHolds + max(.zero, (health == .away ? now : min(now, heldUntil)) - roundStart)
  }

  // MARK: After a request

  /// Records that the attempt that began at this instant has a connection.
  mutating func connected(_ began: Instant) {
    guard probe == began else { return }
    probe = nil
    health = .good
  }

  /// Records that the attempt that began at this instant got a response.
  mutating func answered(_ began: Instant, at now: Instant) {
    leave(began)
    hasAnswered = true
    count(began, at: now)
    // Responses that were in flight when the host became unreachable say nothing about its current state.
    if let roundStart, began <= roundStart { return }
    setbacks = 0
    rounds = 0
    givenUp = nil
    reason = nil
    if health == .away { health = .good }
    if let pace, let rate = rate(at: now), rate > max(1000, pace * 1000) {
      (self.pace, nextRequest, doubling) = (nil, nil, Self.firstDoubling)
      health = .good
    }
  }

  /// Records that the attempt that began at this instant ended without revealing anything about the host.
  mutating func leave(_ began: Instant) { if probe == began { probe = nil } }

  /// Records that the attempt that began at this instant failed.
  ///
  /// - Returns: Whether the failure concerns the host rather than only one URL.
  mutating func failed(
    _ began: Instant, _ setback: Setback, at now: Instant, using generator: inout some RandomNumberGenerator
  ) -> Bool {
    leave(began)
    setbacks += 1
    if setback.isDoubtful, setbacks < 2 || policy.retries == 0 { return false }
    if let roundStart, began <= roundStart, setback.retryAfter <= policy.longestRetryAfter {
      // The host has already reported this problem, but may now ask for a longer delay.
      if let until = heldUntil, setback.retryAfter > .zero {
        heldUntil = max(until, now + setback.retryAfter)
      }
      return true
    }
    beginRound(setback, at: now, using: &generator)
    return true
  }

  private mutating func beginRound(
    _ setback: Setback, at now: Instant, using generator: inout some RandomNumberGenerator
  ) {
    earlierHolds = timeOnHold(at: now)
    rounds += 1
    roundStart = now
    reason = setback.reason
    health = setback.kind == .away ? .away : .overloaded
    let delays = policy.hostDelays(hasAnswered: hasAnswered)
    let isOver = rounds > delays && (setback.kind == .away || policy.retries > 0)
    if isOver || setback.retryAfter > policy.longestRetryAfter {
      let pause = max(policy.longest, setback.retryAfter)
      givenUp = GivenUp(attempts: rounds, until: now + pause, why: "\(setback.lastReason(by: policy))")
      heldUntil = now + pause
      return
    }
    var delay =
      setback.retryAfter > .zero ? setback.retryAfter : policy.hostDelay(round: rounds, using: &generator)
    if setback.kind == .overloaded {
      // A host that served requests at almost this pace needs a shorter delay.
      if setback.retryAfter == .zero, rounds == 1, pace != nil, hasServed { delay /= 4 }
      slowDown(at: now, delay)
    }
    heldUntil = now + delay
  }

  private mutating func slowDown(at now: Instant, _ delay: Duration) {
    // A host that allows a certain number of requests per minute may have served all of them at the start of
    // the minute.
    let time = (now - (countStart ?? now) + delay) / .seconds(1)
    var next = max(served, 1) / max(time, 0.001) * 7 / 8
    if pace != nil, hasServed {
      // The number of requests served while the rate was still growing underestimates the host's capacity.
      if let rate = rate(at: now) { next = max(next, rate * 0.6) }
      doubling = min(doubling * 2, Self.longestDoubling)
    }
    doubling = max(doubling, delay / .seconds(1))
    pace = next
    nextRequest = nil
    hasServed = false
  }

  /// Counts a request that was served. Older requests gradually lose weight.
  private mutating func count(_ began: Instant, at now: Instant) {
    if !hasServed, let roundStart, began > roundStart {
      (hasServed, served, countStart) = (true, 0, roundStart)
    }
    served += 1
    guard let start = countStart, now - start > .seconds(20) else { return }
    served /= 2
    countStart = now - (now - start) / 2
  }
}

extension HostPace.Setback {
  /// The longest delay that is recorded, in seconds. A server may send any number, and larger ones could
  /// overflow. ``RetryPolicy/longestRetryAfter`` decides which delays are honoured.
  private static let longestNoted = 1e12

  /// Creates the setback that a failed attempt reveals about its host, or returns nil if it reveals none.
  ///
  /// - Parameters:
  ///   - hasAnswer: Whether any part of a response has arrived.
  ///   - retryAfter: The delay in seconds that the host asked for. It is zero or negative if the host didn't
  ///     ask for one.
  init?(_ reason: TransferError.Reason, hasAnswer: Bool, retryAfter: Double) {
    let retryAfter = Duration.seconds(min(max(retryAfter, 0), Self.longestNoted))
    switch reason {
    case .couldNotConnect, .couldNotResolve, .timedOut(.connecting, _): self.init(kind: .away, reason: reason)
    // Asking again could lock an account, so the host is given up for good.
    case .proxyRefused, .proxyUnauthorized:
      self.init(kind: .away, reason: reason, retryAfter: .seconds(Self.longestNoted))
    case .connectionLost where !hasAnswer: self.init(kind: .away, isDoubtful: true, reason: reason)
    case .http(429): self.init(kind: .overloaded, reason: reason, retryAfter: retryAfter)
    case .http(let status)
    where retryAfter > .zero && TransferError.Reason.isRetryable(status: status, asksToWait: true):
      self.init(kind: .overloaded, reason: reason, retryAfter: retryAfter)
    case .http(503): self.init(kind: .overloaded, isDoubtful: true, reason: reason)
    default: return nil
    }
  }

  /// Returns the reason to report if there isn't another attempt. It names the delay if that is the reason, or if the
  /// status alone wouldn't tell that a later attempt may help.
  func lastReason(by policy: RetryPolicy) -> TransferError.Reason {
    guard case .http(let status) = reason, retryAfter > .zero else { return reason }
    let saysSo = TransferError.Reason.isRetryable(status: status)
    return saysSo && retryAfter <= policy.longestRetryAfter
      ? reason : .asksToWait(status: status, for: retryAfter)
  }
}
