/// The clock for all deadlines, retry delays and holds of a transport. It pauses while the process is
/// suspended or the machine sleeps, because nothing can be received during that time.
struct TransferClock {
  /// The difference between this clock and the system's. It is negative if the process has been suspended.
  private var offset = Duration.zero
  private var lastTurn: ContinuousClock.Instant

  /// The tolerated delay of a turn. If a turn exceeds its longest possible wait by more than this, the
  /// process must have been suspended.
  static let slack = Duration.seconds(1)
  /// The longest wait while transfers are running. It is short, so that almost none of the time during which
  /// the process is suspended counts as waiting.
  static let longestWait = Duration.seconds(1)

  /// - Parameter time: The system's time.
  init(at time: ContinuousClock.Instant = .now) { lastTurn = time }

  var now: ContinuousClock.Instant { now(at: .now) }

  func now(at time: ContinuousClock.Instant) -> ContinuousClock.Instant { time + offset }

  /// Records that the transport's loop has begun another turn.
  ///
  /// - Parameters:
  ///   - wait: The longest time that the last turn may have waited.
  ///   - time: The system's time.
  mutating func turned(waiting wait: Duration, at time: ContinuousClock.Instant = .now) {
    let stopped = time - lastTurn - max(wait, .zero)
    if stopped > Self.slack { offset -= stopped }
    lastTurn = time
  }
}
