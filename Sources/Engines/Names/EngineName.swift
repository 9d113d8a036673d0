import Engine
import GCDEngine
import OperationEngine
import SerialEngine
import TasksEngine

/// The engines, by the names that users type. Options, comparisons and the gallery's page are made from this list.
public enum EngineName: String, CaseIterable, Sendable {
  case gcd
  case operation
  /// One task per job.
  case tasks
  /// The baseline, which runs one job after another.
  case serial

  /// The engines that run jobs in parallel and fulfil the whole contract.
  public static let parallel = allCases.filter { $0 != .serial }

  /// A short description of the engine.
  public var title: String {
    switch self {
    case .gcd: "Grand Central Dispatch"
    case .operation: "Operation and OperationQueue"
    case .tasks: "Swift concurrency"
    case .serial: "all on the main queue"
    }
  }

  // Not inlined, because in a release build the optimizer of Swift 6.3.1 crashes on a caller whose engine it knows
  // (seen in `JobRunner.run(_:rate:)`).
  /// - Parameters:
  ///   - reporting: The serial queue on which the starts and ends of jobs are reported.
  ///   - watcher: A function that receives every change of a job's state. Without one, each change costs only a
  ///     branch.
  @inline(never)
  public func makeEngine(reporting: Reporting = .main, watcher: Watcher? = nil) -> JobEngine {
    let api: any ConcurrencyAPI =
      switch self {
      case .gcd: GCD(reporting: reporting)
      case .operation: Operations(reporting: reporting)
      case .tasks: SwiftTasks(reporting: reporting)
      case .serial: Serial(reportQueue: GCD(reporting: reporting).reportQueue)
      }
    return JobEngine(api, reporting: reporting, watcher: watcher)
  }
}
