/// What was set on one job to be called later. Made with the first handler: most jobs have none, and a million may wait.
package final class JobHandlers {
  private var started: [@Sendable () -> Void] = []
  package private(set) var ended: [(number: UInt64, handler: @Sendable (JobEnd) -> Void)] = []
  var cancellation = Cancellation()

  func addStarted(_ handler: @escaping @Sendable () -> Void) { started.append(handler) }

  func takeStarted() -> [@Sendable () -> Void] {
    defer { started = [] }
    return started
  }

  /// - Parameter number: that the handler goes by.
  func addEnded(_ number: UInt64, _ handler: @escaping @Sendable (JobEnd) -> Void) {
    ended.append((number, handler))
  }

  func removeEnded(_ number: UInt64) { ended.removeAll { $0.number == number } }
}
