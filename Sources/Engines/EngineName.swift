import Engine
import GCDEngine
import OperationEngine
import SerialEngine
import TasksEngine

/// The engines by the names that a user types. No other type knows all engines.
public enum EngineName: String, CaseIterable, Sendable {
  /// Grand Central Dispatch.
  case gcd
  /// Operation and OperationQueue.
  case operation
  /// Swift concurrency, with one task per job.
  case tasks
  /// The baseline: everything on the main queue, one job after the other.
  case serial

  // Not inlined: in a release build, the optimizer of Swift 6.3.1 crashes on a caller whose engine it knows
  // (seen in `JobRunner.run(_:rate:)`).
  /// - Parameters:
  ///   - reporting: The serial queue that starts and ends are reported on.
  ///   - watcher: A function that receives every change of a job's state. Without one, each change costs a branch.
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
