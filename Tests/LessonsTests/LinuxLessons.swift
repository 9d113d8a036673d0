import Foundation
import LessonKit
import Testing

extension LessonRuns {
  /// What the lessons' texts say of Linux alone, which their code steers clear of.
  @Suite(.enabled(if: isLinux)) struct LinuxLessons {
    // Since Swift 6.3 Dispatch sets nice values.
    #if os(Linux) && compiler(>=6.3)
      @Test("9, on Linux. The quality of service of a queue sets the nice value of its threads")
      func niceValues() async {
        for (quality, value) in [
          (QualityOfService.background, 10), (.utility, 2), (.default, 0), (.userInitiated, -2),
          (.userInteractive, -2),
        ] {
          // Without the right to lower it, a thread may keep the higher value of its creator.
          guard await onOwnThread({ lowersNice() }) || value == 10 else { continue }
          #expect(await onOwnThread { nice(queue: quality) } == value)
        }
      }

      @Test("9, on Linux. The quality of service of a single operation or closure changes no nice value")
      func niceOfSingle() async {
        // Without the right to lower it, a thread may keep the higher value of its creator.
        guard await onOwnThread({ lowersNice() }) else { return }
        for quality in [QualityOfService.background, .utility, .userInitiated, .userInteractive] {
          let unspecified = await onOwnThread { nice() }
          #expect(await onOwnThread { nice(operation: quality) } == unspecified)
          #expect(await onOwnThread { niceOfClosure(quality) } == unspecified)
        }
      }

      @Test("9, on Linux. Without the right to lower it, a thread keeps the nice value of its creator")
      func inheritedNice() async {
        // Nobody gets the right back: so in a process of its own.
        await #expect(processExitsWith: .success) {
          setuid(65_534)
          guard await onOwnThread({ !lowersNice() }) else { return }
          let (created, background, utility) = (Gate(), Locked(Int32(0)), Locked(Int32(0)))
          DispatchQueue.global(qos: .background).async {
            background.withLock { $0 = currentNice() }
            DispatchQueue.global(qos: .utility).async {
              utility.withLock { $0 = currentNice() }
              created.open()
            }
          }
          await created.opened()
          #expect(background.withLock { $0 } >= 10)
          #expect(utility.withLock { $0 } == background.withLock { $0 })
        }
      }
    #endif

    @Test("15, on Linux. The blocks of a `BlockOperation` run one after the other")
    func blocks() async {
      let story = await onOwnThread {
        let diary = Diary()
        let operation = BlockOperation()
        for name in ["first", "second", "third"] {
          operation.addExecutionBlock { diary.span(name) { compute(milliseconds: 10) } }
        }
        operation.start()
        return diary.story
      }
      #expect(story.spans == ["first", "second", "third"])
      #expect(story.mostAtOnce() == 1)
      #expect(story.threads("").count == 1)
    }

    @Test("9, on Linux. A queue whose limit is not one takes a quality of service for a place in line")
    func qualityAsPriority() async {
      let asAdded = ["unseen", "soon", "on screen"]
      #expect(await onOwnThread { startedByQuality(limit: 1) } == asAdded)
      #expect(await onOwnThread { startedByQuality(limit: 2) } == asAdded.reversed())
      #expect(await onOwnThread { startedByQuality(limit: 4) } == asAdded.reversed())
      #expect(await onOwnThread { startedByQuality(limit: 4, priority: .high) } == asAdded)
    }

    @Test(
      "10, on Linux. A completion block is kept when it has run, and its operation with it if it captured that"
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
      "11, on Linux. The one notification that `isFinished` changed is enough; without it nothing goes on")
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

    @Test(
      "4, on Linux. A dependency that has finished can be removed; an unfinished one is waited for all the same"
    )
    func removedWhenFinished() async {
      let isReady = await onOwnThread {
        [true, false].map { isFinished in
          let (download, filter) = (BlockOperation {}, BlockOperation {})
          filter.addDependency(download)
          if isFinished { download.start() }
          filter.removeDependency(download)
          if !isFinished { download.start() }
          return filter.isReady
        }
      }
      #expect(isReady == [true, false])
    }

    @Test(
      "25, on Linux. Cancelled while it waits, then freed of a finished dependency, it never leaves its queue"
    )
    func cancelledThenRemoved() async {
      let left = await onOwnThread {
        let (queue, download, filter) = (OperationQueue(), BlockOperation {}, BlockOperation {})
        queue.isSuspended = true
        filter.addDependency(download)
        queue.addOperation(filter)
        download.start()
        filter.cancel()
        filter.removeDependency(download)
        queue.isSuspended = false
        // What is added later does.
        queue.addOperations([BlockOperation {}], waitUntilFinished: true)
        return (queue.operations.contains(filter), filter.isReady)
      }
      #expect(left == (true, false))
    }

