import Base
import Engine
import Engines
import Foundation
import TestSupport
import Testing

@Suite struct RunningRules {
  @Test("1. A body runs once, and its end is reported once, whatever the end", arguments: EngineName.allCases)
  func once(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue(width: 3)
    let calls = Locked([String: Int]())
    let reports = Locked([String: [String]]())
    let errors: [(any Error)?] = [nil, Broken(), CancellationError()]
    for number in 0..<60 {
      let job = bench.engine.makeJob("\(number)") { _ in
        calls.withLock { $0["\(number)", default: 0] += 1 }
        if let error = errors[number % 3] { throw error }
      }
      job.whenEnded { end in reports.withLock { $0["\(number)", default: []].append(end.description) } }
      try queue.add(job)
    }
    await queue.idle()
    let words = ["finished", "failed", "cancelled"]
    for number in 0..<60 {
      #expect(calls.value["\(number)"] == 1)
      #expect(reports.value["\(number)"] == [words[number % 3]])
    }
    #expect(bench.trace.violations() == [])
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
    let bench = Bench(name)
    let queue = bench.queue(width: 4)
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
        try queue.add(
          bench.engine.makeJob("\(number)") { _ in
            inside.withLock {
              $0.now += 1
              $0.most = max($0.most, $0.now)
            }
            inside.withLock { $0.now -= 1 }
          })
      }
      await queue.idle()
      #expect(inside.value.most <= width)
      #expect(bench.trace.mostRunning(on: queue) <= width)
    }
  }

  @Test(
    "2. Bodies that block have a thread each, also when there are more than cores",
    arguments: EngineName.parallel)
  func blocking(name: EngineName) async throws {
    let bench = Bench(name)
    let width = ProcessInfo.processInfo.activeProcessorCount + 1
    let queue = bench.queue(width: width)
    // Nobody goes on before all are there.
    let line = StartLine(width)
    for number in 0..<width { queue.add("\(number)") { _ in line.wait() } }
    await queue.idle()
    #expect(bench.trace.mostRunning(on: queue) == width)
  }

  @Test("2. What has no slot is left alone until there is one", arguments: EngineName.parallel)
  func leftAlone(name: EngineName) async throws {
    let bench = Bench(name)
    let (queue, other) = (bench.queue(width: 2), bench.queue("other"))
    let plugs = [try await bench.plug(queue), try await bench.plug(queue)]
    let jobs = (0..<20).map { bench.job("\($0)") }
    try queue.add(jobs)
    // Threads come and go meanwhile.
    try other.add((0..<200).map { bench.job("other \($0)") })
    await other.idle()
    for plug in plugs { plug.end() }
    await queue.idle()
    for job in jobs { #expect(bench.trace.count("ready", of: job) == 1) }
  }

  @Test("2. All slots are used", arguments: EngineName.parallel)
  func allSlots(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue(width: 8)
    let gates = (0..<10).map { bench.gate("\($0)") }
    try queue.add(gates.map(\.job))
    for gate in gates.prefix(8) { await gate.started() }
    #expect(queue.counts.running == 8)
    #expect(queue.counts.ready == 2)
    for gate in gates { gate.end() }
    await queue.idle()
    #expect(bench.trace.mostRunning(on: queue) == 8)
  }

  @Test("3. A body that ends later holds its slot until it says so", arguments: EngineName.parallel)
  func holdsItsSlot(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue()
    let (gate, next) = (try await bench.plug(queue), bench.job("next"))
    try queue.add(next)
    #expect(gate.job.state.description == "running")
    #expect(next.state.description == "ready")
    gate.end()
    await next.ended()
    #expect(bench.trace.mostRunning(on: queue) == 1)
  }

  @Test("3. Saying the end twice is harmless: the first counts", arguments: EngineName.allCases)
  func endsTwice(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue()
    let gate = try await bench.plug(queue)
    let reports = Locked([String]())
    gate.job.whenEnded { end in reports.withLock { $0.append(end.description) } }
    gate.end(.failed(Broken()))
    gate.end(.finished)
    gate.end(.cancelled)
    let next = bench.job("next")
    try queue.add(next)
    await next.ended()
    #expect(reports.value == ["failed"])
    #expect(bench.trace.path(of: gate.job) == ["ready", "running", "failed"])
    #expect(queue.counts.ended == 2)
  }

  @Test("3. The first end counts when many threads say one", arguments: EngineName.parallel)
  func endsRace(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue()
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

  @Test("3. Cancelling frees no slot: the body has to end", arguments: EngineName.parallel)
  func cancellingFreesNoSlot(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue()
    let (gate, next) = (try await bench.plug(queue), bench.job("next"))
    try queue.add(next)
    gate.job.cancel()
    #expect(gate.job.state.description == "running")
    #expect(next.state.description == "ready")
    gate.end(.cancelled)
    await next.ended()
    #expect(bench.trace.mostRunning(on: queue) == 1)
  }

  @Test("3. A body may end before it returns", arguments: EngineName.allCases)
  func endsBeforeItReturns(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue()
    let job = bench.engine.makeAsynchronousJob("early") { (_, completion: JobCompletion<Void>) in
      completion.finish()
      throw Broken()
    }
    try queue.add([job, bench.job("next")])
    await queue.idle()
    #expect(job.state.description == "finished")
    #expect(queue.counts.finished == 2)
  }

  @Test("3. A body that lets go of its completion without a word is reported, with its job's name")
  func letsGo() async {
    await #expect(processExitsWith: .failure) {
      let bench = Bench(.gcd)
      let queue = bench.queue()
      try queue.add(bench.engine.makeAsynchronousJob("forgetful") { (_, _: JobCompletion<Void>) in })
      await queue.idle()
    }
  }

  @Test("4. A body that throws ends as failed and frees its slot", arguments: EngineName.allCases)
  func throwing(name: EngineName) async throws {
    let bench = Bench(name)
    let queue = bench.queue()
    let returning = bench.engine.makeJob("returning") { _ in throw Broken() }
    let later = bench.engine.makeAsynchronousJob("later") { (_, _: JobCompletion<Void>) in throw Broken() }
    let stopped = bench.engine.makeAsynchronousJob("stopped") { (_, _: JobCompletion<Void>) in
      throw CancellationError()
    }
    let last = bench.job("last")
    try queue.add([returning, later, stopped, last])
    await last.ended()
    for job in [returning, later] {
      guard case .failed(let error) = await job.ended() else {
        Issue.record("\(job.name) did not fail")
        continue
      }
      #expect(error is Broken)
    }
    #expect(stopped.state.description == "cancelled")
  }
}
