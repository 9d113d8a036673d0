import Engine
import Engines
import TestSupport
import Testing

/// Tests of rule 9. It is decided under one lock, so the tests don't tolerate a single wrong body in thousands of
/// attempts.
@Suite struct TogetherRules {
  @Test("9. Of two jobs cancelled together, the dependent one never runs", arguments: EngineName.parallel)
  func pairs(name: EngineName) async throws {
    let bench = Bench(name)
    let (download, filter) = (bench.queue("download", width: 2), bench.queue("filter", width: 2))
    for round in 0..<200 {
      let mark = bench.trace.mark
      let pairs = try (0..<8).map { number in
        let first = bench.job("download \(round)/\(number)")
        let second = bench.job("filter \(round)/\(number)")
        try second.addPrerequisite(first)
        return [first, second]
      }
      await together([
        {
          for pair in pairs {
            try? filter.add(pair[1])
            try? download.add(pair[0])
          }
        },
        {
          bench.trace.spin(until: mark + round % 50)
          for pair in pairs { bench.engine.cancel(pair) }
        },
      ])
      await download.idle()
      await filter.idle()
      check(Array(bench.trace.events[mark...]), together: pairs)
    }
    #expect(bench.trace.violations() == [])
  }

  @Test("9. Of a chain along cancelled queues no released job runs", arguments: EngineName.parallel, [1, 3])
  func chain(name: EngineName, queueCount: Int) async throws {
    let bench = Bench(name)
    let queues = (1...queueCount).map { bench.queue("\($0)", width: $0 % 3 + 1) }
    for round in 0..<100 {
      let mark = bench.trace.mark
      for queue in queues { queue.suspend() }
      let jobs = (0..<60).map { bench.job("\(round)/\($0)") }
      for (before, after) in zip(jobs, jobs[1...]) { try after.addPrerequisite(before) }
      for (number, job) in jobs.enumerated() { try queues[number % queueCount].add(job) }
      let resumed = bench.trace.mark
      await together([
        { for queue in queues { queue.resume() } },
        {
          bench.trace.spin(until: resumed + round)
          if queueCount == 1 { queues[0].cancelAll() } else { bench.engine.cancelAll(queues) }
        },
      ])
      for queue in queues { await queue.idle() }
      check(Array(bench.trace.events[mark...]), together: [jobs])
    }
    #expect(queues.map(\.counts.added).reduce(0, +) == 6_000)
    #expect(bench.trace.violations() == [])
  }

  @Test("9. All are marked before any is released", arguments: EngineName.allCases)
  func marks(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name, width: 2)
    queue.suspend()
    let jobs = (0..<10).map { bench.job("\($0)") }
    for (before, after) in zip(jobs, jobs[1...]) { try after.addPrerequisite(before) }
    let outside = bench.job("outside")
    try outside.addPrerequisite(jobs[0])
    try queue.add(jobs + [outside])
    queue.cancelAll()
    #expect(queue.counts.cancelled == 11)
    // None of them became ready in between. Only the first was ready from the start.
    #expect(bench.trace.becameReady == ["0"])
  }

  @Test("9. Jobs of another engine are left alone", arguments: EngineName.allCases)
  func otherEngine(name: EngineName) throws {
    let (bench, other) = (Bench(name), Bench(name))
    let (mine, theirs) = (bench.job("mine"), other.job("theirs"))
    let queue = other.queue()
    queue.suspend()
    let onQueue = other.job("on a queue")
    try queue.add(onQueue)
    bench.engine.cancel([mine, theirs])
    bench.engine.cancelAll([queue])
    #expect(mine.state.description == "cancelled")
    #expect(theirs.state.description == "new")
    #expect(onQueue.state.description == "ready")
    queue.resume()
  }

  /// Checks that the jobs of a group were cancelled together: no job of the group is picked after the first of them is
  /// marked.
  private func check(_ events: [TraceEvent], together groups: [[AnyJob]]) {
    var group: [JobID: Int] = [:]
    for (number, jobs) in groups.enumerated() { for job in jobs { group[job.id] = number } }
    var marked: Set<Int> = []
    for event in events {
      guard let number = group[event.job] else { continue }
      switch event.word {
      case "cancelled", "cancel": marked.insert(number)
      case "running": if marked.contains(number) { Issue.record("\(event.jobName) ran after the cancel") }
      default: break
      }
    }
  }
}
