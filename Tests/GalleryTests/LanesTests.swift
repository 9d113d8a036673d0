import Engine
import Engines
import TestSupport
import Testing

@testable import Gallery

@Suite("The lanes of the last ten seconds")
struct LanesTests {
  private let lanes = Lanes(.gcd, widths: [2, 2])
  private let trace = Recorder()
  private let engine: JobEngine
  private let queue: JobQueue

  init() {
    engine = EngineName.gcd.makeEngine(reporting: .serial("lanes")) { [lanes, trace] event in
      lanes.note(event)
      trace.record(event)
    }
    queue = engine.makeQueue("download", width: 2)
  }

  /// Adds a job that runs until the gate opens.
  private func add(_ name: String, _ gate: Gate) -> Job<Void> {
    let job: Job<Void> = engine.makeAsynchronousJob(name) { running, completion in
      running.onCancel { completion.cancel() }
      gate.whenOpen { completion.finish() }
    }
    #expect(throws: Never.self) { try queue.add(job) }
    return job
  }

  /// Returns when this many jobs have been picked.
  private func picked(_ count: Int) async {
    await trace.until { events in events.count(where: \.isPick) == count }
  }

  @Test("Each running job holds a slot, the next takes the first that is free, and what ended is sent again")
  func slots() async throws {
    let gates = (1...3).map { _ in Gate() }
    let jobs = gates.enumerated().map { add("\($0.offset)", $0.element) }
    await picked(2)
    let first = try #require(lanes.take())
    #expect(first.bars.map(\.slot) == [0, 1] && first.bars.allSatisfy { $0.to == nil })
    #expect(first.levels["download"]?.waiting == 1)
    // Two jobs that get their threads simultaneously may begin in either order.
    let inSlot1 = try #require(Int(trace.events.filter(\.isPick)[1].jobName))
    gates[inSlot1].open()
    _ = await jobs[inSlot1].end
    await picked(3)
    let second = try #require(lanes.take())
    #expect(second.bars.map(\.end) == ["finished", nil])
    #expect(second.bars.map(\.slot) == [1, 1] && second.bars[0].id == first.bars[1].id)
    #expect(second.levels["download"]?.waiting == 0)
    #expect(lanes.take() == nil)
    for gate in gates { gate.open() }
  }

  @Test("Cancelled work is marked, and counted where it never ran")
  func cancelled() async throws {
    let gates = (1...3).map { _ in Gate() }
    let jobs = gates.map { add("job", $0) }
    await picked(2)
    _ = lanes.take()
    engine.cancelAll([queue])
    for job in jobs { _ = await job.end }
    let message = try #require(lanes.take())
    #expect(message.bars.map(\.end) == ["cancelled", "cancelled"])
    #expect(message.levels["download"]?.dropped == 1)
  }

  @Test(
    "Waiting jobs are marked that are in our lists: with gcd the ready ones, with operation none",
    arguments: [(EngineName.gcd, 2), (.operation, 0), (.tasks, 3), (.serial, 3)])
  func listed(name: EngineName, count: Int) throws {
    let lanes = Lanes(name, widths: [2, 2])
    let engine = name.makeEngine(reporting: .serial("lanes")) { lanes.note($0) }
    let queue = engine.makeQueue("download", width: 2)
    queue.suspend()
    let jobs = (1...3).map { engine.makeJob("\($0)") { _ in } as Job<Void> }
    try jobs[2].addPrerequisite(jobs[0])
    try queue.add(jobs)
    let level = try #require(lanes.take()?.levels["download"])
    #expect((level.waiting, level.listed) == (3, count))
    engine.cancelAll([queue])
  }

  @Test(
    "A bar says whether its job had waited in our lists, because all slots were taken",
    arguments: EngineName.parallel)
  func fromLists(name: EngineName) async throws {
    let lanes = Lanes(name, widths: [2, 2])
    let engine = name.makeEngine(reporting: .serial("lanes")) { event in
      lanes.note(event)
      trace.record(event)
    }
    let queue = engine.makeQueue("download", width: 2)
    let gate = Gate()
    let jobs = (1...3).map { number in
      engine.makeAsynchronousJob("\(number)") { _, completion in
        gate.whenOpen { completion.finish() }
      } as Job<Void>
    }
    for job in jobs { try queue.add(job) }
    await picked(2)
    #expect(lanes.take()?.bars.map(\.listed) == [nil, nil])
    gate.open()
    await picked(3)
    let last = try #require(lanes.take()?.bars.first { $0.id == 3 })
    #expect(last.listed == (name == .operation ? nil : true))
  }

  @Test("A suspension is a bar over all slots, until the queue is resumed")
  func suspended() throws {
    queue.suspend()
    queue.suspend()
    queue.resume()
    let bars = try #require(lanes.take()).bars
    #expect(bars.map(\.slot) == [nil, nil] && bars.map(\.id) == [1, 1])
    #expect(bars[0].to == nil && bars[1].to != nil)
  }
}
