import Foundation
import LessonKit
import Testing

extension LessonRuns {
  /// Tests of the lessons' statements about Linux that their code avoids triggering.
  @Suite(.enabled(if: isLinux), .onOwnThreads) struct LinuxLessons {
    // Dispatch sets nice values since Swift 6.3.
    #if os(Linux) && compiler(>=6.3)
      @Test("9, on Linux. The quality of service of a queue sets the nice value of its threads")
      func niceValues() async {
        for (quality, value) in [
          (QualityOfService.background, 10), (.utility, 2), (.default, 0), (.userInitiated, -2),
          (.userInteractive, -2),
        ] {
          // Without the privilege to lower it, a thread may keep its creator's higher value.
          guard await onOwnThread({ lowersNice() }) || value == 10 else { continue }
          #expect(await onOwnThread { nice(queue: quality) } == value)
        }
      }

      @Test("9, 24, on Linux. The quality of service of a single operation or closure changes no nice value")
      func niceOfSingle() async {
        // Without the privilege to lower it, a thread may keep its creator's higher value.
        guard await onOwnThread({ lowersNice() }) else { return }
        for (operation, closure) in [
          (QualityOfService.background, DispatchQoS.background), (.utility, .utility),
          (.userInitiated, .userInitiated), (.userInteractive, .userInteractive),
        ] {
          #expect(await onOwnThread { nice(operation: operation) } == 0)
          #expect(await onOwnThread { nice(closure: closure) } == 0)
          #expect(await onOwnThread { nice(closure: closure, flags: .enforceQoS) } == 0)
        }
      }

      @Test("24, on Linux. Set after the first operation, the quality of service of a queue changes nothing")
      func qualityTooLate() {
        let (queue, values) = (OperationQueue(), Locked<[Int]>([]))
        for quality in [nil, QualityOfService.background] {
          if let quality { queue.qualityOfService = quality }
          queue.addOperations(
            [BlockOperation { values.withLock { $0.append(urgency()) } }], waitUntilFinished: true)
        }
        let found = values.withLock { $0 }
        #expect(found[0] == found[1])
      }

      @Test("9, on Linux. Without the right to lower it, a thread keeps the nice value of its creator")
      func inheritedNice() async {
        // In a separate process, because the privilege can't be regained.
        await #expect(processExitsWith: .success) {
          setuid(65_534)
          guard await onOwnThread({ !lowersNice() }) else { return }
          let (created, background, utility) = (Gate(), Locked(0), Locked(0))
          DispatchQueue.global(qos: .background).async {
            background.withLock { $0 = urgency() }
            DispatchQueue.global(qos: .utility).async {
              utility.withLock { $0 = urgency() }
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
    func blocks() {
      let diary = Diary()
      let operation = BlockOperation()
      for name in ["first", "second", "third"] {
        operation.addExecutionBlock { diary.span(name) { compute(milliseconds: 10) } }
      }
      operation.start()
      #expect(diary.story.spans == ["first", "second", "third"])
      #expect(diary.story.mostAtOnce() == 1)
      #expect(diary.story.threads("").count == 1)
    }

    @Test("9, on Linux. A queue whose limit is not one takes a quality of service for a place in line")
    func qualityAsPriority() {
      let asAdded = ["unseen", "soon", "on screen"]
      #expect(startedByQuality(limit: 1) == asAdded)
      #expect(startedByQuality(limit: 2) == asAdded.reversed())
      #expect(startedByQuality(limit: 4) == asAdded.reversed())
      #expect(startedByQuality(limit: 4, priority: .high) == asAdded)
    }

    @Test("10, on Linux. A completion block is kept when it has run, and so is an operation that it captured")
    func completionBlockLeaks() {
      // The second operation is created later. Once it has been freed, the first would have been freed as well.
      let (first, second) = (
        ranToItsCompletion(capturesItself: true), ranToItsCompletion(capturesItself: false)
      )
      #expect(second.freed.wait(milliseconds: 60_000))
      #expect(first.operation?.completionBlock != nil)
      first.operation?.completionBlock = nil
      #expect(first.freed.wait(milliseconds: 60_000))
    }

    @Test("11, on Linux. One notification that `isFinished` changed is enough; without it nothing goes on")
    func oneNotice() {
      let (queue, silent) = (OperationQueue(), Silent())
      let dependent = BlockOperation(after: silent)
      queue.addOperations([silent, dependent], waitUntilFinished: false)
      silent.isAsked.wait()
      silent.isOver.open()
      #expect(!dependent.isReady)
      silent.didChangeValue(for: \.isFinished)
      #expect(dependent.isReady)
      queue.waitUntilAllOperationsAreFinished()
    }

    @Test("4, on Linux. A dependency that has finished can be removed; an unfinished one is still waited for")
    func removedWhenFinished() {
      for isFinished in [true, false] {
        let download = BlockOperation {}
        let filter = BlockOperation(after: download)
        if isFinished { download.start() }
        filter.removeDependency(download)
        if !isFinished { download.start() }
        #expect(filter.isReady == isFinished)
      }
    }

    @Test("4, on Linux. An operation that asks its dependencies if it is ready starts when one is removed")
    func removedAndReady() {
      let (queue, body) = (OperationQueue(), HeldBody())
      let download = BlockOperation(block: body.run)
      let filter = DependentOperation {}
      filter.addDependency(download)
      queue.addOperations([download, filter], waitUntilFinished: false)
      body.begun.wait()
      filter.removeDependency(download)
      filter.waitUntilFinished()
      #expect(!download.isFinished)
      body.end.open()
      queue.waitUntilAllOperationsAreFinished()
    }

    @Test("8, on Linux. Without a limit, a suspended operation queue still runs what was added")
    func suspendedWithoutLimit() {
      let (queue, group, mayEnd) = (OperationQueue(), DispatchGroup(), Gate())
      for _ in 1...200 {
        group.enter()
        queue.addOperation {
          mayEnd.wait()
          group.leave()
        }
      }
      queue.isSuspended = true
      mayEnd.open()
      #expect(group.wait(timeout: .now() + 60) == .success)
      queue.isSuspended = false
      queue.waitUntilAllOperationsAreFinished()
    }

    @Test("25, on Linux. Cancelled in its queue, then freed of a finished dependency, it stays there")
    func cancelledThenRemoved() {
      let (queue, download) = (OperationQueue(), BlockOperation {})
      let filter = BlockOperation(after: download)
      queue.isSuspended = true
      queue.addOperation(filter)
      download.start()
      filter.cancel()
      filter.removeDependency(download)
      queue.isSuspended = false
      // An operation that is added later leaves the queue.
      queue.addOperations([BlockOperation {}], waitUntilFinished: true)
      #expect(queue.operations.contains(filter) && !filter.isReady)
    }

    @Test("7, 8, on Linux. The main queue does not cancel its operations, and cannot be suspended")
    func mainQueue() {
      let operation = BlockOperation {}
      // The operations run in order, so the first one cancels before the second has run.
      let asking = BlockOperation {
        OperationQueue.main.addOperation(operation)
        OperationQueue.main.cancelAllOperations()
      }
      OperationQueue.main.addOperations([asking], waitUntilFinished: true)
      operation.waitUntilFinished()
      #expect(!operation.isCancelled)
      OperationQueue.main.isSuspended = true
      #expect(!OperationQueue.main.isSuspended)
    }

    @Test("12, on Linux. A barrier on an empty queue runs though that is suspended, and is not waited for")
    func barrierOnEmptyQueue() {
      let queue = OperationQueue()
      let (begun, end, ended) = (Gate(), Gate(), Gate())
      queue.isSuspended = true
      queue.addBarrierBlock {
        begun.open()
        _ = end.wait(milliseconds: 60_000)
        ended.open()
      }
      #expect(begun.wait(milliseconds: 60_000))
      queue.isSuspended = false
      queue.waitUntilAllOperationsAreFinished()
      #expect(!ended.isOpen)
      end.open()
    }

    @Test("12, on Linux. A barrier on a queue over a global one holds nothing back")
    func barrierOverGlobalQueue() {
      let (queue, passed) = (OperationQueue(), Gate())
      queue.underlyingQueue = .global()
      // A barrier that is added to an empty queue isn't a barrier.
      let before = HeldBody()
      queue.addOperation(before.run)
      before.begun.wait()
      let barrier = HeldBody()
      queue.addBarrierBlock(barrier.run)
      before.end.open()
      barrier.begun.wait()
      queue.addOperation { passed.open() }
      #expect(passed.wait(milliseconds: 60_000))
      barrier.end.open()
      queue.waitUntilAllOperationsAreFinished()
    }

    @Test("9, on Linux. With a limit of one, an operation with a quality of service cannot be raised")
    func raisedAfterAdding() {
      for (quality, order) in [(nil, ["raised", "other"]), (QualityOfService.utility, ["other", "raised"])] {
        let (queue, diary) = (OperationQueue(), Diary())
        queue.maxConcurrentOperationCount = 1
        queue.isSuspended = true
        let operations = ["other", "raised"].map { name in BlockOperation { diary.note(name) } }
        if let quality { for operation in operations { operation.qualityOfService = quality } }
        queue.addOperations(operations, waitUntilFinished: false)
        operations[1].queuePriority = .veryHigh
        queue.isSuspended = false
        queue.waitUntilAllOperationsAreFinished()
        #expect(diary.story.notes == order)
      }
    }

    @Test("12, on Linux. Adding a cancelled operation while a barrier waits never returns")
    func cancelledBehindBarrier() async {
      // In a separate process, because the thread never becomes free again.
      await #expect(processExitsWith: .success) {
        let (queue, body, added) = (OperationQueue(), HeldBody(), Gate())
        queue.addOperation(body.run)
        await body.begun.opened()
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

    @Test("15, on Linux. Started again just after `isFinished` has become true, an operation traps")
    func startedWhileFinishing() async {
      await #expect(processExitsWith: trap) {
        let (queue, operation) = (OperationQueue(), Finishing())
        queue.addOperation(operation)
        await operation.isNearItsEnd.opened()
        #expect(operation.isFinished)
        operation.start()
      }
    }
  }
}

#if os(Linux)
  /// Returns the nice value of the thread that runs an operation.
  private func nice(queue: QualityOfService? = nil, operation: QualityOfService? = nil) -> Int {
    let (operations, value) = (OperationQueue(), Locked(0))
    if let queue { operations.qualityOfService = queue }
    let asking = BlockOperation { value.withLock { $0 = urgency() } }
    if let operation { asking.qualityOfService = operation }
    operations.addOperations([asking], waitUntilFinished: true)
    return value.withLock { $0 }
  }

  private func nice(closure quality: DispatchQoS, flags: DispatchWorkItemFlags = []) -> Int {
    let (queue, group, value) = (DispatchQueue(label: "queue"), DispatchGroup(), Locked(0))
    queue.async(group: group, qos: quality, flags: flags) { value.withLock { $0 = urgency() } }
    group.wait()
    return value.withLock { $0 }
  }

  /// Whether this process may lower a thread's nice value. If so, the calling thread keeps the lower value.
  func lowersNice() -> Bool {
    // For this call, a thread is a process on Linux, and 0 is the calling thread.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Int32(urgency() - 1)) == 0
  }
#endif

/// Lets three operations wait for the only free slot. They are added with the least important first.
/// - Parameter priority: The queue priority of all three, or nil to leave it unset.
/// - Returns: The names of the operations, in the order in which they ran.
private func startedByQuality(limit: Int, priority: Operation.QueuePriority? = nil) -> [String] {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = limit
  let bodies = (1..<limit).map { _ in HeldBody() }
  for body in bodies {
    queue.addOperation(body.run)
    body.begun.wait()
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
  for body in bodies { body.end.open() }
  queue.waitUntilAllOperationsAreFinished()
  return diary.story.notes
}

/// Runs an operation, and releases it. After that, only its own completion block may still retain it.
private func ranToItsCompletion(capturesItself: Bool) -> Mortal.Reference {
  let (queue, operation, hasRun) = (OperationQueue(), Mortal(), Gate())
  if capturesItself {
    operation.completionBlock = { withExtendedLifetime(operation) { hasRun.open() } }
  } else {
    operation.completionBlock = { [weak operation] in withExtendedLifetime(operation) { hasRun.open() } }
  }
  queue.addOperation(operation)
  hasRun.wait()
  queue.waitUntilAllOperationsAreFinished()
  return operation.reference
}

/// An operation that stops its thread when `isFinished` is true and its queue doesn't know yet.
private final class Finishing: Operation, @unchecked Sendable {
  let (isNearItsEnd, never) = (Gate(), Gate())

  /// An operation on Linux reads this property once between the two.
  override var isExecuting: Bool {
    if isFinished {
      isNearItsEnd.open()
      never.wait()
    }
    return super.isExecuting
  }
}

/// An operation that has finished when its gate is open, but sends no notification.
private final class Silent: Operation, @unchecked Sendable {
  let (isStarted, isAsked, isOver) = (Gate(), Gate(), Gate())

  override func start() { isStarted.open() }

  /// An operation queue on Linux checks this property once, when `start` has returned.
  override var isFinished: Bool {
    defer { if isStarted.wait(milliseconds: 0) { isAsked.open() } }
    return isOver.wait(milliseconds: 0)
  }
}
