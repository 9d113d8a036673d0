import Base
import Engine
import Engines
import TestSupport
import Testing

@Suite struct AddingRules {
  @Test("16. A job goes on one queue, once, wherever it stands", arguments: EngineName.allCases)
  func once(name: EngineName) async throws {
    let (bench, queue, plug) = try await Bench.plugged(name)
    let other = bench.queue("other")
    let (waiting, ready, cancelled) = (bench.job("waiting"), bench.job("ready"), bench.job("cancelled"))
    try waiting.addPrerequisite(plug.job)
    try queue.add([waiting, ready, cancelled])
    cancelled.cancel()
    func expectRefusals() {
      for job in [plug.job, waiting, ready, cancelled] {
        for place in [queue, other] {
          #expect(throws: EngineError.alreadyAdded(job: job.name)) { try place.add(job) }
        }
      }
    }
    expectRefusals()
    plug.end()
    await queue.idle()
    expectRefusals()
    #expect(queue.counts.added == 4)
    #expect(other.counts.added == 0)
  }

  @Test("16. Adding a job that was cancelled before is a no-op", arguments: EngineName.allCases)
  func cancelledBefore(name: EngineName) async throws {
    let bench = Bench(name)
    let (queue, other, job) = (bench.queue(), bench.queue("other"), bench.job("job"))
    job.cancel()
    for place in [queue, other, queue] { try place.add(job) }
    #expect(queue.counts == QueueCounts())
    #expect(bench.trace.path(of: job) == ["cancelled"])
    #expect(await job.ended().isCancelled)
  }

  @Test("16. Several are added as one: all of them in order, or none", arguments: EngineName.allCases)
  func several(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name)
    queue.suspend()
    let (a, b, added) = (bench.job("a"), bench.job("b"), bench.job("added"))
    try queue.add(added)
    #expect(throws: EngineError.alreadyAdded(job: "added")) { try queue.add([a, b, added]) }
    #expect(throws: EngineError.alreadyAdded(job: "a")) { try queue.add([a, b, a]) }
    #expect(a.state == .new && b.state == .new)
    try queue.add([b, a])
    queue.resume()
    await queue.idle()
    #expect(bench.trace.picked == ["added", "b", "a"])
  }

  @Test("16. One of many threads adds the job", arguments: EngineName.parallel)
  func race(name: EngineName) async throws {
    let bench = Bench(name)
    let queues = [bench.queue("a", width: 2), bench.queue("b")]
    for number in 0..<200 {
      let (job, added) = (bench.job("\(number)"), Locked(0))
      await together(
        (0..<4).map { thread in
          { if (try? queues[thread % 2].add(job)) != nil { added.withLock { $0 += 1 } } }
        })
      #expect(added.value == 1)
      await job.ended()
    }
    #expect(queues.map(\.counts.finished).reduce(0, +) == 200)
  }

  @Test("16. Another engine's job is refused, also as a prerequisite", arguments: EngineName.allCases)
  func otherEngine(name: EngineName) {
    let (bench, other) = (Bench(name), Bench(name))
    let (mine, theirs) = (bench.job("mine"), other.job("theirs"))
    #expect(throws: EngineError.otherEngine(job: "theirs")) { try bench.queue().add(theirs) }
    #expect(throws: EngineError.otherEngine(job: "theirs")) { try mine.addPrerequisite(theirs) }
    #expect(throws: EngineError.otherEngine(job: "theirs")) { try mine.removePrerequisite(theirs) }
    #expect(theirs.state.description == "new")
  }
}
