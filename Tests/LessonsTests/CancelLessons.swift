import Foundation
import LessonKit
import Testing

extension LessonRuns {
  /// What the lessons' texts say about cancelling that their code steers clear of.
  @Suite(.onOwnThreads) struct CancelLessons {
    @Test("5, trap. A closure that never checks runs to its end, though it was cancelled")
    func neverChecks() {
      let (hasRun, begun, cancelled) = (Gate(), [Gate(), Gate()], Gate())
      let item = DispatchWorkItem {
        begun[0].open()
        cancelled.wait()
        hasRun.open()
      }
      let operation = BlockOperation {
        begun[1].open()
        cancelled.wait()
      }
      let (queue, operations) = (DispatchQueue(label: "queue"), OperationQueue())
      queue.async(execute: item)
      operations.addOperation(operation)
      for gate in begun { gate.wait() }
      item.cancel()
      operation.cancel()
      cancelled.open()
      queue.sync {}
      operations.waitUntilAllOperationsAreFinished()
      #expect(hasRun.isOpen && item.isCancelled)
      #expect(operation.isFinished && operation.isCancelled)
    }

    @Test("5, trap. A work item that checks itself is kept by itself, until the cycle is broken")
    func retainCycle() {
      #expect(runItself(breaksCycle: true).isOpen)
      #expect(!runItself(breaksCycle: false).isOpen)
    }

    @Test("25, trap. In an operation's block `[unowned operation]` is there, and keeps nothing")
    func unownedInBlock() {
      weak var freed: BlockOperation?
      let asked = Locked<Bool?>(nil)
      func run() {
        let operation = BlockOperation()
        operation.addExecutionBlock { [unowned operation] in
          asked.withLock { $0 = operation.isCancelled }
        }
        operation.start()
        freed = operation
      }
      run()
      #expect(asked.withLock { $0 } == false)
      #expect(freed == nil)
    }

    @Test("6, trap. Cancelled half-way, a download may have finished, with its result")
    func cancelledHalfWay() {
      let (begun, cancelled, result) = (Gate(), Gate(), Locked<String?>(nil))
      let download = BlockOperation {
        begun.open()
        cancelled.wait()
        result.withLock { $0 = "the photo" }
      }
      let queue = OperationQueue()
      queue.addOperation(download)
      begun.wait()
      download.cancel()
      cancelled.open()
      download.waitUntilFinished()
      #expect(download.isCancelled)
      #expect(result.withLock { $0 } == "the photo")
    }

    @Test(
      "6, trap. Cancelled off a queue, an operation is not finished on Linux, and can be added",
      .enabled(if: isLinux))
    func cancelledEarly() {
      let operation = BlockOperation {}
      operation.cancel()
      #expect(!operation.isFinished)
      OperationQueue().addOperations([operation], waitUntilFinished: true)
      #expect(operation.isFinished)
    }

    @Test("10, trap. A cancelled item still notifies, and a cancelled operation runs its completion block")
    func observedThoughCancelled() {
      let (notified, completed, ran) = (Gate(), Gate(), Gate())
      let item = DispatchWorkItem { ran.open() }
      item.notify(queue: .global()) { notified.open() }
      item.cancel()
      DispatchQueue(label: "queue").async(execute: item)
      notified.wait()

      let queue = OperationQueue()
      let operation = BlockOperation { ran.open() }
      operation.completionBlock = { completed.open() }
      queue.isSuspended = true
      queue.addOperation(operation)
      operation.cancel()
      queue.isSuspended = false
      completed.wait()
      #expect(!ran.isOpen)
    }

    @Test("11, trap. A cancelled operation is started, and finishes without its `main`")
    func startedThoughCancelled() {
      let diary = Diary()
      cancelWhileItWaits(Noting(diary))
      #expect(diary.story.notes == ["start"])
    }

    @Test("17, trap. A cancelled work item keeps what it captured until its queue comes to it")
    func capturedThoughCancelled() {
      let queue = DispatchQueue(label: "queue")
      queue.suspend()
      let gone = submitCancelled(to: queue)
      #expect(!gone.isOpen)
      queue.resume()
      queue.sync {}
      gone.wait()
    }

