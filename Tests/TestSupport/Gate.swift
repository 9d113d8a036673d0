/// An event that a test waits for. Once open, a gate stays open.
public final class Gate: Sendable {
  private let state = Awaited(false)

  public init() {}

  public var isOpen: Bool { state.value }

  /// Wakes everyone who is waiting. Opening the gate again has no effect.
  public func open() { state.change { $0 = true } }

  /// Calls a function once the gate is open: immediately on this thread if it already is, or later on the
  /// thread that opens it.
  public func whenOpen(_ wake: @escaping @Sendable () -> Void) { state.when { $0 ? wake : nil } }

  public func wait() async { await state.until { $0 } }
}
