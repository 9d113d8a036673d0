import Base
import Engine
import Engines
import TestSupport
import Testing

@Suite struct WatchingRules {
  @Test("21. Every change of a job is recorded: job, queue, thread, time", arguments: EngineName.parallel)
  func paths(name: EngineName) async throws {
    let (bench, queue, plug) = try await Bench.plugged(name)
    let other = bench.queue("other")
    let (job, waiting, never) = (bench.job("job"), bench.job("waiting"), bench.job("never"))
    try waiting.addPrerequisite(plug.job)
    try waiting.addPrerequisite(job)
    try other.add(waiting)
    try queue.add(job)
    never.cancel()
    plug.job.cancel()
    plug.end(.failed(Broken()))
    await waiting.ended()
    #expect(bench.trace.path(of: plug.job) == ["ready", "running", "cancel", "failed"])
    #expect(bench.trace.path(of: job) == ["ready", "running", "finished"])
    #expect(
      bench.trace.path(of: waiting)
        == ["prerequisite", "prerequisite", "waiting", "ready", "running", "finished"])
    #expect(bench.trace.path(of: never) == ["cancelled"])
    #expect(bench.trace.violations() == [])
    for event in bench.trace.events {
      #expect(event.time > 0)
      let queues = [plug.job.id: ["queue"], job.id: ["queue"], waiting.id: ["", "other"], never.id: [""]]
      #expect(queues[event.job]?.contains(event.queueName) == true)
    }
  }

  @Test("21. A pick has its body's thread, an end the one that reported it", arguments: EngineName.allCases)
  func threads(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name)
    let body = Locked(UInt64(0))
    let job = bench.engine.makeJob("job") { _ in body.withLock { $0 = currentThreadNumber() } }
    try queue.add(job)
    await job.ended()
    let gate = try await bench.plug(queue)
    let here = await onThread {
      gate.end()
      return currentThreadNumber()
    }
    await queue.idle()
    let events = bench.trace.events
    #expect(
      events.filter { $0.job == job.id && ($0.isPick || $0.isEnd) }.map(\.thread) == [body.value, body.value])
    #expect(events.filter { $0.job == gate.job.id && $0.isEnd }.map(\.thread) == [here])
  }

  @Test("21. All goes on when nobody watches", arguments: EngineName.allCases)
  func nobody(name: EngineName) async throws {
    let engine = name.makeEngine(reporting: .serial("reports"), watcher: nil)
    let queue = engine.makeQueue("queue", width: 2)
    let jobs = (0..<20).map { engine.makeJob("\($0)") { _ in } }
    for (before, after) in zip(jobs, jobs[1...]) { try after.addPrerequisite(before) }
    try queue.add(jobs)
    jobs[7].cancel()
    await queue.idle()
    #expect(queue.counts.finished + queue.counts.cancelled == 20)
  }
}
