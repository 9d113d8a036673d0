import Foundation
import LessonKit
import Testing

extension LessonRuns {
  /// Tests of the lessons' statements about cancelling that their code avoids triggering.
  @Suite(.onOwnThreads) struct CancelLessons {
    @Test("5, 6, trap. Cancelled half-way, a closure that never checks runs to its end, with its result")
    func neverChecks() {
      let (queue, operations, diary) = (DispatchQueue(label: "queue"), OperationQueue(), Diary())
      let bodies = [HeldBody(), HeldBody()]
      let item = DispatchWorkItem {
        bodies[0].run()
        diary.note("photo of the item")
      }
      let operation = BlockOperation {
        bodies[1].run()
        diary.note("photo of the operation")
      }
      queue.async(execute: item)
      operations.addOperation(operation)
      for body in bodies { body.begun.wait() }
      item.cancel()
      operation.cancel()
      for body in bodies { body.end.open() }
      queue.sync {}
      operations.waitUntilAllOperationsAreFinished()
      #expect(item.isCancelled && operation.isCancelled && operation.isFinished)
      #expect(diary.story.notes.sorted() == ["photo of the item", "photo of the operation"])
    }

    @Test("5, trap. A work item that checks itself is kept by itself, until the cycle is broken")
    func retainCycle() {
      #expect(runItself(breaksCycle: true).isOpen)
      #expect(!runItself(breaksCycle: false).isOpen)
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

      let operation = BlockOperation { ran.open() }
      operation.completionBlock = { completed.open() }
      cancelWhileItWaits(operation)
      completed.wait()
      #expect(!ran.isOpen)
    }

