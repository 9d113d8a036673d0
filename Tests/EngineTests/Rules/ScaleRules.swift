import Engine
import Engines
import Foundation
import Measurement
import Testing

/// Each test runs in a separate process, so that its counts aren't disturbed and a stack overflow ends only that test.
@Suite(.serialized) struct ScaleRules {
  /// The number of jobs. A million jobs take minutes in a debug build. The usual run has fewer, but still more than a
  /// recursion on any thread's stack could handle.
  private static let many = ProcessInfo.processInfo.environment["PIPELINE_FULL"] == "1" ? 1_000_000 : 16_000

  // Exit tests can capture values only since Swift 6.3.
  #if compiler(>=6.3)
    @Test(
      "19. A very long chain, and very many jobs on a queue, run and are freed at a constant cost a job",
      arguments: EngineName.parallel, Scenario.allCases)
    func constantCost(name: EngineName, scenario: Scenario) async {
      await #expect(processExitsWith: .success) { [name, scenario, many = Self.many as Int] in
        func cost(of count: Int) async throws -> Double {
          let before = processNanoseconds()
          #expect(try await scenario.run(count, on: name) == 0)
          return Double(processNanoseconds() - before) / Double(count)
        }
        // If a job's cost grows with the number of jobs, ten times as many jobs make each of them ten times as
        // expensive, every time. The effect of a busy machine on the caches doesn't repeat like that.
        var few = try await cost(of: many / 10)
        for _ in 1...2 { few = min(few, try await cost(of: many / 10)) }
        var most = try await cost(of: many)
        for _ in 1...2 where most >= 4 * few { most = min(most, try await cost(of: many)) }
        #expect(most < 4 * few, "\(Int(few)) ns each of \(many / 10), \(Int(most)) ns each of \(many)")
      }
    }

    @Test("3. Bodies that end later hold no thread: a thousand in flight", arguments: EngineName.parallel)
    func threads(name: EngineName) async {
      await #expect(processExitsWith: .success) { [name] in
        let (bench, queue) = Bench.withQueue(name, width: 1_000)
        let gates = (0..<1_000).map { bench.gate("\($0)") }
        try queue.add(gates.map(\.job))
        for gate in gates { await gate.started() }
        #expect(queue.counts.running == 1_000)
        let threads = threadCount()
        #expect((1..<50).contains(threads), "\(threads) threads")
        for gate in gates { gate.end() }
        await queue.idle()
      }
    }
  #endif
}

/// Returns the processor time used so far by all threads of this process.
private func processNanoseconds() -> UInt64 {
  var spent = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent)
  return UInt64(spent.tv_sec) * 1_000_000_000 + UInt64(spent.tv_nsec)
}
