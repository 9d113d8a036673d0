import NIOConcurrencyHelpers
import WebServer

/// Holds what a handler needs to reach and is only there once the handler is.
final class ServerBox: Sendable {
  private let box = NIOLockedValueBox<WebServer?>(nil)
  var server: WebServer? {
    get { box.withLockedValue { $0 } }
    set { box.withLockedValue { $0 = newValue } }
  }
  func stop() { server?.stop() }
}
