import Foundation
import LessonKit
import Testing

extension LessonRuns {
  /// What the lessons' texts say of Linux alone, which their code steers clear of.
  @Suite(.enabled(if: isLinux)) struct LinuxLessons {
    @Test("9. On Linux a queue that is not one wide takes a quality of service for a place in line")
    func qualityAsPriority() async {
      let asAdded = ["unseen", "soon", "on screen"]
      #expect(await onOwnThread { startedByQuality(width: 1) } == asAdded)
      #expect(await onOwnThread { startedByQuality(width: 2) } == asAdded.reversed())
      #expect(await onOwnThread { startedByQuality(width: 4) } == asAdded.reversed())
      #expect(await onOwnThread { startedByQuality(width: 4, priority: .high) } == asAdded)
    }

    @Test(
      "10. On Linux a completion block is kept when it has run, and its operation with it if it captured that"
    )
    func completionBlockLeaks() async {
      let (isKept, isFreedWithoutIt, isFreedWhereWeak) = await onOwnThread {
        // Once the second is gone, all that could free the first has been done: it was there before.
        let (first, second) = (
          ranToItsCompletion(capturesItself: true), ranToItsCompletion(capturesItself: false)
        )
        let isFreedWhereWeak = second.gone.wait(milliseconds: 60_000)
        let isKept = first.operation?.completionBlock != nil
        first.operation?.completionBlock = nil
        return (isKept, first.gone.wait(milliseconds: 60_000), isFreedWhereWeak)
      }
      #expect(isKept)
      #expect(isFreedWithoutIt)
      #expect(isFreedWhereWeak)
    }

    @Test(
      "11. On Linux the one notice that `isFinished` did change is enough, and without it nothing goes on")
    func oneNotice() async {
      let (isReadyBefore, isReadyAfter) = await onOwnThread {
        let queue = OperationQueue()
        let silent = Silent()
        let dependent = BlockOperation {}
        dependent.addDependency(silent)
        queue.addOperations([silent, dependent], waitUntilFinished: false)
        silent.isAsked.wait()
        silent.isOver.open()
        let isReadyBefore = dependent.isReady
        silent.didChangeValue(for: \.isFinished)
        let isReadyAfter = dependent.isReady
        queue.waitUntilAllOperationsAreFinished()
        return (isReadyBefore, isReadyAfter)
      }
      #expect(!isReadyBefore)
      #expect(isReadyAfter)
    }

    @Test("12. On Linux a barrier on an empty queue runs though that is suspended, and is not waited for")
    func barrierOnEmptyQueue() async {
      let (ranSuspended, wasWaitedFor) = await onOwnThread {
        let queue = OperationQueue()
        let (begun, end, ended) = (Gate(), Gate(), Gate())
        queue.isSuspended = true
        queue.addBarrierBlock {
          begun.open()
          _ = end.wait(milliseconds: 60_000)
          ended.open()
        }
        let ranSuspended = begun.wait(milliseconds: 60_000)
        queue.isSuspended = false
        queue.waitUntilAllOperationsAreFinished()
        let wasWaitedFor = ended.wait(milliseconds: 0)
        end.open()
        return (ranSuspended, wasWaitedFor)
      }
      #expect(ranSuspended)
      #expect(!wasWaitedFor)
    }
  }
}

/// Three that wait together, the least important first in line, for the one slot that is left of so many.
/// - Parameter priority: of all three; without it, they are given none.
/// - Returns: their names, as they ran.
private func startedByQuality(width: Int, priority: Operation.QueuePriority? = nil) -> [String] {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = width
  let end = Gate()
  for _ in 1..<width {
    let begun = Gate()
    queue.addOperation {
      begun.open()
      end.wait()
    }
    begun.wait()
  }
  let diary = Diary()
  let qualities: [(String, QualityOfService)] = [
    ("unseen", .background), ("soon", .utility), ("on screen", .userInteractive),
  ]
  let waiting = qualities.map { name, quality in
    let operation = BlockOperation { diary.note(name) }
    operation.qualityOfService = quality
    if let priority { operation.queuePriority = priority }
    return operation
  }
  queue.isSuspended = true
  queue.addOperations(waiting, waitUntilFinished: false)
  queue.isSuspended = false
  for operation in waiting { operation.waitUntilFinished() }
  end.open()
  queue.waitUntilAllOperationsAreFinished()
  return diary.story.notes
}

/// An operation that nobody holds any more but, maybe, its own completion block, which has run.
private func ranToItsCompletion(capturesItself: Bool) -> Mourned {
  let queue = OperationQueue()
  let (gone, isTold) = (Gate(), Gate())
  let operation = Passing(gone)
  if capturesItself {
    operation.completionBlock = { withExtendedLifetime(operation) { isTold.open() } }
  } else {
    operation.completionBlock = { [weak operation] in withExtendedLifetime(operation) { isTold.open() } }
  }
  queue.addOperation(operation)
  isTold.wait()
  queue.waitUntilAllOperationsAreFinished()
  return Mourned(operation: operation, gone: gone)
}

private struct Mourned {
  weak var operation: Operation?
  let gone: Gate
}

/// It opens the gate when it is freed.
private final class Passing: Operation, @unchecked Sendable {
  private let gone: Gate
  init(_ gone: Gate) { self.gone = gone }
  deinit { gone.open() }
}

/// It is over when its gate is open, and tells nobody.
private final class Silent: Operation, @unchecked Sendable {
  let (isStarted, isAsked, isOver) = (Gate(), Gate(), Gate())

  override func start() { isStarted.open() }

  /// A queue on Linux asks once of itself, when `start` has returned.
  override var isFinished: Bool {
    defer { if isStarted.wait(milliseconds: 0) { isAsked.open() } }
    return isOver.wait(milliseconds: 0)
  }
}
