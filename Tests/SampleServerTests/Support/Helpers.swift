import Foundation
import NIOConcurrencyHelpers
import WebServer

/// Counts from any thread.
final class Counter: Sendable {
  private let box = NIOLockedValueBox(0)
  var value: Int { box.withLockedValue { $0 } }
  func increment() { box.withLockedValue { $0 += 1 } }
}

/// Runs `body`, which may block, on a thread of its own.
func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { done in
    Thread.detachNewThread { done.resume(returning: body()) }
  }
}

/// Holds what a handler needs to reach and is only there once the handler is.
final class ServerBox: Sendable {
  private let box = NIOLockedValueBox<WebServer?>(nil)
  var server: WebServer? {
    get { box.withLockedValue { $0 } }
    set { box.withLockedValue { $0 = newValue } }
  }
  func stop() { server?.stop() }
}
