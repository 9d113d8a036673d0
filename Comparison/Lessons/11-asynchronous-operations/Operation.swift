import Foundation
import LessonKit

/// An asynchronous operation starts a transfer and returns. It
/// holds its slot until it reports that it has finished.
private func transferAll() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let transfers = ["first", "second", "third"].map { Transfer($0) }
  let report = BlockOperation { compute("report", milliseconds: 10) }
  transfers.forEach(report.addDependency)
  for job in transfers { diary.depends("report", on: job.title) }
  for job in transfers { diary.submitted(job.title) }
  diary.submitted("report")
  queue.addOperations(transfers + [report], waitUntilFinished: false)
}

/// The smallest one. Lesson 19's has a result, and aborts.
nonisolated private final class Transfer: Operation, @unchecked Sendable {
  let title: String
  // Nil before the start, and false at the end.
  private let isRunning = Locked<Bool?>(nil)
  init(_ name: String) { title = "\(name) transfer" }
  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { isRunning.withLock { $0 == true } }
  override var isFinished: Bool { isRunning.withLock { $0 == false } }
  override func start() {
    if isCancelled { return change(toRunning: false) }
    change(toRunning: true)
    transfer(title, milliseconds: 20) { self.change(toRunning: false) }
  }
  private func change(toRunning isRunning: Bool) {
    willChangeValue(for: \.isExecuting)
    willChangeValue(for: \.isFinished)
    self.isRunning.withLock { $0 = isRunning }
    didChangeValue(for: \.isExecuting)
    didChangeValue(for: \.isFinished)
  }
}

// Only for running and checking it here.
@MainActor public func operation() async {
  transferAll()
  await ended("report")
}
// anywhere: first transfer; second transfer; third transfer
// computes: report
// order: first transfer < second transfer; second transfer < third transfer
// order: third transfer < report
