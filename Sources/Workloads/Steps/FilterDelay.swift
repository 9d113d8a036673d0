import Base
import Engine

/// Makes every filter slow on purpose, as a sample server makes downloads slow. May be used from any thread.
public final class FilterDelay: Sendable {
  private let delay: Locked<Double>

  /// - Parameter seconds: 0 and more.
  public init(seconds: Double = 0) { delay = Locked(seconds) }

  /// What each filter takes longer from now on.
  public var seconds: Double {
    get { delay.value }
    set { delay.withLock { $0 = newValue } }
  }

  /// Blocks the thread of a filter that much longer, or until its job is cancelled. It waits, and keeps no core busy: the
  /// engines beside it are not to be slowed down, too.
  func wait(_ running: any Running) {
    let seconds = seconds
    guard seconds > 0 else { return }
    let cancelled = Latch()
    running.onCancel { cancelled.open() }
    cancelled.wait(upTo: .seconds(seconds))
  }
}
