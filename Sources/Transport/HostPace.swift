import Foundation

/// Decides when a host may be asked. It knows neither transfers nor sockets: the transport thread reports how attempts go, and
/// asks before it begins one.
///
/// - A host that is away (it refuses connections, its name is not resolved) is held: nobody asks it before a rest is over, and
///   then one transfer alone, the probe. The rests grow as a ``RetryPolicy`` says. They are the host's and not each
///   transfer's. After the last one, the host is given up for a while.
/// - A host that is overloaded (429, 503) is held for as long as it says, and then asked at the pace at which it has served
///   before. The pace grows until the host refuses again.
struct HostPace {
  typealias Instant = ContinuousClock.Instant

  /// What is wrong with a host after a failed attempt.
  struct Setback: Equatable {
    enum Kind { case away, overloaded }
    let kind: Kind
    /// Whether the failure may concern the one URL alone. Then it takes two in a row to blame the host.
    var isDoubtful = false
    let reason: TransferError.Reason
    /// What the host asked for; zero if nothing.
    var retryAfter = Duration.zero
  }

  enum Turn: Equatable {
    case now
    case at(Instant)
    /// One transfer finds out whether the host is back.
    case afterProbe
  }

  private enum Health {
    case good
    case away
    case overloaded
  }

  /// A host that is not asked any more.
  struct GivenUp: Equatable {
    let attempts: Int
    let until: Instant
    let why: String
  }

  private static let (firstDoubling, longestDoubling) = (4.0, 60.0)

  private let policy: RetryPolicy
  /// The most requests a second that the user wants; nil for any number.
  private let limit: Double?

  private var health = Health.good
  private var hasAnswered = false
  /// Setbacks without an answer in between.
  private var setbacks = 0
  /// Rests without an answer in between.
  private var rounds = 0
  /// When the last round began. Attempts from before say nothing new.
  private var roundStart: Instant?
  private(set) var heldUntil: Instant?
  /// What went wrong last; nil while all is well.
  private(set) var reason: TransferError.Reason?
  /// When the transfer began that finds out whether the host is back.
  private var probe: Instant?
  private(set) var givenUp: GivenUp?

  /// The pace after the last hold, in requests a second; nil for none.
  private var pace: Double?
  /// The time in which the pace doubles, in seconds: longer after each refusal, since the right pace is better known then.
  private var doubling = firstDoubling
  /// The requests served since `countStart`, to learn the host's pace.
  private var served = 0.0
  private var countStart: Instant?
  /// The earliest moment of the next request, by the pace.
  private var nextRequest: Instant?

  init(_ policy: RetryPolicy, limit: Double? = nil) {
    (self.policy, self.limit) = (policy, limit)
  }

  /// Whether requests may have to wait for more than a free slot.
  var isSlowed: Bool { limit != nil || pace != nil || health != .good }

  // MARK: Before a request

  func turn(at now: Instant) -> Turn {
    if health == .away, probe != nil { return .afterProbe }
    let open = [heldUntil, nextRequest].compactMap { $0 }.max()
    return open.map { now < $0 ? .at($0) : .now } ?? .now
  }

  /// A request begins.
  mutating func begin(at now: Instant) {
    if health == .away { probe = now }
    if countStart == nil { countStart = now }
    if let rate = rate(at: now) { nextRequest = now + .seconds(1 / rate) }
  }

  /// Requests a second; nil for no limit.
  private func rate(at now: Instant) -> Double? {
    guard let pace else { return limit }
    let doublings = max(0, (now - (heldUntil ?? now)) / .seconds(doubling))
    // Faster and faster, so that a host that refuses no more is soon asked as before.
    return min(pace * exp2(min(doublings + doublings * doublings / 4, 40)), limit ?? .infinity)
  }

  // MARK: After a request

  /// The attempt that began then has a connection.
  mutating func connected(_ began: Instant) {
    guard probe == began else { return }
    probe = nil
    health = .good
  }

  /// The attempt that began then got an answer.
  mutating func answered(_ began: Instant, at now: Instant) {
    leave(began)
    hasAnswered = true
    count(at: now)
    // Replies that were on their way when the host went say nothing about now.
    if let roundStart, began <= roundStart { return }
    (setbacks, rounds, givenUp, reason) = (0, 0, nil, nil)
    if health == .away { health = .good }
    if let pace, let rate = rate(at: now), rate > max(1000, pace * 1000) {
      (self.pace, nextRequest, doubling) = (nil, nil, Self.firstDoubling)
      health = .good
    }
  }

