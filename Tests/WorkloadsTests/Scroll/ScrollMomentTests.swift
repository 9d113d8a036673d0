import Base
import Engine
import Engines
import TestSupport
import Testing

@testable import Workloads

@Suite("The moments of a scroll")
struct ScrollMomentTests {
  @Test("The engine's counts at each moment agree with the events of the run", arguments: EngineName.parallel)
  func counts(name: EngineName) async throws {
    let bench = try await TableBench(name, downloads: 2).load()
    let passed = Locked<[PassedMoment]>([])
    await bench.perform { bench.table.onMoment = { moment in passed.withLock { $0.append(moment) } } }
    let start = bench.trace.mark
    // The first row's filter holds the only slot, and three others are ready.
    bench.filters.shut()
    await bench.rest(on: 0..<1) { bench.states(0..<1) == [.filtering] }
    await bench.perform { bench.table.rested(on: 0..<4, at: 0) }
    // With some engines, a filter is ready some time after the report of its download.
    await bench.trace.until { events in
      events[start...].count {
        if case .entered(.ready) = $0.kind { $0.jobName.hasPrefix("filter") } else { false }
      } == 4
    }
    bench.replies.shut()
    await bench.rest(on: 1..<6) { bench.states(4..<6) == [.downloading, .downloading] }
    await bench.perform {
      bench.table.scrollBegan()
      bench.table.rested(on: 8..<10, at: 0)
    }
    let (moments, events) = (passed.value, bench.trace.events[start...])
    bench.filters.open()
    bench.replies.open()

    #expect(
      moments.map(\.moment)
        == [.added, .added, .left, .added, .crowded, .downloaded, .dragged, .left, .added, .released])
    #expect(moments.map(\.number) == [1, 3, 1, 2, 3, 4, 1, 5, 2, 1])
    #expect(moments.map(\.turn) == [0, 0, 0, 0, 0, 0, 1, 1, 1, 1])

    func total(_ moment: ScrollMoment, _ count: String) -> Int {
      moments.filter { $0.moment == moment }.reduce(0) { $0 + ($1.counts[count] ?? 0) }
    }
    let prerequisites = events.count { if case .prerequisite = $0.kind { true } else { false } }
    let suspensions = events.count { if case .suspended = $0.kind { true } else { false } }
    let cancelled = events.cancelled
    #expect((prerequisites, suspensions) == (8, 2))
    #expect((cancelled.waiting, cancelled.ready, cancelled.running) == (2, 3, 3))
    #expect(total(.dragged, "suspensions") == suspensions)
    switch name {
    case .gcd:
      #expect(total(.added, "group entries") == prerequisites)
      let (flagged, taken) = (total(.left, "work items cancelled"), total(.left, "jobs taken off our lists"))
      // A ready job may have been passed to the API already.
      #expect(flagged >= cancelled.running && flagged + taken == cancelled.running + cancelled.ready)
    case .operation:
      #expect(total(.added, "dependencies") == prerequisites)
      #expect(total(.left, "operations cancelled") == cancelled.waiting + cancelled.ready + cancelled.running)
      #expect(total(.left, "operations emptied") == cancelled.waiting + cancelled.ready)
    case .tasks, .serial:
      #expect(total(.added, "prerequisites counted") == prerequisites)
      let (flagged, taken) = (total(.left, "tasks cancelled"), total(.left, "jobs taken off our lists"))
      #expect(flagged >= cancelled.running && flagged + taken == cancelled.running + cancelled.ready)
    }
  }

  @Test("A table that is closed reports the jobs that were cancelled", arguments: EngineName.parallel)
  func closed(name: EngineName) async throws {
    let bench = try await TableBench(name, downloads: 2).load()
    let passed = Locked<[PassedMoment]>([])
    await bench.perform { bench.table.onMoment = { moment in passed.withLock { $0.append(moment) } } }
    bench.replies.shut()
    await bench.rest(on: 0..<4) { bench.states(0..<2) == [.downloading, .downloading] }
    bench.table.cancel()
    await bench.until { passed.value.contains { $0.moment == .closed } }
    let closed = try #require(passed.value.first { $0.moment == .closed })
    let cancelled = bench.trace.events.cancelled
    #expect((cancelled.waiting, cancelled.ready, cancelled.running) == (4, 2, 2))
    let isOperation = name == .operation
    #expect(
      closed.counts[isOperation ? "operations emptied" : "jobs taken off our lists"] == (isOperation ? 6 : 2))
    bench.replies.open()
  }

  @Test("Moments of the same kind add up, and the largest crowd counts")
  func added() {
    func moment(_ moment: ScrollMoment, _ number: Int) -> PassedMoment {
      PassedMoment(moment: moment, turn: 1, number: number, counts: ["suspensions": number])
    }
    let (rows, crowd) = (
      moment(.left, 2).added(to: moment(.left, 3)), moment(.crowded, 2).added(to: moment(.crowded, 3))
    )
    #expect((rows.number, crowd.number, crowd.counts) == (5, 3, ["suspensions": 5]))
    #expect(moment(.left, 2).added(to: nil).number == 2)
  }
}

extension Sequence<TraceEvent> {
  /// The numbers of cancelled jobs by their states at that time.
  fileprivate var cancelled: (waiting: Int, ready: Int, running: Int) {
    var states: [JobID: JobState] = [:]
    var counts = (waiting: 0, ready: 0, running: 0)
    for event in self {
      switch (event.kind, states[event.job]) {
      case (.cancelRequested, _): counts.running += 1
      case (.entered(.ended(.cancelled)), .waiting): counts.waiting += 1
      case (.entered(.ended(.cancelled)), .ready): counts.ready += 1
      default: break
      }
      if case .entered(let state) = event.kind { states[event.job] = state }
    }
    return counts
  }
}
