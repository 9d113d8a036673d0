import Base
import Dispatch
import Engine
import Engines
import TestSupport
import Testing

@Suite struct CancellingRules {
  @Test("7. Cancelling a job that has not started ends it there and then", arguments: EngineName.parallel)
  func thereAndThen(name: EngineName) async throws {
    let bench = Bench(name)
    let (queue, suspended) = (bench.queue(), bench.queue("suspended"))
    suspended.suspend()
    let plug = try await bench.plug(queue)
    let bodies = Locked([String]())
    let jobs = ["new", "behind a full slot", "on a suspended queue", "behind a prerequisite", "both"].map {
      name in
      bench.engine.makeJob(name) { _ in bodies.withLock { $0.append(name) } }
    }
    for job in jobs[3...] { try job.addPrerequisite(plug.job) }
    for (job, place) in zip(jobs[1...], [queue, suspended, queue, suspended]) { try place.add(job) }
    for job in jobs {
      job.cancel()
      // Before anything else could happen.
      #expect(job.state.description == "cancelled")
    }
    // And reported, though nothing has gone on.
    for job in jobs { await job.ended() }
    #expect(plug.job.state.description == "running")
    #expect(queue.counts.cancelled == 2)
    #expect(suspended.counts.cancelled == 2)
    plug.end()
    suspended.resume()
    await queue.idle()
    await suspended.idle()
    #expect(bodies.value == [])
    #expect(bench.trace.picked == ["plug"])
    #expect(bench.trace.violations() == [])
  }

  @Test("7. The slot of a cancelled job goes to the next", arguments: EngineName.parallel)
  func nextInLine(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue()
    let plug = try await bench.plug(queue)
    let jobs = (0..<100).map { bench.job("\($0)") }
    try queue.add(jobs)
    for job in jobs[..<99] { job.cancel() }
    plug.end()
    await jobs[99].ended()
    #expect(bench.trace.picked == ["plug", "99"])
  }

  @Test(
    "8. Cancelling a running job sets its flag and calls its handler, at once", arguments: EngineName.allCases
  )
  func flagAndHandler(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue()
    let gate = try await bench.plug(queue)
    let running = await gate.running()
    let calls = Locked([UInt64]())
    running.onCancel { calls.withLock { $0.append(currentThreadNumber()) } }
    #expect(!running.isCancelled)
    let here = await onThread {
      gate.job.cancel()
      return (thread: currentThreadNumber(), calls: calls.value, flag: running.isCancelled)
    }
    #expect(here.flag)
    #expect(here.calls == [here.thread])
    gate.end(.cancelled)
    #expect(await gate.job.ended().isCancelled)
  }

  @Test("8. A handler set after the cancel is called at once", arguments: EngineName.allCases)
  func handlerAfterwards(name: EngineName) async throws {
    let bench = Bench(name)
    let gate = try await bench.plug(bench.queue())
    gate.job.cancel()
    let calls = Locked(0)
    await gate.running().onCancel { calls.withLock { $0 += 1 } }
    #expect(calls.value == 1)
    gate.end()
    await gate.job.ended()
  }

  @Test(
    "8. Each handler is called at most once, in the order in which they were set, and none after the end",
    arguments: EngineName.allCases)
  func handlers(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue()
    let calls = Locked([String]())
    let gate = try await bench.plug(queue)
    let running = await gate.running()
    running.onCancel { calls.withLock { $0.append("first") } }
    running.onCancel { calls.withLock { $0.append("second") } }
    gate.job.cancel()
    gate.job.cancel()
    gate.end()
    await gate.job.ended()
    #expect(calls.value == ["first", "second"])

    let other = try await bench.plug(queue)
    let ended = await other.running()
    ended.onCancel { calls.withLock { $0.append("late") } }
    other.end()
    await other.job.ended()
    other.job.cancel()
    ended.onCancel { calls.withLock { $0.append("later") } }
    #expect(calls.value == ["first", "second"])
  }

  @Test("8. A handler may call the engine, and end its job", arguments: EngineName.allCases)
  func handlerCallsTheEngine(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue()
    let gate = try await bench.plug(queue)
    let next = bench.job("next")
    try queue.add(next)
    let seen = Locked(0)
    await gate.running().onCancel {
      seen.withLock { $0 = queue.counts.running }
      gate.end(.cancelled)
    }
    await onThread { gate.job.cancel() }
    await next.ended()
    #expect(seen.value == 1)
    #expect(gate.job.state.description == "cancelled")
  }

