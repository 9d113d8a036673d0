import Base
@_spi(Engines) import Engine
import Engines
import TestSupport
import Testing

/// Each test releases everything that it has made, including the engine. Afterwards, nothing may be left alive.
@Suite struct LifetimeRules {
  /// The last reports, which only the test retains.
  private typealias Ends = Locked<[String]>

  @Test("18. Letting go of a suspended queue cancels its jobs and frees them", arguments: EngineName.allCases)
  func suspendedQueue(name: EngineName) async throws {
    let ends = Ends([])
    try await expectNothingLeft { alive in
      let engine = alive.engine(name)
      let queue = engine.makeQueue("queue", width: 2)
      queue.suspend()
      for _ in 0..<100 {
        let job = alive.job(on: engine)
        job.whenEnded { end in ends.withLock { $0.append(end.description) } }
        try queue.add(job)
      }
    }
    #expect(ends.value == Array(repeating: "cancelled", count: 100))
  }

  @Test("18. A released queue cancels what waits, and tells what runs", arguments: EngineName.parallel)
  func busyQueue(name: EngineName) async throws {
    let (alive, ends) = (Alive(), Ends([]))
    func work() async throws -> HeldJob {
      let engine = alive.engine(name)
      let queue = engine.makeQueue("queue", width: 1)
      let gate = HeldJob("gate", .normal, engine: engine)
      let other = HeldJob("other", .normal, engine: engine)
      try queue.add(gate.job)
      try queue.add(other.job)
      await gate.started()
      for number in 0..<100 {
        let job = alive.job(on: engine)
        job.whenEnded { end in ends.withLock { $0.append(end.description) } }
        if number % 2 == 0 { try job.addPrerequisite(gate.job) }
        if number % 3 == 0 { try job.addPrerequisite(other.job) }
        try queue.add(job)
      }
      return gate
    }
    func end(_ gate: HeldJob) async {
      #expect(await gate.running().isCancelled)
      #expect(gate.job.state.description == "running")
      gate.end(.finished)
    }
    await end(try await work())
    #expect(await alive.left() == 0)
    #expect(ends.value == Array(repeating: "cancelled", count: 100))
  }

  @Test("18. A job released unadded is cancelled, and frees its dependents", arguments: EngineName.allCases)
  func neverAdded(name: EngineName) async throws {
    let ends = Ends([])
    try await expectNothingLeft { alive in
      let engine = alive.engine(name)
      let queue = engine.makeQueue("queue", width: 1)
      let dependent = alive.job(on: engine)
      func lose() throws {
        let job = alive.job(on: engine)
        job.whenEnded { end in ends.withLock { $0.append(end.description) } }
        try dependent.addPrerequisite(job)
        try queue.add(dependent)
        #expect(dependent.state.description == "waiting")
      }
      try lose()
      #expect(await dependent.ended().isFinished)
    }
    #expect(ends.value == ["cancelled"])
  }

  @Test("18. A chain never added is freed, from either end", arguments: EngineName.allCases, [false, true])
  func chain(name: EngineName, lastFirst: Bool) async throws {
    try await expectNothingLeft { alive in
      let engine = alive.engine(name)
      var jobs = (0..<1_000).map { _ in alive.job(on: engine) }
      for (before, after) in zip(jobs, jobs[1...]) { try after.addPrerequisite(before) }
      if !lastFirst { jobs.reverse() }
      while !jobs.isEmpty { jobs.removeLast() }
    }
  }

  @Test(
    "18. Jobs that wait for each other across queues are freed, whichever queue goes first",
    arguments: EngineName.allCases, [0, 1])
  func acrossQueues(name: EngineName, first: Int) async throws {
    try await expectNothingLeft { alive in
      let trace = Recorder()
      let engine = alive.engine(name, trace)
      var queues = (0..<2).map { engine.makeQueue("\($0)", width: 1) }
      for queue in queues { queue.suspend() }
      let jobs = (0..<100).map { _ in alive.job(on: engine) }
      for (before, after) in zip(jobs, jobs[1...]) { try after.addPrerequisite(before) }
      for (number, job) in jobs.enumerated() { try queues[number % 2].add(job) }
      queues.remove(at: first)
      // Jobs of the other queue don't wait for the lost ones.
      #expect(queues[0].counts.ended == 0)
      for (number, job) in jobs.enumerated() where number % 2 != first { await trace.ready(job) }
      #expect(queues[0].counts.ready == 50)
    }
  }

