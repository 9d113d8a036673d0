import Base
@_spi(Engines) import Engine
import Engines
import Foundation
import TestSupport
import Testing

@Suite struct WaitingRules {
  @Test("17. Waiting for a job returns after its report has run", arguments: EngineName.parallel)
  func job(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name, width: 2)
    let late = Locked(0)
    for number in 0..<300 {
      let (job, isReported) = (bench.job("\(number)"), Locked(false))
      job.whenEnded { _ in isReported.withLock { $0 = true } }
      // Two threads wait for the same job. One of them may arrive after the end.
      let wait: @Sendable () -> Void = {
        try? job.wait()
        if !isReported.value { late.withLock { $0 += 1 } }
      }
      await together([{ try? queue.add(job) }, wait, wait])
    }
    #expect(late.value == 0)
  }

  @Test("17. Waiting for an idle queue returns after all reports have run", arguments: EngineName.allCases)
  func idle(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name, width: 2)
    try await queue.blockUntilIdle()
    for round in 1...50 {
      let reports = Locked(0)
      for number in 0..<10 {
        let job = bench.job("\(round)/\(number)")
        job.whenEnded { _ in reports.withLock { $0 += 1 } }
        try queue.add(job)
        if number % 3 == 0 { job.cancel() }
      }
      // Both ways of waiting are tested, one after another.
      if round % 2 == 0 { await queue.idle() } else { try await queue.blockUntilIdle() }
      #expect(reports.value == 10)
      #expect(queue.counts.ended == round * 10)
    }
  }

  @Test("17. Waiting on the reporting queue is refused, not a deadlock", arguments: EngineName.allCases)
  func onTheReportingQueue(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name)
    let (job, other, errors) = (bench.job("job"), bench.job("other"), Locked([EngineError]()))
    job.whenEnded { _ in
      errors.note { try other.wait() }
      errors.note { try queue.waitUntilIdle() }
    }
    try queue.add(job)
    await job.ended()
    #expect(errors.value == [.wouldDeadlock(waitingFor: "other"), .wouldDeadlock(waitingFor: "queue")])
  }

  @Test(
    "17. Waiting in a body of the queue waited for is refused, wherever that has gone on its thread",
    arguments: EngineName.allCases, [false, true])
  func inABody(name: EngineName, isAsynchronous: Bool) async throws {
    let bench = Bench(name)
    let (queue, elsewhere) = (bench.queue(), DispatchQueue(label: "elsewhere"))
    let (after, errors) = (bench.job("after"), Locked([EngineError]()))
    let wait: @Sendable () -> Void = {
      errors.note { try after.wait() }
      errors.note { try queue.waitUntilIdle() }
    }
    let waits: @Sendable () -> Void = {
      wait()
      elsewhere.sync(execute: wait)
      DispatchQueue.concurrentPerform(iterations: 1) { _ in wait() }
    }
    let job =
      isAsynchronous
      ? bench.engine.makeAsynchronousJob("job") { _, completion in
        waits()
        completion.finish()
      } : bench.engine.makeJob("job") { _ in waits() }
    queue.suspend()
    try queue.add([job, after])
    queue.resume()
    await after.ended()
    let refusals = [EngineError.wouldDeadlock(waitingFor: "after"), .wouldDeadlock(waitingFor: "queue")]
    #expect(errors.value == refusals + refusals + refusals)
  }

  @Test(
    "17. A body may wait for another queue and its jobs, also when a handler of another's end has added it",
    arguments: EngineName.parallel, [false, true])
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
    let first = bench.job("first")
    first.whenEnded { _ in try? queue.add(job) }
    try queue.add(first)
    #expect(await job.ended().isFinished)
    #expect(seen.value == ["finished"])
  }

  @Test("17. Waiting for a job that waits for this body is refused", arguments: EngineName.parallel)
  func behind(name: EngineName) async throws {
    let bench = Bench(name)
    let (queue, other) = (bench.queue(), bench.queue("other"))
    let (dependent, behind, errors) = (bench.job("dependent"), bench.job("behind"), Locked([EngineError]()))
    let job = bench.engine.makeJob("job") { _ in
      errors.note { try dependent.wait() }
      errors.note { try other.waitUntilIdle() }
    }
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
    let (bench, queue) = Bench.withQueue(name)
    let (gate, errors) = (try await bench.plug(queue), Locked([EngineError]()))
    await gate.running().onCancel {
      errors.note { try gate.job.wait() }
      gate.end()
    }
    await onThread { gate.job.cancel() }
    await queue.idle()
    #expect(errors.value == [.wouldDeadlock(waitingFor: "plug")])
  }

  @Test("17. A job that an end's handler adds keeps its queue from idling", arguments: EngineName.allCases)
  func notIdleYet(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name)
    for _ in 1...20 {
      let (first, second) = (bench.job("first"), bench.job("second"))
      first.whenEnded { _ in try? queue.add(second) }
      try queue.add(first)
      await queue.idle()
      #expect(second.state == .ended(.finished))
    }
  }

  @Test("17. A wait may have a time limit, and leaves nothing behind then", arguments: EngineName.parallel)
  func limit(name: EngineName) async throws {
    let (_, queue, gate) = try await Bench.plugged(name)
    let (job, core) = (gate.job.core, queue.core)
    try await onThread {
      for limit in [Duration.milliseconds(1), .zero] {
        #expect(throws: EngineError.timedOut(waitingFor: "plug")) { try gate.job.wait(upTo: limit) }
        #expect(throws: EngineError.timedOut(waitingFor: "queue")) { try queue.waitUntilIdle(upTo: limit) }
      }
      let left = job.engine.locked { (ends: job.handlers?.ended.count ?? 0, idles: core.idleHandlers.count) }
      #expect(left == (0, 0))
      gate.end()
      try gate.job.wait(upTo: .seconds(1_000_000_000_000))
      try queue.waitUntilIdle(upTo: .seconds(600))
    }
  }

  @Test("17. Waiting for what is cancelled while it waits returns", arguments: EngineName.parallel)
  func cancelledMeanwhile(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name)
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

extension Locked<[EngineError]> {
  /// Records the reason why a wait is refused, if it is.
  fileprivate func note(_ wait: () throws -> Void) {
    do { try wait() } catch {
      if let error = error as? EngineError { withLock { $0.append(error) } } else { Issue.record(error) }
    }
  }
}
