import NIOConcurrencyHelpers

/// Whether a server still runs. What comes from other threads, late, must not reach event loops that have ended.
final class ServerLife: Sendable {
  private let isRunning = NIOLockedValueBox(true)

  /// Does the work, which must be short, unless the server is stopping; it does not stop meanwhile.
  func whileRunning(_ work: () -> Void) {
    isRunning.withLockedValue { if $0 { work() } }
  }

  func end() { isRunning.withLockedValue { $0 = false } }
}
