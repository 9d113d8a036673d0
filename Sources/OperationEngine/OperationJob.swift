import Engine
import Foundation

/// A job as an `Operation`, whose flag is the one that the body reads and whose dependencies are the prerequisites.
///
/// An operation that was handed to an `OperationQueue` cannot be had back. A job that has to leave it unstarted leaves
/// a husk behind, and comes back with a fresh operation.
final class OperationJob: JobCore, @unchecked Sendable {
  // Safe: `operation` and `isHusk` change under the engine's lock only, and no more once the job was picked.
  private(set) var operation: JobOperation
  private let endsLater: Bool
  private var isHusk = false

  override init(_ name: String, priority: Priority, body: Body, engine: EngineCore) {
    endsLater = if case .endingLater = body { true } else { false }
    operation = Self.makeOperation(endsLater: endsLater, engine: engine)
    super.init(name, priority: priority, body: body, engine: engine)
    operation.name = name
  }

  override var isCancelled: Bool { operation.isCancelled }

  override func setCancelled() { operation.cancel() }

  override func makeEdge(to prerequisite: JobCore) -> Edge {
    OperationEdge(prerequisite: prerequisite, dependent: self, operation: unusedOperation())
  }

  override func didEnd() { operation.finish() }

  /// Leaves the operation to its queue as an empty husk, which drains when its turn comes. It must not be finished
  /// here: corelibs keeps a dangling pointer to an operation that finishes on a queue before it was started.
  func leaveHusk() {
    operation.job = nil
    operation.cancel()
    isHusk = true
  }

  /// The operation that no `OperationQueue` has yet.
  func unusedOperation() -> JobOperation {
    guard isHusk else { return operation }
    isHusk = false
    operation = Self.makeOperation(endsLater: endsLater, engine: engine)
    operation.name = name
    return operation
  }

  private static func makeOperation(endsLater: Bool, engine: EngineCore) -> JobOperation {
    endsLater ? EndingLaterOperation(engine: engine) : ReturningOperation(engine: engine)
  }
}