    @Test("7, on Linux. The main queue does not cancel its operations")
    func mainIsNotCancelled() async {
      let isCancelled = await onOwnThread {
        let operation = BlockOperation {}
        // They come in order, and it asks before the operation has run.
        OperationQueue.main.addOperations(
          [
            BlockOperation {
              OperationQueue.main.addOperation(operation)
              OperationQueue.main.cancelAllOperations()
            }
          ], waitUntilFinished: true)
        operation.waitUntilFinished()
        return operation.isCancelled
      }
      #expect(!isCancelled)
    }

    @Test("8, on Linux. The main queue cannot be suspended")
    func mainIsNotSuspended() {
      OperationQueue.main.isSuspended = true
      #expect(!OperationQueue.main.isSuspended)
    }

    @Test("12, on Linux. A barrier on an empty queue runs though that is suspended, and is not waited for")
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

    @Test("12, on Linux. Adding a cancelled operation while a barrier waits never returns")
    func cancelledBehindBarrier() async {
      // In a process of its own, as the thread is never free again.
      await #expect(processExitsWith: .success) {
        let (queue, begun, end, added) = (OperationQueue(), Gate(), Gate(), Gate())
        queue.addOperation {
          begun.open()
          end.wait()
        }
        await begun.opened()
        queue.addBarrierBlock {}
        Thread.detachNewThread {
          let cancelled = BlockOperation {}
          cancelled.cancel()
          queue.addOperation(cancelled)
          added.open()
        }
        #expect(await onOwnThread { !added.wait(milliseconds: 100) })
      }
    }
  }
}

#if os(Linux)
  /// On Linux a thread is a process to these calls, and 0 is the calling one.
  private let ofThread = __priority_which_t(PRIO_PROCESS.rawValue)

  private func currentNice() -> Int32 { getpriority(ofThread, 0) }

  /// Of the thread that an operation runs on.
  private func nice(queue: QualityOfService? = nil, operation: QualityOfService? = nil) -> Int32 {
    let (operations, value) = (OperationQueue(), Locked(Int32(0)))
    if let queue { operations.qualityOfService = queue }
    let asking = BlockOperation { value.withLock { $0 = currentNice() } }
    if let operation { asking.qualityOfService = operation }
    operations.addOperations([asking], waitUntilFinished: true)
    return value.withLock { $0 }
  }

  private func niceOfClosure(_ quality: QualityOfService) -> Int32 {
    let (queue, group, value) = (DispatchQueue(label: "queue"), DispatchGroup(), Locked(Int32(0)))
    let qos: DispatchQoS =
      switch quality {
      case .background: .background
      case .utility: .utility
      case .userInitiated: .userInitiated
      case .userInteractive: .userInteractive
      default: .default
      }
    queue.async(group: group, qos: qos) { value.withLock { $0 = currentNice() } }
    group.wait()
    return value.withLock { $0 }
  }

  /// Whether this process may give a thread a lower nice value; the calling one keeps it.
  func lowersNice() -> Bool { setpriority(ofThread, 0, currentNice() - 1) == 0 }
#endif

/// Three that wait together, the least important first in line, for the one slot that is left of so many.
/// - Parameter priority: of all three; without it, they are given none.
/// - Returns: their names, as they ran.
private func startedByQuality(limit: Int, priority: Operation.QueuePriority? = nil) -> [String] {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = limit
  let end = Gate()
  for _ in 1..<limit {
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
  let (gone, hasRun) = (Gate(), Gate())
  let operation = Passing(gone)
  if capturesItself {
    operation.completionBlock = { withExtendedLifetime(operation) { hasRun.open() } }
  } else {
    operation.completionBlock = { [weak operation] in withExtendedLifetime(operation) { hasRun.open() } }
  }
  queue.addOperation(operation)
  hasRun.wait()
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

/// It has finished when its gate is open, and sends no notification.
private final class Silent: Operation, @unchecked Sendable {
  let (isStarted, isAsked, isOver) = (Gate(), Gate(), Gate())

  override func start() { isStarted.open() }

  /// A queue on Linux asks once of itself, when `start` has returned.
  override var isFinished: Bool {
    defer { if isStarted.wait(milliseconds: 0) { isAsked.open() } }
    return isOver.wait(milliseconds: 0)
  }
}
