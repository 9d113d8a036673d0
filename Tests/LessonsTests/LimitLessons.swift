import Foundation
import LessonKit
import Testing

extension LessonRuns {
  /// Tests of the lessons' statements about limits, waiting and order that their code avoids triggering.
  @Suite(.onOwnThreads) struct LimitLessons {
    @Test("2, trap. A hundred serial queues that block have a hundred threads at once")
    func threadExplosion() {
      let (begun, end) = (DispatchGroup(), Gate())
      for number in 1...100 {
        begun.enter()
        DispatchQueue(label: "queue \(number)").async {
          begun.leave()
          end.wait()
        }
      }
      // With fewer threads, this wait would time out.
      #expect(begun.wait(timeout: .now() + 600) == .success)
      end.open()
    }

    @Test("3, trap. A group that is empty for a moment notifies then")
    func emptyGroup() {
      let (group, notified) = (DispatchGroup(), Gate())
      group.enter()
      group.notify(queue: .global()) { notified.open() }
      group.leave()
      #expect(notified.wait(milliseconds: 600_000))
      group.enter()
      group.leave()
    }

    @Test("3, trap. Of two operations that depend on each other neither is ever ready")
    func cycle() {
      let (queue, first, second) = (OperationQueue(), BlockOperation {}, BlockOperation {})
      first.addDependency(second)
      second.addDependency(first)
      queue.addOperations([first, second], waitUntilFinished: false)
      #expect(!first.isReady && !second.isReady)
      queue.cancelAllOperations()
      queue.waitUntilAllOperationsAreFinished()
      first.removeDependency(second)
    }

    @Test("4. A notification whose item was cancelled in time does not run")
    func withdrawn() {
      let (queue, group, ran) = (DispatchQueue(label: "queue"), DispatchGroup(), Locked(false))
      let filter = DispatchWorkItem { ran.withLock { $0 = true } }
      group.enter()
      group.notify(queue: queue, work: filter)
      filter.cancel()
      group.leave()
      filter.wait()
      #expect(!ran.withLock { $0 })
    }

    @Test("4, trap. Cancelled too late, an item has run, yet `isCancelled` is true; the other runs as well")
    func cancelledTooLate() {
      let (queue, ran) = (DispatchQueue(label: "queue"), Locked(0))
      let (download, atOnce, afterDownload) = (
        DispatchWorkItem {}, DispatchWorkItem { ran.withLock { $0 += 1 } },
        DispatchWorkItem { ran.withLock { $0 += 1 } }
      )
      download.notify(queue: queue, execute: afterDownload)
      queue.async(execute: download)
      afterDownload.wait()
      afterDownload.cancel()
      queue.async(execute: atOnce)
      atOnce.wait()
      #expect(afterDownload.isCancelled)
      #expect(ran.withLock { $0 } == 2)
    }

    @Test("2, trap. Of 500 that block, not all run together, whatever the limit, and those after them wait")
    func blockedPool() async {
      // Each runs in a separate process, because it occupies every thread of the pool.
      await #expect(processExitsWith: .success) {
        let pool = DispatchQueue(label: "pool", attributes: .concurrent)
        #expect(await !beginTogether { pool.async(execute: $0) })
      }
      await #expect(processExitsWith: .success) {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 500
        #expect(await !beginTogether { queue.addOperation($0) })
      }
    }

    @Test("8, trap. Resumed more often than suspended, an operation queue just runs")
    func resumedTooOften() {
      let (queue, ran) = (OperationQueue(), Gate())
      queue.isSuspended = true
      for _ in 1...2 { queue.isSuspended = false }
      queue.addOperations([BlockOperation { ran.open() }], waitUntilFinished: true)
      #expect(ran.isOpen)
    }

    @Test("8, trap. A suspended operation queue and its operations keep each other until it is resumed")
    func keptWhileSuspended() {
      weak var queue: OperationQueue?
      weak var operation: Operation?
      func suspend() {
        let (suspended, waiting) = (OperationQueue(), BlockOperation {})
        suspended.isSuspended = true
        suspended.addOperation(waiting)
        (queue, operation) = (suspended, waiting)
      }
      suspend()
      #expect(queue?.operationCount == 1 && operation != nil)
      queue?.isSuspended = false
      queue?.waitUntilAllOperationsAreFinished()
    }

    @Test("13, trap. Two that look first and take later both see the last photo, and one gets it")
    func lookThenTake() {
      let (photos, seen, taken) = (Locked(1), Locked(0), Locked(0))
      let (bothHaveLooked, group) = (Meeting(of: 2), DispatchGroup())
      for _ in 1...2 {
        DispatchQueue(label: "worker").async(group: group) {
          let isThere = photos.withLock { $0 } > 0
          bothHaveLooked.meet()
          guard isThere else { return }
          seen.withLock { $0 += 1 }
          photos.withLock { left in
            if left > 0 { taken.withLock { $0 += 1 } }
            left = 0
          }
        }
      }
      group.wait()
      #expect(seen.withLock { $0 } == 2)
      #expect(taken.withLock { $0 } == 1)
    }

    @Test("16, trap. As many operations as the limit that wait for one more hang, until the limit is raised")
    func allWaitForOneMore() {
      let (queue, begun, over) = (OperationQueue(), DispatchGroup(), Gate())
      queue.maxConcurrentOperationCount = 2
      let oneMore = BlockOperation { over.open() }
      for _ in 1...2 {
        begun.enter()
        queue.addOperation {
          begun.leave()
          oneMore.waitUntilFinished()
        }
      }
      begun.wait()
      queue.addOperation(oneMore)
      #expect(!over.wait(milliseconds: 50))
      queue.maxConcurrentOperationCount = 3
      queue.waitUntilAllOperationsAreFinished()
    }
  }
}

/// Submits 500 blocking bodies to a pool, and then one more closure to the same pool.
/// - Returns: Whether all bodies or the last closure began before any body ended.
private func beginTogether(
  _ submit: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
) async -> Bool {
  await onOwnThread {
    let (begun, later, end) = (DispatchGroup(), Gate(), Gate())
    for _ in 1...500 {
      begun.enter()
      submit {
        begun.leave()
        end.wait()
      }
    }
    DispatchQueue.global().async(execute: later.open)
    // A pool with a thread for each body would need far less time.
    let isEither = begun.wait(timeout: .now() + 1) == .success || later.isOpen
    end.open()
    return isEither
  }
}
