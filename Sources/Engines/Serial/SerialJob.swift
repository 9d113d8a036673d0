@_spi(Engines) import Engine

/// A job that blocks its thread until it has ended, even if its body is asynchronous.
final class SerialJob: JobCore, @unchecked Sendable {
  // Safe: it only adds a constant.
  private let ended = Latch()

  override func didEnd() { ended.open() }

  func run() {
    perform()
    ended.wait()
  }
}
