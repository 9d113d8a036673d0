import Foundation
import LessonKit

/// A body starts a transfer and returns; the network goes on.
/// The operation is over when it says so, and holds its slot
/// until then.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let transfers = ["first", "second", "third"].map { Transfer($0, diary) }
  let report = BlockOperation { diary.note("the transfers are over") }
  transfers.forEach(report.addDependency)
  queue.addOperations(transfers + [report], waitUntilFinished: true)
}

private final class Transfer: Operation, @unchecked Sendable {
  private enum State { case waiting, running, over }

  // Safe: touched under the lock only.
  private var state = State.waiting
  private let lock = NSLock()
  private let title: String
  private let diary: Diary

  init(_ name: String, _ diary: Diary) {
    (title, self.diary) = ("\(name) transfer", diary)
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { state == .running } }
  override var isFinished: Bool { lock.withLock { state == .over } }

  override func start() {
    // A cancelled operation is started too, and has to end.
    if isCancelled { return change(to: .over) }
    change(to: .running)
    let span = diary.begin(title)
    transfer(milliseconds: 10) { [self] in
      span.end()
      change(to: .over)
    }
  }

  /// The queue watches by key-value observing. Not under the
  /// lock, as it looks at once.
  private func change(to next: State) {
    willChangeValue(for: \.isExecuting)
    willChangeValue(for: \.isFinished)
    lock.withLock { state = next }
    didChangeValue(for: \.isExecuting)
    didChangeValue(for: \.isFinished)
  }
}