  @Test(
    "8. A handler that ends another job keeps that one's handler from being called",
    arguments: EngineName.parallel)
  func handlerEndsTheOther(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue(width: 2)
    let (first, second) = (try await bench.plug(queue, "first"), try await bench.plug(queue, "second"))
    let called = Locked(false)
    await first.running().onCancel { second.end() }
    await second.running().onCancel { called.withLock { $0 = true } }
    bench.engine.cancel([first.job, second.job])
    #expect(await second.job.end == .finished)
    #expect(!called.value)
    first.end()
  }

  @Test(
    "8. An end that comes while a handler runs is recorded when that has returned",
    arguments: EngineName.allCases)
  func endWaitsForTheHandler(name: EngineName) async throws {
    let bench = Bench(name)
    let gate = try await bench.plug(bench.queue())
    let running = await gate.running()
    let states = Locked([String]())
    running.onCancel {
      gate.end(.failed(Broken()))
      states.withLock { $0.append(gate.job.state.description) }
    }
    // The end is said already: this one would begin after it.
    running.onCancel { states.withLock { $0.append("called") } }
    await onThread { gate.job.cancel() }
    #expect(states.value == ["running"])
    #expect(await gate.job.end == .failed(Broken()))
  }

  @Test(
    "8. A body that has returned holds its slot while a handler runs, and what waits is left alone",
    arguments: EngineName.parallel)
  func slotIsHeld(name: EngineName) async throws {
    let bench = Bench(name)
    let (queue, other) = (bench.queue(), bench.queue("other"))
    let (isSet, hasReturned, isReleased) = (StartLine(2), StartLine(2), StartLine(2))
    let job = queue.add("job") { running in
      running.onCancel { isReleased.wait() }
      isSet.wait()
      hasReturned.wait()
    }
    await onThread { isSet.wait() }
    let next = bench.job("next")
    try queue.add(next)
    await bench.trace.ready(next)
    async let cancelled: Void = onThread { job.cancel() }
    await bench.trace.cancelRequested(job)
    await onThread { hasReturned.wait() }
    // Threads come and go meanwhile.
    try other.add((0..<200).map { bench.job("other \($0)") })
    await other.idle()
    #expect(next.state == .ready)
    await onThread { isReleased.wait() }
    await cancelled
    await next.ended()
    #expect(await job.end == .finished)
    #expect(bench.trace.count("ready", of: next) == 1)
  }

  @Test(
    "8. An end waits for every handler that runs, not for the one that reported it",
    arguments: EngineName.parallel)
  func twoHandlersAtOnce(name: EngineName) async throws {
    let bench = Bench(name)
    let (queue, gate) = (bench.queue(), bench.gate())
    let (isInside, mayReturn) = (Gate(), DispatchSemaphore(value: 0))
    try queue.add(gate.job)
    let running = await gate.running()
    running.onCancel {
      isInside.open()
      mayReturn.wait()
    }
    async let cancelled: Void = onThread { gate.job.cancel() }
    await isInside.wait()
    // Called at once, on this thread, beside the other.
    running.onCancel { gate.end() }
    #expect(gate.job.state == .running)
    let isCalled = Locked(false)
    running.onCancel { isCalled.set() }
    #expect(!isCalled.isSet, "the body has reported its end")
    mayReturn.signal()
    await cancelled
    #expect(await gate.job.ended().isFinished)
  }

  @Test(
    "8. A completion may be let go of while the end that it reported waits", arguments: EngineName.parallel)
  func completionLetGo(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue()
    let completion = Locked<JobCompletion<Int>?>(nil)
    let job: Job<Int> = bench.engine.makeAsynchronousJob("job") { running, own in
      completion.withLock { $0 = own }
      running.onCancel {
        completion.value?.finish(1)
        completion.withLock { $0 = nil }
      }
    }
    try queue.add(job)
    // From then on the test alone holds the completion.
    await bench.trace.until { $0.contains { $0.word == "returned" } }
    job.cancel()
    #expect(try job.result?.get() == 1)
  }

