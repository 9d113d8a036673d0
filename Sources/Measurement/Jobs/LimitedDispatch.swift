import Base
import Dispatch

/// What one writes by hand for a limit on raw Dispatch: items wait in an array, and each that ends starts the next.
final class LimitedDispatch: @unchecked Sendable {
  // Safe: what can change is touched under the lock only.
  private let lock = Lock()
  private let queue = DispatchQueue(label: "queue", attributes: .concurrent)
  private let width: Int
  private var waiting: [DispatchWorkItem?] = []
  /// How many of them were started.
  private var started = 0
  private var free = 0

  /// Starts nothing before `activate`.
  init(width: Int) { self.width = width }

  /// - Parameter item: has to call `itemHasEnded` last.
  func add(_ item: DispatchWorkItem) {
    lock.withLock { waiting.append(item) }
    startNext()
  }

  func itemHasEnded() {
    lock.withLock { free += 1 }
    startNext()
  }

  func activate() {
    lock.withLock { free = width }
    for _ in 0..<width { startNext() }
  }

  private func startNext() {
    let next = lock.withLock { () -> DispatchWorkItem? in
      guard free > 0, started < waiting.count else { return nil }
      free -= 1
      started += 1
      // An item holds what it ends in, which is this.
      return waiting[started - 1].take()
    }
    if let next { queue.async(execute: next) }
  }
}