  /// The attempt that began then has ended without saying anything about the host.
  mutating func leave(_ began: Instant) { if probe == began { probe = nil } }

  /// The attempt that began then has failed.
  /// - Returns: whether that concerns the host, and not the one URL alone.
  mutating func failed(
    _ began: Instant, _ setback: Setback, at now: Instant, using generator: inout some RandomNumberGenerator
  ) -> Bool {
    leave(began)
    setbacks += 1
    if setback.isDoubtful, setbacks < 2 || policy.retries == 0 { return false }
    if let roundStart, began <= roundStart {
      // It has said so before. It may now ask for a longer rest.
      if let until = heldUntil, setback.retryAfter > .zero {
        heldUntil = max(until, now + min(setback.retryAfter, policy.longestRetryAfter))
      }
      return true
    }
    beginRound(setback, at: now, using: &generator)
    return true
  }

  private mutating func beginRound(
    _ setback: Setback, at now: Instant, using generator: inout some RandomNumberGenerator
  ) {
    rounds += 1
    roundStart = now
    reason = setback.reason
    health = setback.kind == .away ? .away : .overloaded
    let rests = policy.hostRests(hasAnswered: hasAnswered)
    let isOver = rounds > rests && (setback.kind == .away || policy.retries > 0)
    if isOver || setback.retryAfter > policy.longestRetryAfter {
      let pause = max(policy.longest, min(setback.retryAfter, .seconds(86_400)))
      let asks =
        setback.retryAfter > policy.longestRetryAfter
        ? "; it asks to wait for \(TransferError.Reason.text(setback.retryAfter))" : ""
      givenUp = GivenUp(attempts: rounds, until: now + pause, why: "\(setback.reason)\(asks)")
      heldUntil = now + pause
      return
    }
    let rest =
      setback.retryAfter > .zero ? setback.retryAfter : policy.hostRest(round: rounds, using: &generator)
    if setback.kind == .overloaded { slowDown(at: now, rest) }
    heldUntil = now + rest
  }

  private mutating func slowDown(at now: Instant, _ rest: Duration) {
    // A host that allows so many requests in a minute may have served them all at its beginning.
    let time = (now - (countStart ?? now) + rest) / .seconds(1)
    var next = max(served, 1) / max(time, 0.001) * 7 / 8
    if pace != nil {
      // What was served while the pace still grew says too little.
      if served > 0, let rate = rate(at: now) { next = max(next, rate * 0.6) }
      doubling = min(doubling * 2, Self.longestDoubling)
    }
    doubling = max(doubling, rest / .seconds(1))
    (pace, nextRequest, served, countStart) = (next, nil, 0, now)
  }

  /// Counts a request that was served. Those of long ago count less and less.
  private mutating func count(at now: Instant) {
    served += 1
    guard let start = countStart, now - start > .seconds(20) else { return }
    served /= 2
    countStart = now - (now - start) / 2
  }
}

extension HostPace.Setback {
  /// What a failed attempt says about its host; nil if nothing.
  /// - Parameters:
  ///   - hasAnswer: whether any of an answer came.
  ///   - retryAfter: what the host asked for; zero, or less, if nothing.
  init?(_ reason: TransferError.Reason, hasAnswer: Bool, retryAfter: Duration) {
    let retryAfter = max(retryAfter, .zero)
    switch reason {
    case .couldNotConnect, .couldNotResolve, .timedOut(.connecting, _): self.init(kind: .away, reason: reason)
    case .connectionLost where !hasAnswer: self.init(kind: .away, isDoubtful: true, reason: reason)
    case .http(429): self.init(kind: .overloaded, reason: reason, retryAfter: retryAfter)
    case .http(let status) where TransferError.Reason.isRetryable(status: status) && retryAfter > .zero:
      self.init(kind: .overloaded, reason: reason, retryAfter: retryAfter)
    case .http(503): self.init(kind: .overloaded, isDoubtful: true, reason: reason)
    default: return nil
    }
  }
}
