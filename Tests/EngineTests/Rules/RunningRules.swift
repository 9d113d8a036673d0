import Base
import Engine
import Engines
import Foundation
import TestSupport
import Testing

@Suite struct RunningRules {
  @Test("1. A body runs once, and its end is reported once, whatever the end", arguments: EngineName.allCases)
  func once(name: EngineName) async throws {
    let (bench, witness) = (Bench(name), Witness())
    let queue = bench.queue(width: 3)
    let errors: [(any Error)?] = [nil, Broken(), CancellationError()]
    let jobs = (0..<60).map { number in
      bench.engine.makeJob("\(number)") { running in
        witness.bodyWasCalled(running)
        if let error = errors[number % 3] { throw error }
      }
    }
    for job in jobs { witness.watch(job, of: bench.engine) }
    try queue.add(jobs)
    await queue.idle()
    let words = ["finished", "failed", "cancelled"]
    #expect(jobs.map(\.state.description) == (0..<60).map { words[$0 % 3] })
    #expect(witness.violation(in: bench.trace.events) == nil)
  }

  @Test("2. A body starts only once its job is on a queue", arguments: EngineName.allCases)
  func onAQueue(name: EngineName) async throws {
    let bench = Bench(name)
    let (queue, prerequisite, job) = (bench.queue(), bench.job("prerequisite"), bench.job("job"))
    try job.addPrerequisite(prerequisite)
    try queue.add(prerequisite)
    await prerequisite.ended()
    #expect(job.state.description == "new")
    try queue.add(job)
    await job.ended()
    #expect(bench.trace.path(of: job) == ["prerequisite", "ready", "running", "finished"])
  }

  @Test("2. A body starts only when every prerequisite has ended", arguments: EngineName.parallel)
  func afterPrerequisites(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name, width: 4)
    let (first, second, job) = (bench.gate("first"), bench.gate("second"), bench.job("job"))
    for prerequisite in [first, second] { try job.addPrerequisite(prerequisite.job) }
    try queue.add([first.job, second.job, job])
    await first.started()
    await second.started()
    first.end()
    await first.job.ended()
    #expect(job.state.description == "waiting")
    second.end()
    await job.ended()
    #expect(
      bench.trace.path(of: job) == [
        "prerequisite", "prerequisite", "waiting", "ready", "running", "finished",
      ])
    #expect(bench.trace.violations() == [])
  }

  @Test("2. No more than the width run at a time, also when bodies block", arguments: EngineName.parallel)
  func width(name: EngineName) async throws {
    let bench = Bench(name)
    for width in [1, 2, 5] {
      let queue = bench.queue("width \(width)", width: width)
      let inside = Locked((now: 0, most: 0))
      for number in 0..<200 {
        queue.add("\(number)") { _ in
          inside.withLock {
            $0.now += 1
            $0.most = max($0.most, $0.now)
          }
          inside.withLock { $0.now -= 1 }
        }
      }
      await queue.idle()
      #expect(inside.value.most <= width)
      #expect(bench.trace.mostRunning(on: queue) <= width)
    }
  }

  @Test("2. Bodies that block have a thread each, also if more than cores", arguments: EngineName.parallel)
  func blocking(name: EngineName) async throws {
    let bench = Bench(name)
    let width = ProcessInfo.processInfo.activeProcessorCount + 1
    let queue = bench.queue(width: width)
    // No body continues before all have begun.
    let line = StartLine(width)
    for number in 0..<width { queue.add("\(number)") { _ in line.wait() } }
    await queue.idle()
    #expect(bench.trace.mostRunning(on: queue) == width)
  }

  @Test("2. Jobs without a slot or on a suspended queue are left alone", arguments: EngineName.parallel)
  func leftAlone(name: EngineName) async throws {
    let bench = Bench(name)
    let (full, suspended) = (bench.queue("full", width: 2), bench.queue("suspended"))
    let other = bench.queue("other")
    let plugs = [try await bench.plug(full), try await bench.plug(full)]
    suspended.suspend()
    let jobs = (0..<40).map { bench.job("\($0)") }
    try full.add(Array(jobs[..<20]))
    try suspended.add(Array(jobs[20...]))
    // Threads start and stop meanwhile.
    try other.add((0..<200).map { bench.job("other \($0)") })
    await other.idle()
    for plug in plugs { plug.end() }
    suspended.resume()
    await full.idle()
    await suspended.idle()
    for job in jobs { #expect(bench.trace.count("ready", of: job) == 1) }
  }

  @Test("3. A body that ends later holds its slot, also when cancelled", arguments: EngineName.parallel)
  func holdsItsSlot(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name)
    let (gate, next) = (try await bench.plug(queue), bench.job("next"))
    try queue.add(next)
    for cancels in [false, true] {
      if cancels { gate.job.cancel() }
      #expect(gate.job.state.description == "running")
      #expect(next.state.description == "ready")
    }
    gate.end(.cancelled)
    await next.ended()
    #expect(bench.trace.mostRunning(on: queue) == 1)
  }

  @Test("3. The first end counts when many threads say one", arguments: EngineName.parallel)
  func endsRace(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name)
    for number in 0..<100 {
      let gate = try await bench.plug(queue, "\(number)")
      let reports = Locked(0)
      gate.job.whenEnded { _ in reports.withLock { $0 += 1 } }
      let ends: [JobEnd] = [.finished, .failed(Broken()), .cancelled, .finished]
      await together(ends.map { end in { gate.end(end) } })
      await queue.idle()
      #expect(reports.value == 1)
    }
    #expect(queue.counts.ended == 100)
    #expect(bench.trace.violations() == [])
  }

  @Test("3. A body that releases its completion without calling it is reported with its job's name")
  func letsGo() async {
    await #expect(processExitsWith: .failure) {
      let (bench, queue) = Bench.withQueue(.gcd)
      try queue.add(bench.engine.makeAsynchronousJob("forgetful") { (_, _: JobCompletion<Void>) in })
      await queue.idle()
    }
  }

  @Test("4. A body that throws ends as failed and frees its slot", arguments: EngineName.allCases)
  func throwing(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name)
    let returning = bench.engine.makeJob("returning") { _ in throw Broken() }
    let later = bench.engine.makeAsynchronousJob("later") { (_, _: JobCompletion<Void>) in throw Broken() }
    let stopped = bench.engine.makeAsynchronousJob("stopped") { (_, _: JobCompletion<Void>) in
      throw CancellationError()
    }
    let last = bench.job("last")
    try queue.add([returning, later, stopped, last])
    await last.ended()
    for job in [returning, later] { #expect(job.state == .ended(.failed(Broken()))) }
    #expect(stopped.state.description == "cancelled")
  }
}
