import Base
import Dispatch
import Engine
import Engines
import TestSupport
import Testing

@Suite struct CancellingRules {
  @Test("7. Cancelling a job that has not started ends it there and then", arguments: EngineName.parallel)
  func thereAndThen(name: EngineName) async throws {
    let (bench, queue, plug) = try await Bench.plugged(name)
    let suspended = bench.queue("suspended")
    suspended.suspend()
    let bodies = Locked([String]())
    let jobs = ["new", "behind a full slot", "on a suspended queue", "behind a prerequisite", "both"].map {
      name in bench.engine.makeJob(name) { _ in bodies.withLock { $0.append(name) } }
    }
    for job in jobs[3...] { try job.addPrerequisite(plug.job) }
    for (job, place) in zip(jobs[1...], [queue, suspended, queue, suspended]) { try place.add(job) }
    let next = bench.job("next")
    try queue.add(next)
    for job in jobs {
      job.cancel()
      // The cancellation is complete before anything else can happen.
      #expect(job.state.description == "cancelled")
    }
    // The end is reported although no other job has run.
    for job in jobs { await job.ended() }
    #expect(plug.job.state.description == "running")
    #expect(queue.counts.cancelled == 2)
    #expect(suspended.counts.cancelled == 2)
    plug.end()
    suspended.resume()
    await queue.idle()
    await suspended.idle()
    #expect(bodies.value == [])
    #expect(bench.trace.picked == ["plug", "next"])
    #expect(bench.trace.violations() == [])
  }

  @Test(
    "8. Cancelling a running job sets its flag and calls its handlers at once, in their order, each once",
    arguments: EngineName.allCases)
  func flagAndHandlers(name: EngineName) async throws {
    let (_, queue, gate) = try await Bench.plugged(name)
    let (running, calls, threads) = (await gate.running(), Locked([String]()), Locked(Set<UInt64>()))
    func setHandler(_ handler: String) {
      running.onCancel {
        calls.withLock { $0.append(handler) }
        threads.withLock { $0.insert(currentThreadNumber()) }
      }
    }
    for handler in ["first", "second"] { setHandler(handler) }
    #expect(!running.isCancelled)
    let here = await onThread {
      gate.job.cancel()
      gate.job.cancel()
      return (thread: currentThreadNumber(), calls: calls.value, flag: running.isCancelled)
    }
    #expect(here.flag)
    #expect(here.calls == ["first", "second"])
    #expect(threads.value == [here.thread])
    setHandler("afterwards")
    #expect(calls.value == ["first", "second", "afterwards"])
    gate.end(.cancelled)
    await queue.idle()
    #expect(queue.counts.cancelled == 1)
    setHandler("after the end")
    #expect(calls.value == ["first", "second", "afterwards"])
  }

  @Test("8. With tasks a job's flag is its task's, however early either is set, and stays set")
  func flagOfTheTask() async throws {
    let bench = Bench(.tasks)
    let (queue, hasFallen) = (bench.queue(width: 2), Locked(false))
    for number in 0..<100 {
      let mine = Locked<AnyJob?>(nil)
      let job = bench.engine.makeJob("\(number)") { running in
        // The engine cancels half of the jobs, and a task's cancellation the other half.
        if number % 2 == 0 {
          mine.value?.cancel()
          while !Task.isCancelled {
            if !running.isCancelled { hasFallen.set() }
            giveWay()
          }
        } else {
          withUnsafeCurrentTask { $0?.cancel() }
          while !running.isCancelled { giveWay() }
        }
      }
      mine.withLock { $0 = job }
      try queue.add(job)
    }
    await queue.idle()
    #expect(queue.counts.finished == 100)
    #expect(!hasFallen.isSet)
  }

  @Test("8. No handler is called by a cancel after the end", arguments: EngineName.allCases)
  func afterTheEnd(name: EngineName) async throws {
    let (_, queue, gate) = try await Bench.plugged(name)
    let (running, calls) = (await gate.running(), Locked(0))
    running.onCancel { calls.withLock { $0 += 1 } }
    gate.end()
    await queue.idle()
    gate.job.cancel()
    running.onCancel { calls.withLock { $0 += 1 } }
    #expect(calls.value == 0)
  }

