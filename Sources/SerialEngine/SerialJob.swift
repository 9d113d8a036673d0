import Engine

/// A job that holds up its thread until it has ended, whatever its body does.
final class SerialJob: JobCore, @unchecked Sendable {
  // Safe: what can change does so under the engine's lock only.
  private let ended = Latch()
  /// How often it has become ready: one that had to wait again waits for a new turn.
  var turn = 0

  override func didEnd() { ended.open() }

  func run() {
    perform()
    ended.wait()
  }
}
