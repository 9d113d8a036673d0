import Engine
import GCDEngine
import OperationEngine
import SerialEngine
import TasksEngine

/// The engines by the names that a user types: the one place that knows them all.
public enum EngineName: String, CaseIterable, Sendable {
  /// Grand Central Dispatch.
  case gcd
  /// Operation and OperationQueue.
  case operation
  /// Swift concurrency: a task a job.
  case tasks
  /// Everything on the main queue, one thing after the other: the baseline.
  case serial

  // Not inlined: in a release build, the optimizer of Swift 6.3.1 crashes on a caller whose engine it knows
  // (seen in `JobRunner.run(_:rate:)`).
  /// - Parameters:
  ///   - reporting: the serial queue that starts and ends are reported on.
  ///   - watcher: receives every change of a job's state; nil costs a branch.
  @inline(never)
  public func makeEngine(reporting: Reporting = .main, watcher: Watcher? = nil) -> any JobEngine {
    switch self {
    case .gcd: GCDEngine(reporting: reporting, watcher: watcher)
    case .operation: OperationEngine(reporting: reporting, watcher: watcher)
    case .tasks: TasksEngine(reporting: reporting, watcher: watcher)
    case .serial: SerialEngine(reporting: reporting, watcher: watcher)
    }
  }
}
