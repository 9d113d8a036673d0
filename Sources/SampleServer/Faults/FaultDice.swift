import Base

/// Decides which faults each request gets. The decisions are the same every time the program runs.
final class FaultDice: Sendable {
  private struct State {
    var faults: Faults
    /// The number of requests per client and target, by a hash of both.
    var attempts: [UInt64: UInt32] = [:]
  }

  /// The faults of one request.
  struct Fate {
    let delay: Duration
    let rate: Int?
    let fault: Fault?
    let retryAfter: Int?
    /// The seed for random bytes.
    let seed: UInt64
  }

  private let state: Locked<State>

  init(_ faults: Faults) { state = Locked(State(faults: faults)) }

  /// The faults of the server. Setting them restarts the count of attempts.
  var faults: Faults {
    get { state.withLock { $0.faults } }
    set { state.withLock { $0 = State(faults: newValue) } }
  }

  /// Returns the faults of the client's next request for `target`.
  func roll(for target: String, by client: String, faults: Faults) -> Fate {
    var attempt: UInt32 = 1
    if faults.isRandom {
      // The name of a client can't contain a line break.
      let key = fnv1a("\(client)\n\(target)".utf8)
      attempt = state.withLock {
        $0.attempts[key, default: 0] += 1
        return $0.attempts[key, default: 1]
      }
    }
    var random = SplitMix(seed: faults.seed ^ fnv1a(target.utf8) &+ UInt64(attempt) &* 0x9e37_79b9_7f4a_7c15)
    let fails = random.unit() < faults.failureRate
    let kind = random.next()
    let jitter = faults.jitter * random.unit()
    return Fate(
      delay: faults.delay + jitter, rate: faults.rate,
      fault: fails && !faults.kinds.isEmpty ? faults.kinds[Int(kind % UInt64(faults.kinds.count))] : nil,
      retryAfter: faults.retryAfter, seed: random.next())
  }
}

extension Faults {
  /// Whether two attempts of the same request can get different faults.
  fileprivate var isRandom: Bool {
    jitter > .zero || (failureRate > 0 && (failureRate < 1 || kinds.count > 1))
  }
}
