/// When the thread has to look at the deadlines again: the earliest of what it was set to.
final class Alarm {
  private(set) var instant: ContinuousClock.Instant?

  func set(noLaterThan other: ContinuousClock.Instant) {
    instant = instant.map { min($0, other) } ?? other
  }

  func clear() {
    instant = nil
  }
}
