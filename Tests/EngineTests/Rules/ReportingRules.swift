import Base
@_spi(Engines) import Engine
import Engines
import Foundation
import TestSupport
import Testing

@Suite struct ReportingRules {
  @Test("17. Starts and ends are reported in order, on the reporting queue", arguments: EngineName.allCases)
  func order(name: EngineName) async throws {
    let (bench, witness) = (Bench(name), Witness())
    let queue = bench.queue(width: 3)
    await together(
      (0..<3).map { thread in
        {
          for number in 0..<500 {
            let job = bench.engine.makeJob("\(thread)/\(number)") { running in
              witness.bodyWasCalled(running)
              if number % 5 == 1 { throw Broken() }
            }
            witness.watch(job, of: bench.engine)
            try? queue.add(job)
            if number % 7 == 0 { job.cancel() }
          }
        }
      })
    await queue.idle()
    #expect(witness.violation(in: bench.trace.events) == nil)
    #expect(queue.counts.ended == 1_500)
    #expect(!bench.engine.reportQueue.isCurrent)
  }

  @Test("17. Other work on the reporting queue runs in order, one by one", arguments: EngineName.allCases)
  func otherWork(name: EngineName) async {
    let (queue, order) = (Bench(name).engine.reportQueue, Locked([Int]()))
    for number in 0..<300 {
      queue.async {
        // Earlier jobs take longer, so that jobs running beside them would finish first.
        giveWay(30 - number / 10)
        order.withLock { $0.append(number) }
      }
    }
    await withCheckedContinuation { go in queue.async { go.resume() } }
    #expect(order.value == Array(0..<300))
  }

  @Test("17. A handler set after the end is called, too, and each one once", arguments: EngineName.allCases)
  func afterTheEnd(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name)
    let (job, calls) = (bench.job("job"), Locked([String]()))
    for handler in ["a", "b"] {
      job.whenEnded { end in calls.withLock { $0.append("\(handler) \(end.description)") } }
    }
    try queue.add(job)
    await job.ended()
    job.whenEnded { end in calls.withLock { $0.append("c \(end.description)") } }
    await job.ended()
    #expect(calls.value == ["a finished", "b finished", "c finished"])
  }

  @Test("17. An idle queue has also called handlers set after the end", arguments: EngineName.allCases)
  func idleAfterLateHandlers(name: EngineName) async throws {
    let bench = Bench(name)
    let (queue, calls) = (bench.queue(), Locked(0))
    func setHandlers(on job: AnyJob) {
      job.whenStarted { calls.withLock { $0 += 1 } }
      job.whenEnded { _ in calls.withLock { $0 += 1 } }
    }
    for round in 1...50 {
      let job = queue.add("job") { _ in }
      await job.ended()
      setHandlers(on: job)
      try await queue.blockUntilIdle()
      #expect(calls.value == round * 4 - 2)
      setHandlers(on: job)
      await queue.idle()
      #expect(calls.value == round * 4)
    }
  }

  @Test("17. Deciding on a wait visits each job once, by however many paths", arguments: EngineName.parallel)
  func ladder(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name)
    let layers = (0..<60).map { _ in [bench.job("left"), bench.job("right")] }
    for (before, after) in zip(layers, layers[1...]) {
      for job in after { for prerequisite in before { try job.addPrerequisite(prerequisite) } }
    }
    let last = layers[59][0]
    let job = queue.add("waits") { _ in try last.wait(upTo: .zero) }
    await job.ended()
    #expect(throws: EngineError.timedOut(waitingFor: "left")) { try job.result?.get() }
  }

  @Test("17. A time limit counts in nanoseconds, not below zero, and up to centuries")
  func limits() {
    #expect(Duration.milliseconds(300).nanoseconds == 300_000_000)
    #expect(Duration.seconds(2).nanoseconds == 2_000_000_000)
    #expect(Duration.nanoseconds(-1).nanoseconds == 0)
    #expect(Duration.seconds(-3).nanoseconds == 0)
    #expect(Duration.seconds(9_000_000_000).nanoseconds == UInt64(Int64.max))
    #expect(Duration.seconds(Int64.max).nanoseconds == UInt64(Int64.max))
  }

  @Test("17. Reports come on the main queue when it is asked for", arguments: EngineName.allCases)
  func main(name: EngineName) async throws {
    let engine = name.makeEngine()
    let (queue, job) = (engine.makeQueue("queue", width: 1), engine.makeJob("job") { _ in })
    let isMain = Locked(false)
    job.whenEnded { _ in
      // This isn't the main thread, because on Linux the main queue moves to another one.
      MainActor.assertIsolated()
      #expect(throws: EngineError.wouldDeadlock(waitingFor: "queue")) { try queue.waitUntilIdle() }
      isMain.withLock { $0 = true }
    }
    try queue.add(job)
    await job.ended()
    #expect(isMain.value)
  }

  @Test("17. The main queue is known while engines are created for it", arguments: [EngineName.gcd, .serial])
  func recognized(name: EngineName) async {
    let queue = name.makeEngine().reportQueue
    let (created, isDone) = (Locked(0), Locked(false))
    // Engines are created only while the main queue is asked, because it may be busy with other tests for seconds.
    let isServed = DispatchSemaphore(value: 0)
    async let creating: Void = onThread {
      isServed.wait()
      while !isDone.value {
        _ = EngineName.gcd.makeEngine()
        created.withLock { $0 += 1 }
      }
    }
    let misses = await withCheckedContinuation { waiting in
      queue.async {
        isServed.signal()
        var (asked, misses) = (0, 0)
        while asked < 20_000 || created.value < 1_000 && asked < 50_000_000 {
          asked += 1
          if !queue.isCurrent { misses += 1 }
        }
        waiting.resume(returning: misses)
      }
    }
    isDone.withLock { $0 = true }
    await creating
    #expect(misses == 0)
  }
}
