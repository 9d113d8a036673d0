import Engine
import Foundation

/// The reporting queue as an `OperationQueue` of width 1.
struct OperationReportQueue: ReportQueue {
  private let queue: OperationQueue

  init(_ reporting: Reporting) {
    switch reporting {
    case .main: queue = .main
    case .serial(let label):
      queue = OperationQueue()
      queue.name = label
      queue.maxConcurrentOperationCount = 1
    }
  }

  func async(_ work: @escaping @Sendable () -> Void) { queue.addOperation(work) }

  var isCurrent: Bool { OperationQueue.current === queue }
}
