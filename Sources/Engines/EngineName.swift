import Engine
import GCDEngine
import OperationEngine
import SerialEngine

/// The engines by the names that a user types: the one place that knows them all.
public enum EngineName: String, CaseIterable, Sendable {
  /// Grand Central Dispatch.
  case gcd
  /// Operation and OperationQueue.
  case operation
  /// Everything on the main queue, one thing after the other: the baseline.
  case serial

  public func makeEngine(reporting: Reporting = .main, watcher: Watcher? = nil) -> any Engine {
    let type: any Engine.Type =
      switch self {
      case .gcd: GCDEngine.self
      case .operation: OperationEngine.self
      case .serial: SerialEngine.self
      }
    return type.init(reporting: reporting, watcher: watcher)
  }
}
