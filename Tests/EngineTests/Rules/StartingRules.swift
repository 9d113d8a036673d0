import Base
import Engine
import Engines
import TestSupport
import Testing

@Suite struct StartingRules {
  @Test(
    "22. A start is reported on the reporting queue, before its end, in the order of the trace",
    arguments: EngineName.allCases)
  func order(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue(width: 3)
    let (reports, elsewhere) = (Locked([String]()), Locked(0))
    for number in 0..<300 {
      let job = bench.job("\(number)")
      job.whenStarted {
        reports.withLock { $0.append("\(number) running") }
        if !bench.engine.reportQueue.isCurrent { elsewhere.withLock { $0 += 1 } }
      }
      job.whenEnded { end in reports.withLock { $0.append("\(number) \(end.description)") } }
      try queue.add(job)
    }
    await queue.idle()
    let happened = bench.trace.events.filter { $0.isPick || $0.isEnd }.map { "\($0.jobName) \($0.word)" }
    #expect(reports.value == happened)
    #expect(elsewhere.value == 0)
  }

  @Test(
    "22. A start that was before it was asked for is reported, too; one that never was is not",
    arguments: EngineName.allCases)
  func late(name: EngineName) async throws {
    let bench = Bench(name)
    let gate = try await bench.plug(bench.queue())
    let reports = Locked([String]())
    gate.job.whenStarted { reports.withLock { $0.append("running") } }
    gate.end()
    await gate.job.ended()
    gate.job.whenStarted { reports.withLock { $0.append("after the end") } }
    let cancelled = bench.job("cancelled")
    cancelled.whenStarted { reports.withLock { $0.append("never") } }
    cancelled.cancel()
    await cancelled.ended()
    #expect(reports.value == ["running", "after the end"])
  }

  @Test("22. Handlers of a start that never comes are freed", arguments: EngineName.allCases)
  func freed(name: EngineName) async throws {
    let alive = Alive()
    func work() {
      let engine = alive.engine(name)
      let (job, token) = (engine.makeJob("job") { _ in }, alive.token())
      job.whenStarted { withExtendedLifetime((job, token)) {} }
      job.cancel()
      job.whenStarted { withExtendedLifetime((job, token)) {} }
    }
    work()
    #expect(await alive.left() == 0)
  }
}
