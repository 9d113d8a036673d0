import Foundation
import LessonKit

/// An asynchronous operation starts a transfer and returns. It
/// reports when it has finished, and holds its slot until
/// then.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let transfers = ["first", "second", "third"].map { Transfer($0, diary) }
  let report = BlockOperation { diary.span("report") {} }
  transfers.forEach(report.addDependency)
  for job in transfers { diary.submitted(job.title) }
  diary.submitted("report")
  queue.addOperations(transfers + [report], waitUntilFinished: true)
}

private final class Transfer: Operation, @unchecked Sendable {
  private enum State { case waiting, running, finished }

  // Safe: touched under the lock only.
  private var state = State.waiting
  private let lock = NSLock()
  let title: String
  private let diary: Diary

  init(_ name: String, _ diary: Diary) {
    (title, self.diary) = ("\(name) transfer", diary)
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { state == .running } }
  override var isFinished: Bool { lock.withLock { state == .finished } }

  override func start() {
    // A cancelled operation is started too, and has to finish.
    if isCancelled { return change(to: .finished) }
    change(to: .running)
    let span = diary.begin(title)
    transfer(milliseconds: 20) { [self] in
      span.end()
      change(to: .finished)
    }
  }

  /// The queue observes these two properties, and reads them at
  /// once: so not under the lock.
  private func change(to next: State) {
    willChangeValue(for: \.isExecuting)
    willChangeValue(for: \.isFinished)
    lock.withLock { state = next }
    didChangeValue(for: \.isExecuting)
    didChangeValue(for: \.isFinished)
  }
}
