/// The clock of all deadlines, rests and holds of a transport. It stands still while the process is stopped or the machine
/// sleeps: nobody can receive anything in that time.
struct TransferClock {
  /// What this clock is ahead of the system's; negative after the process was stopped.
  private var offset = Duration.zero
  private var lastTurn: ContinuousClock.Instant

  /// A turn that took this much longer than it waited was not running.
  static let slack = Duration.seconds(1)
  /// The longest wait while transfers run, so that hardly any of a stop counts as waiting.
  static let longestWait = Duration.seconds(1)

  /// - Parameter time: the system's.
  init(at time: ContinuousClock.Instant = .now) { lastTurn = time }

  var now: ContinuousClock.Instant { now(at: .now) }

  func now(at time: ContinuousClock.Instant) -> ContinuousClock.Instant { time + offset }

  /// Notes that the transport's loop has come round once more.
  /// - Parameters:
  ///   - wait: the longest that it waited in between.
  ///   - time: the system's.
  mutating func turned(waiting wait: Duration, at time: ContinuousClock.Instant = .now) {
    let stopped = time - lastTurn - max(wait, .zero)
    if stopped > Self.slack { offset -= stopped }
    lastTurn = time
  }

  /// Lets time pass without waiting for it. For tests.
  mutating func skip(_ time: Duration) { offset += time }
}