    @Test("17, trap. The `main` of an operation that is cancelled while it waits is never called")
    func cancelledMain() {
      let diary = Diary()
      let job = Noting(diary)
      cancelWhileItWaits(job)
      #expect(job.isFinished && !diary.story.notes.contains("main"))
    }

    @Test("6, trap. In a chain a cancelled work item keeps its place")
    func cancelledItemInChain() {
      let queue = DispatchQueue(label: "photos", attributes: .concurrent)
      let diary = Diary()
      let (begun, made, done) = (Gate(), Gate(), Gate())
      // A filter waits for a download that is running, and a poster for the filter.
      let download = DispatchWorkItem {
        begun.open()
        // In vain, for as long as nothing makes the poster earlier.
        _ = made.wait(milliseconds: 100)
        diary.note("download has ended")
      }
      let filter = DispatchWorkItem { diary.note("filter") }
      download.notify(queue: queue, execute: filter)
      filter.notify(queue: queue) {
        diary.note("poster")
        made.open()
        done.open()
      }
      queue.async(execute: download)
      begun.wait()
      filter.cancel()
      done.wait()
      #expect(diary.story.notes == ["download has ended", "poster"])
    }

    @Test("6, trap. In a chain what follows a cancelled operation does not wait for the one before that")
    func cancelledOperationsDependent() {
      let queue = OperationQueue()
      let diary = Diary()
      let (begun, made) = (Gate(), Gate())
      let download = BlockOperation {
        begun.open()
        _ = made.wait(milliseconds: 60_000)
        diary.note("download has ended")
      }
      let filter = BlockOperation { diary.note("filter") }
      let poster = BlockOperation {
        diary.note("poster")
        made.open()
      }
      filter.addDependency(download)
      poster.addDependency(filter)
      queue.addOperations([download, filter, poster], waitUntilFinished: false)
      begun.wait()
      filter.cancel()
      // On Linux a cancelled dependent has to be there when what it depends on ends.
      withExtendedLifetime([filter, poster]) { queue.waitUntilAllOperationsAreFinished() }
      #expect(diary.story.notes == ["poster", "download has ended"])
    }

