import Base
import Engine

/// Asks a queue to answer, one question at a time, and reports for how long it has not: a stalled main queue.
final class Pulse: @unchecked Sendable {
  // Safe: what can change is touched under `lock` only.
  private let queue: any ReportQueue
  private let lock = Lock()
  private var askedAt: UInt64?
  private var worst: UInt64 = 0

  /// Any busy queue has shorter waits than this; in nanoseconds.
  private static let threshold: UInt64 = 250_000_000

  init(_ queue: any ReportQueue) { self.queue = queue }

  /// Asks, unless the last answer is still to come. `answer` runs on the queue.
  func beat(at time: UInt64, answer: @escaping @Sendable () -> Void) {
    let isFree = lock.withLock {
      defer { askedAt = askedAt ?? time }
      return askedAt == nil
    }
    guard isFree else { return }
    queue.async { [self] in
      answer()
      lock.withLock {
        if let askedAt { worst = max(worst, monotonicNanoseconds() - askedAt) }
        askedAt = nil
      }
    }
  }

  /// Seconds, to the tenth; 0 while it answers in time.
  func stalled(at time: UInt64) -> Double {
    lock.withLock {
      guard let askedAt, time > askedAt + Self.threshold else { return 0 }
      return tenths(time - askedAt)
    }
  }

  /// The longest it has taken to answer, in seconds, to the tenth.
  var longest: Double { lock.withLock { worst > Self.threshold ? tenths(worst) : 0 } }

  private func tenths(_ nanoseconds: UInt64) -> Double { (Double(nanoseconds) / 1e8).rounded() / 10 }
}
