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
  @inline(never)
  public func makeEngine(reporting: Reporting = .main, watcher: Watcher? = nil) -> any JobEngine {
    let type: any JobEngine.Type =
      switch self {
      case .gcd: GCDEngine.self
      case .operation: OperationEngine.self
      case .tasks: TasksEngine.self
      case .serial: SerialEngine.self
      }
    return type.init(reporting: reporting, watcher: watcher)
  }
}