    @Test(
      "7, trap. While `cancelAllOperations` runs, another can start before its turn to be cancelled",
      arguments: Gap.allCases)
    func cancelGap(gap: Gap) { #expect(cancelledRuns(gap) { queue in queue.cancelAllOperations() }) }

    @Test("7, trap. Of items that notify each other, the next can run before its turn to be cancelled")
    func cancelItemsGap() {
      let (queue, ended, ran) = (DispatchQueue(label: "queue"), Gate(), Gate())
      let (first, second) = (DispatchWorkItem { ended.wait() }, DispatchWorkItem { ran.open() })
      first.notify(queue: queue, execute: second)
      queue.async(execute: first)
      first.cancel()
      ended.open()
      #expect(ran.wait(milliseconds: 600_000))
      second.cancel()
    }

    @Test("7, trap. On a queue suspended while all are cancelled, none starts", arguments: Gap.allCases)
    func cancelSuspended(gap: Gap) { #expect(!cancelledRuns(gap, cancelAllSuspended)) }

    @Test(
      "7, trap. What has a slot, and waits for a thread, can run though the queue is suspended and all are cancelled",
      arguments: [OperationQueue.defaultMaxConcurrentOperationCount, 4])
    func cancelWithSlot(limit: Int) { #expect(cancelledWithSlotRuns(limit: limit, cancelAllSuspended)) }

    @Test("7, trap. What runs nevertheless finds a flag set that all share, and `isCancelled` not")
    func cancelByFlag() {
      let (isCancelled, flag, found) = (Locked<Bool?>(nil), Gate(), Gate())
      _ = cancelledWithSlotRuns(
        limit: 4,
        doing: { operation in
          isCancelled.withLock { $0 = operation.isCancelled }
          if flag.isOpen { found.open() }
        },
        { queue in
          flag.open()
          cancelAllSuspended(queue)
        })
      #expect(isCancelled.withLock { $0 } == false)
      #expect(found.isOpen)
    }
  }
}

/// What an operation waits for that can start though all are being cancelled.
enum Gap: CaseIterable { case dependency, slot }

private func cancelAllSuspended(_ queue: OperationQueue) {
  queue.isSuspended = true
  queue.cancelAllOperations()
  queue.isSuspended = false
}

/// Runs a work item that captures itself, and something else.
/// - Returns: a gate that opens when that is freed.
private func runItself(breaksCycle: Bool) -> Gate {
  let captured = Mortal()
  var item: DispatchWorkItem!
  item = DispatchWorkItem { withExtendedLifetime(captured) { _ = item.isCancelled } }
  item.perform()
  if breaksCycle { item = nil }
  return captured.freed
}

/// - Returns: a gate that opens when what the item captured is freed.
private func submitCancelled(to queue: DispatchQueue) -> Gate {
  let captured = Mortal()
  let item = DispatchWorkItem { withExtendedLifetime(captured) {} }
  item.cancel()
  queue.async(execute: item)
  return captured.freed
}

/// It notes what is called.
private final class Noting: Operation, @unchecked Sendable {
  private let diary: Diary
  init(_ diary: Diary) { self.diary = diary }

  override func start() {
    diary.note("start")
    super.start()
  }
  override func main() { diary.note("main") }
}

/// The first of several operations is running. On a queue that is not suspended the last is slow to be cancelled, so that
/// what can go wrong meanwhile does.
/// - Returns: whether the last ran, though all were cancelled.
private func cancelledRuns(_ gap: Gap, _ cancelAll: (OperationQueue) -> Void) -> Bool {
  let queue = OperationQueue()
  let (begun, cancelled, ran) = (Gate(), Gate(), Gate())
  let first = CancelHook {
    begun.open()
    cancelled.wait()
  }
  let last = CancelHook { ran.open() }
  last.before = { if !queue.isSuspended { _ = ran.wait(milliseconds: 60_000) } }
  switch gap {
  case .dependency:
    let between = BlockOperation {}
    between.addDependency(first)
    last.addDependency(between)
    queue.addOperations([first, between, last], waitUntilFinished: false)
  case .slot:
    queue.maxConcurrentOperationCount = 1
    first.before = { cancelled.open() }
    queue.addOperations([first, last], waitUntilFinished: false)
  }
  begun.wait()
  let all = queue.operations
  cancelAll(queue)
  cancelled.open()
  withExtendedLifetime(all) { queue.waitUntilAllOperationsAreFinished() }
  return ran.isOpen
}

/// Two operations have a slot, and one thread, which the first has; the first ends when it is cancelled, and the second is slow
/// to be cancelled.
/// - Parameter work: what the second does.
/// - Returns: whether the second ran, though all were cancelled.
private func cancelledWithSlotRuns(
  limit: Int, doing work: @escaping @Sendable (Operation) -> Void = { _ in },
  _ cancelAll: (OperationQueue) -> Void
) -> Bool {
  let queue = OperationQueue()
  // The queue does not keep it.
  let thread = DispatchQueue(label: "one thread")
  defer { withExtendedLifetime(thread) {} }
  queue.underlyingQueue = thread
  queue.maxConcurrentOperationCount = limit
  let (begun, cancelled, ran) = (Gate(), Gate(), Gate())
  let first = CancelHook {
    begun.open()
    cancelled.wait()
  }
  first.before = { cancelled.open() }
  let last = CancelHook()
  last.addExecutionBlock { [unowned last] in
    work(last)
    ran.open()
  }
  last.before = { _ = ran.wait(milliseconds: 60_000) }
  queue.addOperations([first, last], waitUntilFinished: false)
  begun.wait()
  cancelAll(queue)
  queue.waitUntilAllOperationsAreFinished()
  return ran.isOpen
}

private final class CancelHook: BlockOperation, @unchecked Sendable {
  // Safe: written before it is added to a queue.
  var before: () -> Void = {}

  override func cancel() {
    before()
    super.cancel()
  }
}
