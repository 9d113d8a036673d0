import Base
import Engine
import Engines
import TestSupport
import Testing

@Suite struct StartingRules {
  @Test("22. A handler set after a start is called; without one, never", arguments: EngineName.allCases)
  func late(name: EngineName) async throws {
    let (bench, queue, gate) = try await Bench.plugged(name)
    let reports = Locked([String]())
    gate.job.whenStarted { reports.withLock { $0.append("running") } }
    gate.end()
    await queue.idle()
    gate.job.whenStarted { reports.withLock { $0.append("after the end") } }
    let cancelled = bench.job("cancelled")
    cancelled.whenStarted { reports.withLock { $0.append("never") } }
    cancelled.cancel()
    await cancelled.ended()
    #expect(reports.value == ["running", "after the end"])
  }

  @Test("22. Handlers of a start that never comes are freed", arguments: EngineName.allCases)
  func freed(name: EngineName) async throws {
    try await expectNothingLeft { alive in
      let engine = alive.engine(name)
      let (job, token) = (engine.makeJob("job") { _ in }, alive.token())
      job.whenStarted { withExtendedLifetime((job, token)) {} }
      job.cancel()
      job.whenStarted { withExtendedLifetime((job, token)) {} }
    }
  }
}
