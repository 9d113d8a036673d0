import Base
@_spi(Engines) import Engine
import Engines
import Foundation
import TestSupport
import Testing

@Suite struct ReportingRules {
  @Test("17. Ends are reported in the order in which the jobs ended", arguments: EngineName.parallel)
  func order(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue(width: 3)
    let reports = Locked([JobID]())
    await together(
      (0..<3).map { thread in
        {
          for number in 0..<500 {
            let job = bench.engine.makeJob("\(thread)/\(number)") { _ in if number % 5 == 1 { throw Broken() }
            }
            let id = job.id
            job.whenEnded { _ in reports.withLock { $0.append(id) } }
            try? queue.add(job)
            if number % 7 == 0 { job.cancel() }
          }
        }
      })
    await queue.idle()
    #expect(reports.value == bench.trace.events.filter(\.isEnd).map(\.job))
    #expect(reports.value.count == 1_500)
  }

  @Test("17. Reports come one after the other, on the reporting queue", arguments: EngineName.allCases)
  func serially(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue(width: 4)
    let (inside, overlaps, elsewhere) = (Locked(0), Locked(0), Locked(0))
    for number in 0..<200 {
      let job = bench.job("\(number)")
      job.whenEnded { _ in
        if inside.withLock({
          $0 += 1
          return $0
        }) > 1 {
          overlaps.withLock { $0 += 1 }
        }
        if !bench.engine.reportQueue.isCurrent { elsewhere.withLock { $0 += 1 } }
        inside.withLock { $0 -= 1 }
      }
      try queue.add(job)
    }
    await queue.idle()
    #expect(overlaps.value == 0)
    #expect(elsewhere.value == 0)
    #expect(!bench.engine.reportQueue.isCurrent)
  }

  @Test(
    "17. Other work on the reporting queue runs in its order, one after the other",
    arguments: EngineName.allCases)
  func otherWork(name: EngineName) async {
    let (queue, order) = (Bench(name).engine.reportQueue, Locked([Int]()))
    for number in 0..<300 {
      queue.async {
        // The earlier the longer: what runs beside it would be sooner.
        giveWay(300 - number)
        order.withLock { $0.append(number) }
      }
    }
    await withCheckedContinuation { go in queue.async { go.resume() } }
    #expect(order.value == Array(0..<300))
  }

