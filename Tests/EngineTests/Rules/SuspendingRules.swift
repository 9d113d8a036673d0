import Base
import Engine
import Engines
import TestSupport
import Testing

@Suite struct SuspendingRules {
  @Test("12. A queue starts nothing while suspended; running jobs go on", arguments: EngineName.parallel)
  func suspends(name: EngineName) async throws {
    let (bench, queue, plug) = try await Bench.plugged(name, width: 2)
    queue.suspend()
    #expect(queue.isSuspended)
    try queue.add((0..<20).map { bench.job("\($0)") })
    plug.end()
    await plug.job.ended()
    #expect(queue.counts.ready == 20)
    queue.resume()
    #expect(!queue.isSuspended)
    await queue.idle()
    #expect(queue.counts.finished == 21)
    #expect(bench.trace.violations() == [])
  }

  @Test("12. Suspending twice is suspending once", arguments: EngineName.allCases)
  func twice(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name)
    queue.suspend()
    queue.suspend()
    let job = bench.job("job")
    try queue.add(job)
    queue.resume()
    await job.ended()
    queue.resume()
    #expect(bench.trace.events.map(\.word) == ["suspended", "ready", "resumed", "running", "finished"])
    // These events belong to the queue and to no job.
    let switches = bench.trace.events.filter { $0.job == 0 }
    #expect(switches.map { $0.jobName + $0.queueName } == ["queue", "queue"])
  }

  /// Jobs are constantly passed to threads. A job that is on its way to a thread during a suspension is returned.
  @Test("12. In hundreds, no body is picked between suspend and resume", arguments: EngineName.parallel)
  func race(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name, width: 3)
    queue.suspend()
    for number in 0..<700 {
      queue.add("\(number)", priority: Priority.allCases[number % 5]) { _ in giveWay(2) }
    }
    let spans = Locked([Range<Int>]())
    await onThread {
      var round = 0
      while !queue.counts.isIdle {
        round += 1
        queue.width = 1 + round % 3
        queue.resume()
        // The durations range from zero to long enough for a few jobs.
        giveWay(round % 7)
        queue.suspend()
        let suspended = bench.trace.mark
        giveWay(3)
        spans.withLock { $0.append(suspended..<bench.trace.mark) }
      }
      queue.resume()
    }
    await queue.idle()
    let events = bench.trace.events
    #expect(spans.value.flatMap { events[$0].filter(\.isPick) }.isEmpty)
    #expect(queue.counts.finished == 700)
    #expect(bench.trace.mostRunning(on: queue) <= 3)
    #expect(bench.trace.violations() == [])
  }

  @Test(
    "13. On a suspended queue jobs can be cancelled, reprioritised and given prerequisites",
    arguments: EngineName.parallel)
  func onASuspendedQueue(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name)
    queue.suspend()
    let jobs = ["a", "b", "c", "d"].map { bench.job($0) }
    try queue.add(jobs)
    jobs[0].cancel()
    #expect(jobs[0].state.description == "cancelled")
    jobs[2].priority = .high
    try jobs[2].addPrerequisite(jobs[3])
    #expect(jobs[2].state.description == "waiting")
    try jobs[1].addPrerequisite(jobs[3])
    try jobs[1].removePrerequisite(jobs[3])
    await bench.trace.ready(jobs[1], times: 2)
    queue.resume()
    await queue.idle()
    // b became ready again after d. c follows d, and may find that b has taken the slot.
    #expect(bench.trace.picked.first == "d")
    #expect(Set(bench.trace.picked) == ["b", "c", "d"])
    #expect(bench.trace.violations(edgesAreTakenBack: true) == [])
  }
}