    @Test("8, 11, 17, trap. Cancelled on a suspended queue, an operation starts and ends once that resumes")
    func startedThoughCancelled() {
      let diary = Diary()
      let operation = Noting(diary)
      cancelWhileItWaits(operation) { #expect(diary.story.notes.isEmpty && !operation.isFinished) }
      // `main` is never called.
      #expect(diary.story.notes == ["start"] && operation.isFinished)
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

    @Test("6, trap. In a chain a cancelled work item keeps its place")
    func cancelledItemInChain() {
      let queue = DispatchQueue(label: "photos", attributes: .concurrent)
      let diary = Diary()
      let (begun, made) = (Gate(), Gate())
      // A filter waits for a running download, and a poster waits for the filter.
      let download = DispatchWorkItem {
        begun.open()
        // This times out unless something runs the poster earlier.
        _ = made.wait(milliseconds: 100)
        diary.note("download has ended")
      }
      let filter = DispatchWorkItem { diary.note("filter") }
      download.notify(queue: queue, execute: filter)
      filter.notify(queue: queue) {
        diary.note("poster")
        made.open()
      }
      queue.async(execute: download)
      begun.wait()
      filter.cancel()
      made.wait()
      #expect(diary.story.notes == ["download has ended", "poster"])
    }

    @Test("6, trap. In a chain what follows a cancelled operation does not wait for the one before that")
    func cancelledOperationsDependent() {
      let (queue, diary) = (OperationQueue(), Diary())
      let (begun, made) = (Gate(), Gate())
      let download = BlockOperation {
        begun.open()
        _ = made.wait(milliseconds: 60_000)
        diary.note("download has ended")
      }
      let filter = BlockOperation(after: download) { diary.note("filter") }
      let poster = BlockOperation(after: filter) {
        diary.note("poster")
        made.open()
      }
      queue.addOperations([download, filter, poster], waitUntilFinished: false)
      begun.wait()
      filter.cancel()
      // On Linux, a cancelled dependent has to exist when its dependency ends.
      withExtendedLifetime([filter, poster]) { queue.waitUntilAllOperationsAreFinished() }
      #expect(diary.story.notes == ["poster", "download has ended"])
    }

    @Test(
      "7, trap. While `cancelAllOperations` runs, another can start before its turn to be cancelled",
      arguments: [Gap.dependency, .slot])
    func cancelGap(gap: Gap) { #expect(cancelledRuns(gap, isSuspended: false)) }

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

    @Test(
      "7, trap. On a queue suspended while all are cancelled, none starts",
      arguments: [Gap.dependency, .slot])
    func cancelSuspended(gap: Gap) { #expect(!cancelledRuns(gap, isSuspended: true)) }

    @Test(
      "7, trap. What has a slot, and waits for a thread, can run though the queue is suspended and all are cancelled",
      arguments: [OperationQueue.defaultMaxConcurrentOperationCount, 4])
    func cancelWithSlot(limit: Int) { #expect(cancelledRuns(.thread(limit: limit), isSuspended: true)) }

    @Test("7, trap. What runs nevertheless finds a flag set that all share, and `isCancelled` not")
    func cancelByFlag() {
      let (isCancelled, flag, found) = (Locked<Bool?>(nil), Gate(), Gate())
      _ = cancelledRuns(.thread(limit: 4), isSuspended: true, settingFirst: flag) { operation in
        isCancelled.withLock { $0 = operation.isCancelled }
        if flag.isOpen { found.open() }
      }
      #expect(isCancelled.withLock { $0 } == false)
      #expect(found.isOpen)
    }
  }
}

/// The obstacle that the last operation waits for. It may disappear while the operations are being cancelled.
enum Gap: Sendable {
  case dependency, slot
  /// The only thread, which is occupied by another operation. Both operations have a slot.
  case thread(limit: Int)
}

/// Runs a work item that captures itself and another object.
/// - Returns: A gate that opens when the other object is freed.
private func runItself(breaksCycle: Bool) -> Gate {
  let captured = Mortal()
  var item: DispatchWorkItem!
  item = DispatchWorkItem { withExtendedLifetime(captured) { _ = item.isCancelled } }
  item.perform()
  if breaksCycle { item = nil }
  return captured.freed
}

/// Submits a cancelled work item.
/// - Returns: A gate that opens when the object that the item captured is freed.
private func submitCancelled(to queue: DispatchQueue) -> Gate {
  let captured = Mortal()
  let item = DispatchWorkItem { withExtendedLifetime(captured) {} }
  item.cancel()
  queue.async(execute: item)
  return captured.freed
}

/// An operation that records calls to its methods.
private final class Noting: Operation, @unchecked Sendable {
  private let diary: Diary
  init(_ diary: Diary) { self.diary = diary }

  override func start() {
    diary.note("start")
    super.start()
  }
  override func main() { diary.note("main") }
}

/// Cancels all operations while the first is running. The first ends when it is cancelled. Cancelling the last takes a
/// while, so that it has time to start in between.
/// - Parameters:
///   - flag: A gate that is opened before the operations are cancelled.
///   - work: The work of the last operation.
/// - Returns: Whether the last operation ran, although all were cancelled.
private func cancelledRuns(
  _ gap: Gap, isSuspended: Bool, settingFirst flag: Gate? = nil,
  _ work: @escaping @Sendable (Operation) -> Void = { _ in }
) -> Bool {
  let (queue, body, ran) = (OperationQueue(), HeldBody(), Gate())
  // Kept in a variable, because the operation queue doesn't retain it.
  let thread = DispatchQueue(label: "one thread")
  let (first, last) = (CancelHook(block: body.run), CancelHook())
  first.before = { body.end.open() }
  last.addExecutionBlock { [unowned last] in
    work(last)
    ran.open()
  }
  var (between, canStart): ([Operation], Bool) = ([], !isSuspended)
  switch gap {
  case .dependency:
    between = [BlockOperation(after: first)]
    last.addDependency(between[0])
  case .slot: queue.maxConcurrentOperationCount = 1
  case .thread(let limit):
    queue.underlyingQueue = thread
    queue.maxConcurrentOperationCount = limit
    canStart = true
  }
  last.before = { [canStart] in if canStart { _ = ran.wait(milliseconds: 60_000) } }
  let all = [first] + between + [last]
  queue.addOperations(all, waitUntilFinished: false)
  body.begun.wait()
  flag?.open()
  if isSuspended { queue.isSuspended = true }
  queue.cancelAllOperations()
  queue.isSuspended = false
  withExtendedLifetime((all, thread)) { queue.waitUntilAllOperationsAreFinished() }
  return ran.isOpen
}

private final class CancelHook: BlockOperation, @unchecked Sendable {
  // Safe: written before the operation is added to a queue.
  var before: () -> Void = {}

  override func cancel() {
    before()
    super.cancel()
  }
}
