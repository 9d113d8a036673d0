import Engine
import Foundation

/// An edge as an operation of its own, on which the dependent depends. It is never queued: it is started, and so
/// finished, when the prerequisite ends, is cancelled, or is taken back.
///
/// The dependent does not depend on the prerequisite's own operation, as that one may have to linger as a husk, and as
/// `removeDependency` of an unfinished operation would leave the dependent waiting for ever.
final class OperationEdge: Edge {
  private let gate = Operation()
  private let operation: Operation

  init(prerequisite: JobCore, dependent: JobCore, operation: Operation) {
    self.operation = operation
    super.init(prerequisite: prerequisite, dependent: dependent)
    operation.addDependency(gate)
  }

  override func open() {
    gate.start()
    // A finished operation keeps its dependencies until it is freed.
    operation.removeDependency(gate)
  }
}
