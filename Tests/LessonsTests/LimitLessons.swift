import Foundation
import LessonKit
import Testing

extension LessonRuns {
  /// What the lessons' texts say about limits, waiting and order that their code steers clear of.
  @Suite struct LimitLessons {
    @Test("2, trap. A hundred serial queues that block have a hundred threads at once")
    func threadExplosion() async {
      let haveAllBegun = await onOwnThread {
        let (begun, end) = (DispatchGroup(), Gate())
        for number in 1...100 {
          begun.enter()
          DispatchQueue(label: "queue \(number)").async {
            begun.leave()
            end.wait()
          }
        }
        // With fewer threads this wait would end without success.
        let haveAllBegun = begun.wait(timeout: .now() + 600) == .success
        end.open()
        return haveAllBegun
      }
      #expect(haveAllBegun)
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
    func cycle() async {
      let isReady = await onOwnThread {
        let (queue, first, second) = (OperationQueue(), BlockOperation {}, BlockOperation {})
        first.addDependency(second)
        second.addDependency(first)
        queue.addOperations([first, second], waitUntilFinished: false)
        let isReady = [first.isReady, second.isReady]
        queue.cancelAllOperations()
        queue.waitUntilAllOperationsAreFinished()
        first.removeDependency(second)
        return isReady
      }
      #expect(isReady == [false, false])
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

    @Test("8, trap. A suspended operation queue keeps its operations, cancelled or not, until it is resumed")
    func keptWhileSuspended() async {
      let (isKept, isFinished) = await onOwnThread {
        weak var queue: OperationQueue?
        weak var operation: Operation?
        func suspend() {
          let (suspended, waiting) = (OperationQueue(), BlockOperation {})
          suspended.isSuspended = true
          suspended.addOperation(waiting)
          (queue, operation) = (suspended, waiting)
        }
        suspend()
        operation?.cancel()
        let isKept = queue?.operationCount == 1 && operation != nil
        let isFinished = operation?.isFinished == true
        queue?.isSuspended = false
        queue?.waitUntilAllOperationsAreFinished()
        return (isKept, isFinished)
      }
      #expect(isKept)
      #expect(!isFinished)
    }

    @Test("13, trap. Two that look first and take later both see the last photo, and one gets it")
    func lookThenTake() async {
      let (seen, taken) = await onOwnThread {
        let (photos, seen, taken) = (Locked(1), Locked(0), Locked(0))
        let (both, group) = ([Gate(), Gate()], DispatchGroup())
        for gate in both {
          DispatchQueue(label: "worker").async(group: group) {
            let isThere = photos.withLock { $0 } > 0
            // The other one looks before this one takes.
            gate.open()
            for gate in both { gate.wait() }
            guard isThere else { return }
            seen.withLock { $0 += 1 }
            let isTaken = photos.withLock { left in
              defer { left = max(0, left - 1) }
              return left > 0
            }
            if isTaken { taken.withLock { $0 += 1 } }
          }
        }
        group.wait()
        return (seen.withLock { $0 }, taken.withLock { $0 })
      }
      #expect(seen == 2)
      #expect(taken == 1)
    }

    @Test("16, trap. A closure that `sync`s onto the main queue hangs while that waits for it")
    func overTheMainQueue() async {
      let isOver = await withCheckedContinuation { go in
        DispatchQueue.main.async {
          let over = Gate()
          DispatchQueue(label: "queue").async {
            DispatchQueue.main.sync {}
            over.open()
          }
          go.resume(returning: over.wait(milliseconds: 50))
        }
      }
      #expect(!isOver)
    }

    @Test("16, trap. As many operations as the limit that wait for one more hang, until the limit is raised")
    func allWaitForOneMore() async {
      let isOver = await onOwnThread {
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
        let isOver = over.wait(milliseconds: 50)
        queue.maxConcurrentOperationCount = 3
        queue.waitUntilAllOperationsAreFinished()
        return isOver
      }
      #expect(!isOver)
    }
  }
}
