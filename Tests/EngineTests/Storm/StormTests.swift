import Base
import Engine
import Engines
import Foundation
import TestSupport
import Testing

/// Makes random calls from eight threads simultaneously. Afterwards, the test checks the rules that must hold
/// regardless of the calls.
///
/// `PIPELINE_STORM=3600 swift test --filter StormTests` runs for 3,600 seconds, and `PIPELINE_SEED=17` starts with
/// that seed. A seed determines the calls of each thread, but not how they interleave. In every second storm, the
/// threads for bodies are busy.
@Suite struct StormTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seconds = environment["PIPELINE_STORM"].flatMap(UInt64.init)
  private static let firstSeed = environment["PIPELINE_SEED"].flatMap(UInt64.init) ?? 1

  @Test("Storms of calls from eight threads leave every rule whole", arguments: EngineName.parallel)
  func storms(name: EngineName) async throws {
    let end = Self.seconds.map { monotonicNanoseconds() + $0 * 1_000_000_000 }
    for seed in Self.firstSeed... {
      if let end {
        guard monotonicNanoseconds() < end else { return print("\(name): \(seed - Self.firstSeed) storms") }
      } else if seed >= Self.firstSeed + 36 {
        return
      }
      if let violation = await Storm(name: name, seed: seed).violation() {
        Issue.record("seed \(seed): \(violation)")
        return
      }
    }
  }
}

/// An engine with its queues and jobs, and a record of their behaviour.
private struct Storm {
  let name: EngineName
  let seed: UInt64
  private let alive = Alive()
  private let trace = Recorder()
  private let witness = Witness()
  /// The completions of asynchronous bodies. They end together.
  private let held = Locked([JobCompletion<Void>]())
  private let isOver = Gate()

  /// Returns the rules that don't hold, or an empty list.
  func violation() async -> String? {
    let load = seed.isMultiple(of: 2) ? PoolLoad() : nil
    defer { load?.end() }
    if let violation = await rage() { return violation }
    let left = await alive.left()
    return left > 0 ? "\(left) were not freed" : witness.violation(in: trace.events)
  }

  /// Starts the threads, and then ends everything.
  private func rage() async -> String? {
    let engine = alive.engine(name, trace)
    let queues = (1...3).map { engine.makeQueue("queue \($0)", width: $0) }
    let jobs = (0..<80).map { makeJob($0, on: engine) }
    await together(
      (0..<8).map { thread in
        {
          var random = SplitMix(seed: seed &* 8 &+ UInt64(thread))
          for _ in 0..<60 { call(&random, engine, queues, jobs) }
        }
      })
    isOver.open()
    for queue in queues { queue.resume() }
    for job in jobs where job.state == .new { job.cancel() }
    for queue in queues {
      do { try await onThread { try queue.waitUntilIdle(upTo: .seconds(300)) } } catch {
        return "\(error): \(queue.counts)"
      }
      let counts = queue.counts
      if !counts.isIdle { return "idle, but \(counts)" }
    }
    // The ends that are reported last belong to jobs without a queue.
    for job in jobs { await job.ended() }
    held.withLock { $0 = [] }
    return nil
  }

  private func makeJob(_ number: Int, on engine: JobEngine) -> AnyJob {
    let (witness, held, isOver, token) = (witness, held, isOver, alive.token())
    let priority = Priority.allCases[number % 5]
    let job =
      number % 2 == 0
      ? engine.makeJob("\(number)", priority: priority) { running in
        withExtendedLifetime(token) { witness.bodyWasCalled(running) }
        if number % 3 == 0 { throw Broken() }
      }
      : engine.makeAsynchronousJob("\(number)", priority: priority) { running, completion in
        withExtendedLifetime(token) { witness.bodyWasCalled(running) }
        held.withLock { $0.append(completion) }
        if number % 3 == 0 { running.onCancel { completion.cancel() } }
        isOver.whenOpen { completion.finish() }
      }
    witness.watch(job, of: engine)
    return job
  }

  private func call(_ random: inout SplitMix, _ engine: JobEngine, _ queues: [JobQueue], _ jobs: [AnyJob]) {
    func one<Value>(_ all: [Value]) -> Value { all[Int.random(in: all.indices, using: &random)] }
    let (job, other, queue) = (one(jobs), one(jobs), one(queues))
    switch Int.random(in: 0..<40, using: &random) {
    case ..<14: try? queue.add(job)
    case ..<18: try? job.addPrerequisite(other)
    case ..<20: try? job.removePrerequisite(other)
    case ..<22: job.cancel()
    case ..<23: engine.cancel([job, other])
    case ..<25: job.priority = one(Priority.allCases)
    case ..<27: queue.suspend()
    case ..<31: queue.resume()
    case ..<33: queue.width = Int.random(in: 1...4, using: &random)
    case ..<34: if Int.random(in: 0..<8, using: &random) == 0 { queue.cancelAll() }
    case ..<35: if Int.random(in: 0..<8, using: &random) == 0 { engine.cancelAll(queues) }
    default: held.withLock { $0.popLast() }?.finish()
    }
  }
}
