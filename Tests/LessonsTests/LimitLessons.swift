import Foundation
import LessonKit
import Testing

extension LessonRuns {
  /// What the lessons' texts say of limits that their code steers clear of.
  @Suite struct LimitLessons {
    @Test(
      "6. In a chain a cancelled work item keeps its place; a cancelled operation waits no more for the first"
    )
    func cancelledInChain() async {
      let gcd = await onOwnThread { cancelledWorkItemInChain() }
      #expect(gcd == ["download is over", "poster"])
      let operation = await onOwnThread { cancelledOperationInChain() }
      #expect(operation == ["poster", "download is over"])
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
  }
}

/// A download is running; a filter waits for it, and is cancelled; a poster waits for the filter.
private func cancelledWorkItemInChain() -> [String] {
  let queue = DispatchQueue(label: "photos", attributes: .concurrent)
  let diary = Diary()
  let (begun, made, done) = (Gate(), Gate(), Gate())
  let download = DispatchWorkItem {
    begun.open()
    // In vain, for as long as nothing makes the poster earlier.
    _ = made.wait(milliseconds: 100)
    diary.note("download is over")
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
  return diary.story.notes
}

/// The same with operations.
private func cancelledOperationInChain() -> [String] {
  let queue = OperationQueue()
  let diary = Diary()
  let (begun, made) = (Gate(), Gate())
  let download = BlockOperation {
    begun.open()
    _ = made.wait(milliseconds: 60_000)
    diary.note("download is over")
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
  queue.waitUntilAllOperationsAreFinished()
  return diary.story.notes
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
  third.meanwhile = { if !queue.isSuspended { _ = ran.wait(milliseconds: 60_000) } }
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
