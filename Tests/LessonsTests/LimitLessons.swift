import Foundation
import LessonKit
import Testing

extension LessonRuns {
  /// What the lessons' texts say of limits that their code steers clear of.
  @Suite struct LimitLessons {
    @Test("3, 18. On Linux an operation that waits for a dependency costs the more, the more of them wait")
    func manyDependents() async {
      guard isLinux else { return }
      let ratios = await onOwnThread {
        // By turns, so that what else the machine does meets both.
        (1...3).map { _ in costOfDependents(4_096) / costOfDependents(64) }
      }
      #expect(ratios.sorted()[1] > 2)
    }

    @Test("7. While `cancelAllOperations` goes round, a dependent can start before its turn to be cancelled")
    func cancelGap() async {
      let runs = await onOwnThread { cancelledChainRuns { queue in queue.cancelAllOperations() } }
      #expect(runs)
    }

    @Test("7. On a queue that is suspended while it is cancelled, none of a chain runs")
    func cancelSuspended() async {
      let runs = await onOwnThread {
        cancelledChainRuns { queue in
          queue.isSuspended = true
          queue.cancelAllOperations()
          queue.isSuspended = false
        }
      }
      #expect(!runs)
    }

    @Test("12. On Linux a barrier on an empty queue runs though that is suspended, and is not waited for")
    func barrierOnEmptyQueue() async {
      guard isLinux else { return }
      let (ranSuspended, wasWaitedFor) = await onOwnThread {
        let queue = OperationQueue()
        let (begun, end, ended) = (Gate(), Gate(), Gate())
        queue.isSuspended = true
        queue.addBarrierBlock {
          begun.open()
          _ = end.wait(milliseconds: 5_000)
          ended.open()
        }
        let ranSuspended = begun.wait(milliseconds: 5_000)
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

/// Seconds for each of so many operations that all wait for one, on a queue that others pass through meanwhile.
private func costOfDependents(_ count: Int) -> Double {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  queue.isSuspended = true
  let pairs = (0..<count).map { _ in
    let (first, second) = (BlockOperation {}, BlockOperation {})
    second.addDependency(first)
    return (first, second)
  }
  // The dependents first, so that whoever looks for what is ready passes all of them.
  queue.addOperations(pairs.map(\.1) + pairs.map(\.0), waitUntilFinished: false)
  let time = ContinuousClock().measure {
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
  }
  return time / .seconds(count)
}

/// A chain of three, of which the first is running. On a queue that is not suspended the third is slow to be cancelled,
/// so that what can go wrong meanwhile does.
/// - Returns: whether the third ran, though all were cancelled.
private func cancelledChainRuns(_ cancelAll: (OperationQueue) -> Void) -> Bool {
  let queue = OperationQueue()
  let (begun, cancelled, ran) = (Gate(), Gate(), Gate())
  let first = BlockOperation {
    begun.open()
    cancelled.wait()
  }
  let second = BlockOperation {}
  let third = SlowToCancel { ran.open() }
  third.meanwhile = { if !queue.isSuspended { _ = ran.wait(milliseconds: 5_000) } }
  second.addDependency(first)
  third.addDependency(second)
  queue.addOperations([first, second, third], waitUntilFinished: false)
  begun.wait()
  cancelAll(queue)
  cancelled.open()
  queue.waitUntilAllOperationsAreFinished()
  return ran.wait(milliseconds: 0)
}

private final class SlowToCancel: BlockOperation, @unchecked Sendable {
  // Safe: written before it is added to a queue.
  var meanwhile: () -> Void = {}

  override func cancel() {
    meanwhile()
    super.cancel()
  }
}

/// Lets the body block.
private func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { go in Thread.detachNewThread { go.resume(returning: body()) } }
}