  @Test(
    "17. A handler that comes after the end is called too, and every one once", arguments: EngineName.allCases
  )
  func afterTheEnd(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue()
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

  @Test(
    "17. An idle queue has also called handlers that were set after the end", arguments: EngineName.allCases)
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

  @Test("17. A wait that has timed out leaves nothing behind", arguments: EngineName.parallel)
  func forgottenWaits(name: EngineName) async throws {
    let bench = Bench(name)
    let (queue, gate) = (bench.queue(), bench.gate())
    try queue.add(gate.job)
    await onThread {
      for _ in 1...10 {
        #expect(throws: EngineError.self) { try gate.job.wait(upTo: .zero) }
        #expect(throws: EngineError.self) { try queue.waitUntilIdle(upTo: .zero) }
      }
    }
    let left = gate.job.core.engine.locked {
      (ends: gate.job.core.handlers?.ended.count ?? 0, idles: queue.core.idleHandlers.count)
    }
    #expect(left == (0, 0))
    gate.end()
    await queue.idle()
  }

  @Test(
    "17. Deciding whether to refuse a wait visits each job once, however many paths lead to it",
    arguments: EngineName.parallel)
  func ladder(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue()
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

  @Test("17. A job ended by a cancel is reported as well, never added or not", arguments: EngineName.allCases)
  func cancelled(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue()
    queue.suspend()
    let (new, waiting) = (bench.job("new"), bench.job("waiting"))
    try queue.add(waiting)
    bench.engine.cancel([new, waiting])
    #expect(await new.ended().isCancelled)
    #expect(await waiting.ended().isCancelled)
  }

  @Test("17. A handler may call the engine", arguments: EngineName.allCases)
  func handlerCallsTheEngine(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue()
    let (first, second) = (bench.job("first"), bench.job("second"))
    first.whenEnded { _ in try? queue.add(second) }
    try queue.add(first)
    await second.ended()
    #expect(queue.counts.finished == 2)
  }

  @Test("17. Reports come on the main queue when it is asked for", arguments: EngineName.allCases)
  func main(name: EngineName) async throws {
    let engine = name.makeEngine()
    let (queue, job) = (engine.makeQueue("queue", width: 1), engine.makeJob("job") { _ in })
    let isMain = Locked(false)
    job.whenEnded { _ in
      // Not the main thread: on Linux the main queue moves to another one.
      MainActor.assertIsolated()
      #expect(throws: EngineError.wouldDeadlock(waitingFor: "queue")) { try queue.waitUntilIdle() }
      isMain.withLock { $0 = true }
    }
    try queue.add(job)
    await job.ended()
    #expect(isMain.value)
  }
}

@Suite struct WaitingRules {
  @Test("17. Waiting for a job returns after its report has run", arguments: EngineName.parallel)
  func job(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue(width: 2)
    let late = Locked(0)
    for number in 0..<300 {
      let (job, isReported) = (bench.job("\(number)"), Locked(false))
      job.whenEnded { _ in isReported.withLock { $0 = true } }
      // Two wait for the same job; one may come after the end.
      let wait: @Sendable () -> Void = {
        try? job.wait()
        if !isReported.value { late.withLock { $0 += 1 } }
      }
      await together([{ try? queue.add(job) }, wait, wait])
    }
    #expect(late.value == 0)
  }

  @Test(
    "17. Waiting for a queue to be idle returns after all reports have run", arguments: EngineName.allCases)
  func idle(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue(width: 2)
    try await queue.blockUntilIdle()
    for round in 1...50 {
      let reports = Locked(0)
      for number in 0..<10 {
        let job = bench.job("\(round)/\(number)")
        job.whenEnded { _ in reports.withLock { $0 += 1 } }
        try queue.add(job)
        if number % 3 == 0 { job.cancel() }
      }
      // In turn, as they are two ways.
      if round % 2 == 0 { await queue.idle() } else { try await queue.blockUntilIdle() }
      #expect(reports.value == 10)
      #expect(queue.counts.ended == round * 10)
    }
  }

  @Test("17. Waiting on the reporting queue is refused, not a deadlock", arguments: EngineName.allCases)
  func onTheReportingQueue(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue()
    let (job, other, errors) = (bench.job("job"), bench.job("other"), Locked([EngineError]()))
    job.whenEnded { _ in
      do throws(EngineError) { try other.wait() } catch { errors.withLock { $0.append(error) } }
      do throws(EngineError) { try queue.waitUntilIdle() } catch { errors.withLock { $0.append(error) } }
    }
    try queue.add(job)
    await job.ended()
    #expect(errors.value == [.wouldDeadlock(waitingFor: "other"), .wouldDeadlock(waitingFor: "queue")])
  }

  @Test(
    "17. Waiting in a body of the queue waited for is refused", arguments: EngineName.allCases, [false, true])
  func inABody(name: EngineName, isAsynchronous: Bool) async throws {
    let bench = Bench(name)
    let queue = bench.queue()
    let (after, errors) = (bench.job("after"), Locked([EngineError]()))
    let wait: @Sendable () -> Void = {
      do throws(EngineError) { try after.wait() } catch { errors.withLock { $0.append(error) } }
      do throws(EngineError) { try queue.waitUntilIdle() } catch { errors.withLock { $0.append(error) } }
    }
    let job =
      isAsynchronous
      ? bench.engine.makeAsynchronousJob("job") { _, completion in
        wait()
        completion.finish()
      } : bench.engine.makeJob("job") { _ in wait() }
    queue.suspend()
    try queue.add([job, after])
    queue.resume()
    await after.ended()
    #expect(errors.value == [.wouldDeadlock(waitingFor: "after"), .wouldDeadlock(waitingFor: "queue")])
  }

  @Test("17. A body may wait for another queue and its jobs", arguments: EngineName.parallel, [false, true])
  func forAnotherQueue(name: EngineName, isAsynchronous: Bool) async throws {
    let bench = Bench(name)
    let (queue, other) = (bench.queue(), bench.queue("other"))
    let (awaited, seen) = (bench.job("awaited"), Locked([String]()))
    let wait: @Sendable () throws -> Void = {
      try other.add(awaited)
      try awaited.wait()
      seen.withLock { $0.append(awaited.state.description) }
      try other.waitUntilIdle()
    }
    let job =
      isAsynchronous
      ? bench.engine.makeAsynchronousJob("job") { _, completion in
        try wait()
        completion.finish()
      } : bench.engine.makeJob("job") { _ in try wait() }
    try queue.add(job)
    #expect(await job.ended().isFinished)
    #expect(seen.value == ["finished"])
  }

  @Test("17. Waiting is refused wherever a body has gone on its thread", arguments: EngineName.parallel)
  func wherever(name: EngineName) async throws {
    let bench = Bench(name)
    let (queue, elsewhere, errors) = (
      bench.queue(), DispatchQueue(label: "elsewhere"), Locked([EngineError]())
    )
    let wait: @Sendable () -> Void = {
      do throws(EngineError) { try queue.waitUntilIdle() } catch { errors.withLock { $0.append(error) } }
    }
    queue.add("job") { _ in
      elsewhere.sync(execute: wait)
      DispatchQueue.concurrentPerform(iterations: 1) { _ in wait() }
    }
    await queue.idle()
    #expect(errors.value == Array(repeating: .wouldDeadlock(waitingFor: "queue"), count: 2))
  }

  @Test(
    "17. Waiting for what waits for this body, or for a job behind it, is refused",
    arguments: EngineName.parallel)
  func behind(name: EngineName) async throws {
    let bench = Bench(name)
    let (queue, other) = (bench.queue(), bench.queue("other"))
    let (dependent, behind, errors) = (bench.job("dependent"), bench.job("behind"), Locked([EngineError]()))
    let wait: @Sendable () -> Void = {
      do throws(EngineError) { try dependent.wait() } catch { errors.withLock { $0.append(error) } }
      do throws(EngineError) { try other.waitUntilIdle() } catch { errors.withLock { $0.append(error) } }
    }
    let job = bench.engine.makeJob("job") { _ in wait() }
    try dependent.addPrerequisite(behind)
    queue.suspend()
    try queue.add([job, behind])
    try other.add(dependent)
    queue.resume()
    await dependent.ended()
    #expect(errors.value == [.wouldDeadlock(waitingFor: "dependent"), .wouldDeadlock(waitingFor: "other")])
  }

  @Test("17. Waiting for a job in its own cancel handler is refused", arguments: EngineName.parallel)
  func inAHandler(name: EngineName) async throws {
    let bench = Bench(name)
    let gate = try await bench.plug(bench.queue())
    let refused = Locked<EngineError?>(nil)
    await gate.running().onCancel {
      do throws(EngineError) { try gate.job.wait() } catch { refused.withLock { $0 = error } }
      gate.end()
    }
    await onThread { gate.job.cancel() }
    await gate.job.ended()
    #expect(refused.value == .wouldDeadlock(waitingFor: "plug"))
  }

  @Test(
    "17. A queue is not idle while a job runs that the handler of its last end has added",
    arguments: EngineName.allCases)
  func notIdleYet(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue()
    for _ in 1...20 {
      let (first, second) = (bench.job("first"), bench.job("second"))
      first.whenEnded { _ in try? queue.add(second) }
      try queue.add(first)
      await queue.idle()
      #expect(second.state == .ended(.finished))
    }
  }

  @Test(
    "17. A body may wait whose job was added by the handler of another's end", arguments: EngineName.parallel)
  func addedByAHandler(name: EngineName) async throws {
    let bench = Bench(name)
    let (queue, other) = (bench.queue(), bench.queue("other"))
    let waiting = bench.engine.makeJob("waiting") { _ in
      let awaited = other.add("awaited") { _ in }
      try awaited.wait()
    }
    let first = bench.job("first")
    first.whenEnded { _ in try? queue.add(waiting) }
    try queue.add(first)
    #expect(await waiting.ended() == .finished)
  }

  @Test("17. A wait may have a time limit", arguments: EngineName.parallel)
  func limit(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue()
    let gate = try await bench.plug(queue)
    try await onThread {
      #expect(throws: EngineError.timedOut(waitingFor: "plug")) { try gate.job.wait(upTo: .milliseconds(1)) }
      #expect(throws: EngineError.timedOut(waitingFor: "queue")) { try queue.waitUntilIdle(upTo: .zero) }
      gate.end()
      try gate.job.wait(upTo: .seconds(1_000_000_000_000))
      try queue.waitUntilIdle(upTo: .seconds(600))
    }
  }

  @Test("17. Waiting for what is cancelled while it waits returns", arguments: EngineName.parallel)
  func cancelledMeanwhile(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue()
    for number in 0..<100 {
      queue.suspend()
      let job = bench.job("\(number)")
      try queue.add(job)
      await together([{ try? job.wait() }, { try? queue.waitUntilIdle() }, { queue.cancelAll() }])
      queue.resume()
    }
    #expect(queue.counts.cancelled == 100)
  }
}
