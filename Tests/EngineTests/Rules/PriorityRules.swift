import Engine
import Engines
import TestSupport
import Testing

@Suite struct PriorityRules {
  @Test("5. Higher priority goes first; within one, the first come", arguments: EngineName.parallel)
  func order(name: EngineName) async throws {
    let (bench, queue, plug) = try await Bench.plugged(name)
    for round in 1...3 {
      for priority in [Priority.normal, .veryLow, .veryHigh, .low, .high] {
        try queue.add(bench.job("\(priority) \(round)", priority))
      }
    }
    plug.end()
    await queue.idle()
    let expected = Priority.allCases.reversed().flatMap { priority in (1...3).map { "\(priority) \($0)" } }
    #expect(bench.trace.picked == ["plug"] + expected)
  }

  @Test("5. The last change of a priority counts, until the job is picked", arguments: EngineName.parallel)
  func lateChange(name: EngineName) async throws {
    let (bench, queue, plug) = try await Bench.plugged(name)
    let jobs = ["a", "b", "c", "d", "e"].map { bench.job($0) }
    jobs[4].priority = .high  // before it is added
    try queue.add(jobs)
    jobs[1].priority = .high  // behind e
    jobs[0].priority = .low
    jobs[0].priority = .normal  // now behind d
    jobs[3].priority = .normal  // no change: it keeps its place
    plug.end()
    await queue.idle()
    #expect(bench.trace.picked == ["plug", "e", "b", "c", "d", "a"])
  }

  @Test(
    "5. A job that waited goes by its last priority, and within one by when it became ready, with operation by when it was added",
    arguments: EngineName.parallel)
  func firstReady(name: EngineName) async throws {
    let (bench, queue, plug) = try await Bench.plugged(name)
    let other = bench.queue("other")
    let (prerequisite, early, late) = (bench.gate("prerequisite"), bench.job("early"), bench.job("late"))
    let raised = bench.job("raised")
    for job in [early, raised] { try job.addPrerequisite(prerequisite.job) }
    try queue.add([early, late, raised])
    raised.priority = .high
    try other.add(prerequisite.job)
    prerequisite.end()
    await bench.trace.ready(early, raised)
    plug.end()
    await queue.idle()
    let others = name == .operation ? ["early", "late"] : ["late", "early"]
    #expect(bench.trace.picked.suffix(3) == ["raised"] + others)
  }

  @Test(
    "5. Jobs that are added together start in their order, also if the later ones had to wait; with gcd, in the order of its notifications",
    arguments: EngineName.parallel)
  func addedTogether(name: EngineName) async throws {
    let (bench, queue, plug) = try await Bench.plugged(name)
    let (other, prerequisite) = (bench.queue("other"), bench.gate("prerequisite"))
    let jobs = (0..<6).map { bench.job("\($0)") }
    for job in jobs.dropFirst(3) { try job.addPrerequisite(prerequisite.job) }
    try queue.add(jobs)
    try other.add(prerequisite.job)
    prerequisite.end()
    await bench.trace.ready(jobs[3], jobs[4], jobs[5])
    let released = Array(bench.trace.becameReady.suffix(3))
    plug.end()
    await queue.idle()
    #expect(bench.trace.picked.suffix(6) == ["0", "1", "2"] + released)
    // Dispatch notifies each group on a separate thread.
    if name != .gcd { #expect(released == ["3", "4", "5"]) }
  }

  @Test("5. Jobs reach threads in order; none is handed back for a better", arguments: EngineName.parallel)
  func noHandBacks(name: EngineName) async throws {
    let (bench, queue, plug) = try await Bench.plugged(name)
    let jobs = (0..<50).map { bench.job("\($0)", Priority.allCases[$0 % 5]) }
    try queue.add(jobs)
    for job in jobs.prefix(10) { job.priority = job.priority == .high ? .low : .high }
    plug.end()
    await queue.idle()
    for job in jobs { #expect(bench.trace.count("ready", of: job) == 1) }
  }

  @Test("5. Once a job was picked its priority stands", arguments: EngineName.parallel)
  func afterThePick(name: EngineName) async throws {
    let (_, queue, plug) = try await Bench.plugged(name)
    plug.job.priority = .veryLow
    #expect(plug.job.priority == .veryHigh)
    plug.end()
    await queue.idle()
    plug.job.priority = .low
    #expect(plug.job.priority == .veryHigh)
  }

  /// Checks that the highest priority wins at each pick, no matter how late a job gets its priority and which job was
  /// passed to a thread before.
  @Test("5. No pick passes over a higher priority, with jobs from all sides", arguments: EngineName.parallel)
  func race(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name, width: 2)
    await together(
      (0..<3).map { thread in
        {
          for number in 0..<400 {
            let priority = Priority.allCases[(number * 7 + thread) % 5]
            queue.add("\(thread)/\(number)", priority: priority) { _ in giveWay() }
            giveWay(number % 4)
          }
        }
      })
    await queue.idle()
    #expect(queue.counts.finished == 1_200)
    #expect(bench.trace.violations() == [])
    #expect(Set(bench.trace.events.map(\.priority)) == Set(Priority.allCases))
    var ready: [JobID: Priority] = [:]
    for event in bench.trace.events {
      if event.word == "ready" { ready[event.job] = event.priority }
      if event.isPick {
        #expect(ready.values.allSatisfy { $0 <= event.priority })
        ready[event.job] = nil
      }
    }
  }

  @Test("6. Widening starts jobs; narrowing ends none, and starts none", arguments: EngineName.parallel)
  func widths(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name)
    let gates = (0..<5).map { bench.gate("\($0)") }
    try queue.add(gates.map(\.job))
    await gates[0].started()
    queue.width = 3
    for gate in gates.prefix(3) { await gate.started() }
    #expect(queue.counts.all == [0, 2, 3, 0, 0, 0])
    queue.width = 1
    #expect(queue.counts.running == 3)
    let mark = bench.trace.mark
    for gate in gates.prefix(3) {
      gate.end()
      await gate.job.ended()
    }
    await gates[3].started()
    // Two jobs ended before a third freed the only slot.
    let order = bench.trace.events[mark...].filter { $0.isEnd || $0.isPick }.map { $0.isEnd ? "end" : "pick" }
    #expect(order == ["end", "end", "end", "pick"])
    for gate in gates { gate.end() }
    await queue.idle()
  }

  @Test("6. A width is at least 1, and may be as large as a number gets", arguments: EngineName.allCases)
  func leastAndGreatest(name: EngineName) async throws {
    let bench = Bench(name)
    for width in [0, -3, .min, .max] {
      let queue = bench.queue(width: width)
      #expect(queue.width == max(1, width))
      queue.width = 7
      queue.width = width
      #expect(queue.width == max(1, width))
      try queue.add((0..<50).map { bench.job("\($0)") })
      await queue.idle()
      #expect(queue.counts.finished == 50)
    }
  }
}