  @Test("8. The handler of a job that another handler has ended isn't called", arguments: EngineName.parallel)
  func handlerEndsTheOther(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name, width: 2)
    let (first, second) = (try await bench.plug(queue, "first"), try await bench.plug(queue, "second"))
    let called = Locked(false)
    await first.running().onCancel { second.end() }
    await second.running().onCancel { called.withLock { $0 = true } }
    bench.engine.cancel([first.job, second.job])
    #expect(await second.job.end == .finished)
    #expect(!called.value)
    first.end()
  }

  @Test("8. An end that a handler reports is recorded once it has returned", arguments: EngineName.allCases)
  func endWaitsForTheHandler(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name)
    let (gate, next) = (try await bench.plug(queue), bench.job("next"))
    try queue.add(next)
    let running = await gate.running()
    let states = Locked([String]())
    running.onCancel {
      gate.end(.failed(Broken()))
      states.withLock { $0.append(gate.job.state.description) }
    }
    // The end has been given already, so this handler would begin after it.
    running.onCancel { states.withLock { $0.append("called") } }
    await onThread { gate.job.cancel() }
    #expect(states.value == ["running"])
    #expect(await gate.job.end == .failed(Broken()))
    await next.ended()
  }

  @Test("8. A body that has returned holds its slot while a handler runs", arguments: EngineName.parallel)
  func slotIsHeld(name: EngineName) async throws {
    let bench = Bench(name)
    let (queue, other) = (bench.queue(), bench.queue("other"))
    let (isSet, hasReturned, isReleased) = (StartLine(2), StartLine(2), StartLine(2))
    let isInside = Gate()
    let job = queue.add("job") { running in
      running.onCancel {
        isInside.open()
        isReleased.wait()
      }
      isSet.wait()
      hasReturned.wait()
      #expect(running.isCancelled)
    }
    await onThread { isSet.wait() }
    let next = bench.job("next")
    try queue.add(next)
    await bench.trace.ready(next)
    async let cancelled: Void = onThread { job.cancel() }
    await isInside.wait()
    await onThread { hasReturned.wait() }
    // Threads start and stop meanwhile.
    try other.add((0..<200).map { bench.job("other \($0)") })
    await other.idle()
    #expect(next.state == .ready)
    await onThread { isReleased.wait() }
    await cancelled
    await next.ended()
    #expect(await job.end == .finished)
    #expect(bench.trace.count("ready", of: next) == 1)
  }

  @Test("8. An end waits for all running handlers but the one reporting it", arguments: EngineName.parallel)
  func twoHandlersAtOnce(name: EngineName) async throws {
    let (_, queue, gate) = try await Bench.plugged(name)
    let (isInside, mayReturn) = (Gate(), DispatchSemaphore(value: 0))
    let running = await gate.running()
    running.onCancel {
      isInside.open()
      mayReturn.wait()
    }
    async let cancelled: Void = onThread { gate.job.cancel() }
    await isInside.wait()
    // The handler is called immediately on this thread, alongside the other.
    running.onCancel { gate.end() }
    #expect(gate.job.state == .running)
    let isCalled = Locked(false)
    running.onCancel { isCalled.set() }
    #expect(!isCalled.isSet, "the body has reported its end")
    mayReturn.signal()
    await cancelled
    await queue.idle()
    #expect(queue.counts.finished == 1)
  }

  @Test("8. No handler begins after the end, whoever is first", arguments: EngineName.parallel)
  func handlerRacesWithTheEnd(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name)
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

  @Test("8. A handler is called exactly once when it races with the cancel", arguments: EngineName.parallel)
  func handlerRace(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name)
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
    let (bench, queue) = Bench.withQueue(name, width: 2)
    let failing = bench.engine.makeJob("failing") { _ in throw Broken() }
    let (cancelled, link, new) = (bench.job("cancelled"), bench.job("link"), bench.job("never added"))
    let (endless, job) = (bench.job("endless"), bench.job("job"))
    for prerequisite in [failing, cancelled, link, new] { try job.addPrerequisite(prerequisite) }
    // A waiting link no longer holds its dependents back.
    try link.addPrerequisite(endless)
    queue.suspend()
    try queue.add([job, failing, cancelled, link])
    for prerequisite in [cancelled, link, new] { prerequisite.cancel() }
    queue.resume()
    #expect(await job.ended().isFinished)
    #expect(bench.trace.violations() == [])
  }

  @Test("11. Cancelling twice, or after the end, changes nothing", arguments: EngineName.allCases)
  func twice(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name)
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
