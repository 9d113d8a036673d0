import Foundation

/// A block operation that starts when its last unfinished dependency is removed. On Apple's platforms, every operation
/// does.
public final class DependentOperation: Foundation.BlockOperation, @unchecked Sendable {
  #if os(Linux)
    public override var isReady: Bool { isCancelled || dependencies.allSatisfy(\.isFinished) }
  #endif
}
