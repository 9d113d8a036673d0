import TestSupport

/// Sends signals to the program. Signals sent before it has started are delivered when it has.
final class Signals: Sendable {
  private let child = Awaited<Child?>(nil)

  func reach(_ child: Child) { self.child.change { $0 = child } }

  func send(_ number: Int32) {
    child.when { child in
      guard let child else { return nil }
      return { child.send(number) }
    }
  }
}