  @Test("8. No handler begins after the end, whoever is first", arguments: EngineName.parallel)
  func handlerRacesWithTheEnd(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue()
    for number in 0..<300 {
      let gate = try await bench.plug(queue, "\(number)")
      let running = await gate.running()
      let (isReported, isLate) = (Locked(false), Locked(false))
      gate.job.whenEnded { _ in isReported.withLock { $0 = true } }
      for _ in 1...2 {
        running.onCancel {
          if isReported.value || gate.job.state != .running { isLate.withLock { $0 = true } }
        }
      }
      await together([{ gate.job.cancel() }, { gate.end() }])
      await gate.job.ended()
      #expect(!isLate.value)
    }
  }

  @Test("8. A cancelled body ends as it says: the first end counts", arguments: EngineName.allCases)
  func endsAsItSays(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue()
    for end in [JobEnd.finished, .failed(Broken()), .cancelled] {
      let gate = try await bench.plug(queue)
      gate.job.cancel()
      gate.end(end)
      #expect(await gate.job.ended().description == end.description)
    }
  }

  @Test("8. A body that returns after a cancel has finished", arguments: EngineName.parallel)
  func returnsAfterACancel(name: EngineName) async throws {
    let bench = Bench(name)
    let (queue, gates) = (bench.queue(), bench.queue("gates", width: 9))
    for (number, error) in [nil, CancellationError()].enumerated() {
      let release = bench.gate("release \(number)")
      let job = bench.engine.makeJob("job") { running in
        try gates.add(release.job)
        try release.job.wait()
        #expect(running.isCancelled)
        if let error { throw error }
      }
      try queue.add(job)
      await release.started()
      job.cancel()
      release.end()
      #expect(await job.ended().description == (error == nil ? "finished" : "cancelled"))
    }
  }

  @Test("8. A handler is called exactly once when it races with the cancel", arguments: EngineName.parallel)
  func handlerRace(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue()
    for number in 0..<200 {
      let gate = try await bench.plug(queue, "\(number)")
      let running = await gate.running()
      let calls = Locked(0)
      await together([
        { gate.job.cancel() }, { running.onCancel { calls.withLock { $0 += 1 } } }, { gate.job.cancel() },
      ])
      #expect(calls.value == 1)
      gate.end()
    }
    await queue.idle()
  }

  @Test("10. A cancelled or failed prerequisite releases its dependents", arguments: EngineName.allCases)
  func releases(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue(width: 2)
    let failing = bench.engine.makeJob("failing") { _ in throw Broken() }
    let (cancelled, new) = (bench.job("cancelled"), bench.job("never added"))
    let job = bench.job("job")
    for prerequisite in [failing, cancelled, new] { try job.addPrerequisite(prerequisite) }
    queue.suspend()
    try queue.add([job, failing, cancelled])
    cancelled.cancel()
    new.cancel()
    queue.resume()
    #expect(await job.ended().isFinished)
    #expect(bench.trace.violations() == [])
  }

  @Test("10. A chain goes on when a link is cancelled", arguments: EngineName.allCases)
  func chain(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue(width: 2)
    queue.suspend()
    let jobs = (0..<20).map { bench.job("\($0)") }
    for (before, after) in zip(jobs, jobs[1...]) { try after.addPrerequisite(before) }
    try queue.add(jobs)
    for number in stride(from: 1, to: 20, by: 2) { jobs[number].cancel() }
    queue.resume()
    await queue.idle()
    // A cancelled link holds nobody back: not the next, and so not those after it in order of the chain.
    #expect(Set(bench.trace.picked) == Set(stride(from: 0, to: 20, by: 2).map { "\($0)" }))
    #expect(bench.trace.violations() == [])
  }

  @Test("11. Cancelling twice, or after the end, changes nothing", arguments: EngineName.allCases)
  func twice(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue()
    let (waiting, plug) = (bench.job("waiting"), try await bench.plug(queue))
    try queue.add(waiting)
    for _ in 1...3 {
      waiting.cancel()
      plug.job.cancel()
      bench.engine.cancel([waiting, plug.job, waiting])
      queue.cancelAll()
    }
    plug.end(.finished)
    await queue.idle()
    for job in [waiting, plug.job] { job.cancel() }
    queue.cancelAll()
    #expect(bench.trace.path(of: waiting) == ["ready", "cancelled"])
    #expect(bench.trace.path(of: plug.job) == ["ready", "running", "cancel", "finished"])
    #expect(queue.counts.ended == 2)
  }
}
