import Base
import Engine
import Engines
import TestSupport
import Testing

@Suite struct PrerequisiteRules {
  @Test("14. Prerequisites hold across queues, in either order of adding", arguments: EngineName.parallel)
  func acrossQueues(name: EngineName) async throws {
    let bench = Bench(name)
    let (queue, other) = (bench.queue(), bench.queue("other"))
    for dependentFirst in [true, false] {
      let (first, second) = (bench.job("first"), bench.job("second"))
      try second.addPrerequisite(first)
      if dependentFirst { try other.add(second) }
      try queue.add(first)
      if !dependentFirst { try other.add(second) }
      await second.ended()
      #expect(bench.trace.picked.suffix(2) == ["first", "second"])
    }
    #expect(bench.trace.violations() == [])
  }

  @Test(
    "14. Removing the last sets the job free, however often it was added; removing one that it never had changes nothing",
    arguments: EngineName.allCases)
  func removing(name: EngineName) async throws {
    let bench = Bench(name)
    let (queue, job, other) = (bench.queue(), bench.job("job"), bench.job("other"))
    let prerequisites = [bench.job("a"), bench.job("b")]
    for _ in 1...3 { for prerequisite in prerequisites { try job.addPrerequisite(prerequisite) } }
    for neverHad in [other, job] { try job.removePrerequisite(neverHad) }
    try queue.add(job)
    for prerequisite in prerequisites {
      #expect(job.state.description == "waiting")
      try job.removePrerequisite(prerequisite)
    }
    await job.ended()
    #expect(
      bench.trace.path(of: job)
        == ["prerequisite", "prerequisite", "waiting", "ready", "running", "finished"])
    #expect(prerequisites.map(\.state) == [.new, .new])
  }

  @Test("14. One that has ended, however it ended, holds nothing back", arguments: EngineName.allCases)
  func ended(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name)
    let finished = bench.job("finished")
    let failed = bench.engine.makeJob("failed") { _ in throw Broken() }
    let cancelled = bench.job("cancelled")
    cancelled.cancel()
    try queue.add([finished, failed])
    await queue.idle()
    let job = bench.job("job")
    for prerequisite in [finished, failed, cancelled] { try job.addPrerequisite(prerequisite) }
    try queue.add(job)
    await job.ended()
    #expect(bench.trace.path(of: job) == ["ready", "running", "finished"])
  }

  @Test("14. Adding one to a ready job makes it wait again", arguments: EngineName.parallel)
  func waitsAgain(name: EngineName) async throws {
    let (bench, queue, plug) = try await Bench.plugged(name)
    let (job, prerequisite, after) = (bench.job("job"), bench.job("prerequisite"), bench.job("after"))
    try queue.add([job, after])
    try job.addPrerequisite(prerequisite)
    #expect(job.state.description == "waiting")
    plug.end()
    await after.ended()
    #expect(job.state.description == "waiting")
    try queue.add(prerequisite)
    await job.ended()
    #expect(bench.trace.picked == ["plug", "after", "prerequisite", "job"])
    #expect(
      bench.trace.path(of: job) == ["ready", "waiting", "prerequisite", "ready", "running", "finished"])
  }

  @Test("14. Once a job was picked, adding and removing are refused", arguments: EngineName.allCases)
  func refused(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name)
    let (plug, other) = (try await bench.plug(queue), bench.job("other"))
    let refusal = EngineError.alreadyStarted(job: "plug")
    #expect(throws: refusal) { try plug.job.addPrerequisite(other) }
    #expect(throws: refusal) { try plug.job.removePrerequisite(other) }
    plug.end()
    await plug.job.ended()
    #expect(throws: refusal) { try plug.job.addPrerequisite(other) }
    #expect(throws: refusal) { try plug.job.removePrerequisite(other) }
    #expect(bench.trace.path(of: plug.job) == ["ready", "running", "finished"])
  }

  @Test("14. When a prerequisite comes late, its job is held back or picked", arguments: EngineName.parallel)
  func race(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name, width: 2)
    for number in 0..<500 {
      let (prerequisite, job) = (bench.gate("prerequisite \(number)"), bench.job("job \(number)"))
      let accepted = Locked(false)
      await together([
        { try? queue.add(job) },
        {
          accepted.withLock { $0 = (try? job.addPrerequisite(prerequisite.job)) != nil }
          try? queue.add(prerequisite.job)
        },
      ])
      await prerequisite.started()
      if accepted.value { #expect(job.state.description == "waiting") } else { await job.ended() }
      prerequisite.end()
      await job.ended()
      await prerequisite.job.ended()
    }
    #expect(bench.trace.violations() == [])
  }

  @Test("15. A cycle is refused by the names in it; meeting paths are none", arguments: EngineName.allCases)
  func cycle(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name)
    let jobs = ["a", "b", "c", "d"].map { bench.job($0) }
    let aside = bench.job("aside")
    for (job, prerequisite) in zip(jobs, jobs[1...]) { try job.addPrerequisite(prerequisite) }
    // This job isn't in the cycle, although the search visits it.
    try jobs[1].addPrerequisite(aside)
    try queue.add(jobs[0])
    #expect(throws: EngineError.cycle(jobs: ["d", "a", "b", "c"])) { try jobs[3].addPrerequisite(jobs[0]) }
    #expect(throws: EngineError.cycle(jobs: ["c", "a", "b"])) { try jobs[2].addPrerequisite(jobs[0]) }
    // Paths that meet again are no cycle: b leads to d both directly and through c.
    try jobs[1].addPrerequisite(jobs[3])
    try queue.add(jobs[1...] + [aside])
    await queue.idle()
    #expect(bench.trace.picked.filter { $0 != "aside" } == ["d", "c", "b", "a"])
    #expect(bench.trace.violations() == [])
    #expect(queue.counts.finished == 5)
  }

  @Test(
    "15. A job that depends on itself is a cycle; edges count before the jobs are added, and no more once taken back",
    arguments: EngineName.allCases)
  func beforeAdding(name: EngineName) throws {
    let bench = Bench(name)
    let (a, b, c) = (bench.job("a"), bench.job("b"), bench.job("c"))
    #expect(throws: EngineError.cycle(jobs: ["a"])) { try a.addPrerequisite(a) }
    try a.addPrerequisite(b)
    try b.addPrerequisite(c)
    #expect(throws: EngineError.cycle(jobs: ["c", "a", "b"])) { try c.addPrerequisite(a) }
    try a.removePrerequisite(b)
    try c.addPrerequisite(a)
    #expect(throws: EngineError.cycle(jobs: ["a", "b", "c"])) { try a.addPrerequisite(b) }
  }
}
