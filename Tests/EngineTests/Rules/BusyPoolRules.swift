import Engine
import Engines
import TestSupport
import Testing

/// What holds while every thread is busy, so that what was handed to one is on its way, and may be out of date when it comes.
@Suite(.serialized) struct BusyPoolRules {
  @Test(
    "1. A job that was withdrawn on its way to a thread, and is ready again, runs once",
    arguments: EngineName.parallel)
  func lateThread(name: EngineName) async throws {
    let bench = Bench(name)
    let (queue, job, prerequisite) = (bench.queue(), bench.job("job"), bench.job("prerequisite"))
    let pool = await BusyPool.occupy()
    try queue.add(job)
    try job.addPrerequisite(prerequisite)
    try job.removePrerequisite(prerequisite)
    pool.release()
    #expect(await job.ended().isFinished)
    await queue.idle()
    #expect(bench.trace.count("running", of: job) == 1)
    #expect(bench.trace.violations(edgesAreTakenBack: true).isEmpty)
    #expect(queue.counts.finished == 1 && queue.counts.isIdle)
  }

  @Test("2. The slot of a job that has to wait again goes to the next", arguments: EngineName.parallel)
  func slotOfOneThatWaits(name: EngineName) async throws {
    let bench = Bench(name)
    let (queue, first, next) = (bench.queue(), bench.job("first"), bench.job("next"))
    let prerequisite = bench.job("prerequisite")
    let pool = await BusyPool.occupy()
    try queue.add([first, next])
    try first.addPrerequisite(prerequisite)
    pool.release()
    await next.ended()
    #expect(first.state == .waiting)
    prerequisite.cancel()
    await queue.idle()
    #expect(bench.trace.picked == ["next", "first"])
  }

  @Test(
    "5. A job that was handed back unstarted keeps its place with gcd and tasks",
    arguments: [EngineName.gcd, .tasks])
  func placeOfOneHandedBack(name: EngineName) async throws {
    let bench = Bench(name)
    let (queue, first) = (bench.queue(), bench.job("first"))
    let pool = await BusyPool.occupy()
    try queue.add([first, bench.job("second")])
    queue.suspend()
    pool.release()
    // Ready when it was added, and again when its thread came.
    let id = first.id
    await bench.trace.until { events in events.count { $0.job == id && $0.word == "ready" } == 2 }
    queue.resume()
    await queue.idle()
    #expect(bench.trace.picked == ["first", "second"])
  }

  @Test("18. Nothing that is out of date keeps a queue alive", arguments: EngineName.parallel)
  func outOfDate(name: EngineName) async throws {
    let alive = Alive()
    let pool = await BusyPool.occupy()
    func work() throws {
      let engine = alive.engine(name)
      let queue = engine.makeQueue("queue", width: 1)
      queue.suspend()
      let (a, b) = (alive.job("a", on: engine), alive.job("b", on: engine))
      b.priority = .low
      try queue.add([a, b])
      b.cancel()
      queue.resume()
      queue.suspend()
      a.cancel()
    }
    try work()
    pool.release()
    #expect(await alive.left() == 0)
  }
}
