/// What flights leave for the thread that drives them.
final class NoticeBoard {
  /// When the deadlines are to be looked at again: the earliest of what was asked for.
  private(set) var nextCheck: ContinuousClock.Instant?

  /// What all transfers together may receive; nil for as much as comes.
  var limit: RateLimit?

  /// Whether servers have sent anything since it was last taken.
  private var hasNews = false

  func askForCheck(noLaterThan instant: ContinuousClock.Instant) {
    nextCheck = nextCheck.map { min($0, instant) } ?? instant
  }

  func clearCheck() {
    nextCheck = nil
  }

  func noteNews() {
    hasNews = true
  }

  func takeNews() -> Bool {
    defer { hasNews = false }
    return hasNews
  }
}
