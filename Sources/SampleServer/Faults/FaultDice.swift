import Base

/// Decides what happens to each request, the same in every run.
final class FaultDice: Sendable {
  private struct State {
    var faults: Faults
    /// How many times each client asked for each target, by the hash of both.
    var attempts: [UInt64: UInt32] = [:]
  }

  /// What happens to one request.
  struct Fate {
    let delay: Duration
    let rate: Int?
    let fault: Fault?
    let retryAfter: Int?
    /// Where the bytes of garbage come from.
    let seed: UInt64
  }

  private let state: Locked<State>

  init(_ faults: Faults) { state = Locked(State(faults: faults)) }

  /// Setting them restarts the count of attempts.
  var faults: Faults {
    get { state.withLock { $0.faults } }
    set { state.withLock { $0 = State(faults: newValue) } }
  }

  /// Rolls for the client's next attempt of `target`.
  func roll(for target: String, by client: String, faults: Faults) -> Fate {
    var attempt: UInt32 = 1
    if faults.isRandom {
      // No name of a client has a line break in it.
      let key = hash("\(client)\n\(target)".utf8)
      attempt = state.withLock {
        $0.attempts[key, default: 0] += 1
        return $0.attempts[key, default: 1]
      }
    }
    var random = SplitMix(seed: faults.seed ^ hash(target.utf8) &+ UInt64(attempt) &* 0x9e37_79b9_7f4a_7c15)
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
  /// Whether two attempts of one request could fare differently.
  fileprivate var isRandom: Bool {
    jitter > .zero || (failureRate > 0 && (failureRate < 1 || kinds.count > 1))
  }
}

/// FNV-1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/): the same in every run, unlike Swift's own hashes.
func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}