  @Test("18. A job's closures are freed at its end, though the job is kept", arguments: EngineName.allCases)
  func closures(name: EngineName) async throws {
    let (alive, engine) = (Alive(), name.makeEngine(reporting: .serial("reports")))
    let queue = engine.makeQueue("queue", width: 1)
    var jobs: [AnyJob] = []
    for error in [nil, Broken(), CancellationError()] as [(any Error)?] {
      for cancels in [false, true] {
        let (body, handler, other, report) = (alive.token(), alive.token(), alive.token(), alive.token())
        let gate = HeldJob("gate", .normal, engine: engine)
        let job = engine.makeAsynchronousJob("job") { (running, completion: JobCompletion<Void>) in
          running.onCancel { withExtendedLifetime(other) {} }
          running.onCancel { withExtendedLifetime(handler) {} }
          try withExtendedLifetime(body) { if let error { throw error } }
          completion.finish()
        }
        job.whenEnded { _ in withExtendedLifetime(report) {} }
        try job.addPrerequisite(gate.job)
        try queue.add(job)
        if cancels { job.cancel() }
        gate.job.cancel()
        await job.ended()
        jobs.append(job)
      }
    }
    #expect(await alive.left() == 0)
    #expect(jobs.count == 6)
  }

  /// The closure is released on one of the queue's threads. That releases the queue, so that its `deinit` calls the
  /// engine from there.
  @Test(
    "18. The last hold on a queue may be in a body, an error, or a handler, which may hold its own job, too",
    arguments: EngineName.allCases)
  func lastHold(name: EngineName) async throws {
    struct Holding: Error { let queue: JobQueue }
    let alive = Alive()
    func work(_ number: Int) throws {
      let engine = alive.engine(name)
      let queue = engine.makeQueue("queue", width: 1)
      let token = alive.token()
      let job = engine.makeJob("job") { running in
        running.onCancel { withExtendedLifetime((token, queue)) {} }
        if number % 2 == 1 { throw Holding(queue: queue) }
      }
      if number % 3 == 0 { job.whenEnded { _ in withExtendedLifetime((token, queue, job)) {} } }
      let behind = alive.job(on: engine)
      try behind.addPrerequisite(job)
      try queue.add(job)
      try queue.add(behind)
      if number % 5 == 0 { job.cancel() }
    }
    for number in 0..<60 { try work(number) }
    #expect(await alive.left() == 0)
  }

  @Test("18. A cancelled job's closures may ask the engine when freed", arguments: EngineName.allCases)
  func freedWithoutTheLock(name: EngineName) throws {
    final class Asking: Sendable {
      private let ask: @Sendable () -> Void
      init(_ ask: @escaping @Sendable () -> Void) { self.ask = ask }
      deinit { ask() }
    }
    let (engine, cancelled) = (name.makeEngine(reporting: .serial("reports")), Locked<[Int]>([]))
    let queue = engine.makeQueue("queue", width: 1)
    queue.suspend()
    func makeJob() -> AnyJob {
      let (body, handler) = (Asking(ask), Asking(ask))
      let job = engine.makeJob("job") { _ in withExtendedLifetime(body) {} }
      job.whenStarted { withExtendedLifetime(handler) {} }
      return job
    }
    @Sendable func ask() {
      let counts = queue.counts
      cancelled.withLock { $0.append(counts.cancelled) }
    }
    let job = makeJob()
    try queue.add(job)
    job.cancel()
    #expect(cancelled.value == [1, 1])
  }

  @Test("18. What a start handler holds is freed when it was called", arguments: EngineName.parallel)
  func startHandler(name: EngineName) async throws {
    let (bench, alive) = (Bench(name), Alive())
    let (queue, gate) = (bench.queue(), bench.gate())
    func setHandler() {
      let token = alive.token()
      gate.job.whenStarted { withExtendedLifetime(token) {} }
    }
    setHandler()
    try queue.add(gate.job)
    #expect(await alive.left() == 0)
    #expect(gate.job.state == .running)
    gate.end()
    await queue.idle()
  }

  @Test("18. No more cancelled dependents are kept than still wait", arguments: EngineName.parallel)
  func cancelledDependents(name: EngineName) throws {
    struct Freed { weak var core: JobCore? }
    let bench = Bench(name)
    let prerequisite = bench.job("prerequisite")
    var dependents = (0..<10).map { bench.job("\($0)") }
    for job in dependents { try job.addPrerequisite(prerequisite) }
    var cancelled: [Freed] = []
    while let job = dependents.popLast() {
      job.cancel()
      cancelled.append(Freed(core: job.core))
      #expect(cancelled.dropLast().count { $0.core != nil } <= dependents.count)
    }
    #expect(cancelled.allSatisfy { $0.core == nil })
  }

  @Test("18. Releasing jobs and queues while they run leaves nothing", arguments: EngineName.parallel)
  func race(name: EngineName) async throws {
    try await expectNothingLeft { alive in
      let engine = alive.engine(name)
      for round in 0..<100 {
        let (held, kept) = (Locked([engine.makeQueue("held", width: 2)]), engine.makeQueue("kept", width: 2))
        await together([
          {
            for number in 0..<20 {
              let (first, second) = (alive.job(on: engine), alive.job(on: engine))
              try? second.addPrerequisite(first)
              if let queue = held.value.first { try? queue.add(first) }
              try? kept.add(second)
              if number % 4 == 0 { kept.suspend() }
              if number % 4 == 2 { kept.resume() }
            }
            kept.resume()
          },
          {
            if round % 2 == 0 { held.value.first?.suspend() }
            held.withLock { $0 = [] }
          },
        ])
        await kept.idle()
      }
    }
  }
}
