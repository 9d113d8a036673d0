@_spi(Engines) import Engine

/// A job that holds up its thread until it has ended, whatever its body does.
final class SerialJob: ListedJob, @unchecked Sendable {
  // Safe: it adds constants only.
  private let ended = Latch()

  override func didEnd() { ended.open() }

  func run() {
    perform()
    ended.wait()
  }
}
