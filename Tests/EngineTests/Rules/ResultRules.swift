import Base
import Engine
import Engines
import TestSupport
import Testing

/// The results that a job leaves for its dependents.
@Suite struct ResultRules {
  @Test("23. The result is nil while the job waits and runs", arguments: EngineName.parallel)
  func beforeTheEnd(name: EngineName) async throws {
    let bench = Bench(name)
    let (queue, isHeld, completion) = (bench.queue(), Gate(), Locked<JobCompletion<Int>?>(nil))
    let job: Job<Int> = bench.engine.makeAsynchronousJob("job") { _, own in
      completion.withLock { $0 = own }
      isHeld.open()
    }
    #expect(job.result == nil)
    queue.suspend()
    try queue.add(job)
    #expect(job.result == nil)
    queue.resume()
    await isHeld.wait()
    #expect(job.result == nil)
    completion.value?.finish(42)
    #expect(try job.result?.get() == 42)
  }

  @Test("23. The result, read or awaited, is the value or the error", arguments: EngineName.allCases)
  func allEnds(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name)
    let number = queue.add("number") { _ in 42 }
    let text = bench.engine.makeAsynchronousJob("text") { _, completion in completion.finish("forty-two") }
    let nothing = queue.add("nothing") { _ in }
    let broken = queue.add("broken") { _ -> Int in throw Broken() }
    let stopped = queue.add("stopped") { _ -> Int in throw CancellationError() }
    let cancelled = bench.engine.makeJob("cancelled") { _ in 1 }
    cancelled.cancel()
    try queue.add(text)
    #expect(try await number.value == 42)
    #expect(try number.result?.get() == 42)
    #expect(try await text.value == "forty-two")
    try await nothing.value
    #expect(throws: Never.self) { try nothing.result?.get() }
    #expect(nothing.result != nil)
    await #expect(throws: Broken.self) { try await broken.value }
    #expect(throws: Broken.self) { try broken.result?.get() }
    for job in [stopped, cancelled] {
      await #expect(throws: CancellationError.self) { try await job.value }
      #expect(throws: CancellationError.self) { try job.result?.get() }
    }
  }

  @Test("23. Dependents and handlers can read the result", arguments: EngineName.allCases)
  func readers(name: EngineName) async throws {
    let bench = Bench(name)
    let (downloads, filters) = (bench.queue("download"), bench.queue("filter"))
    let download = bench.engine.makeAsynchronousJob("download") { _, completion in
      completion.finish([1, 2, 3])
    }
    let filter = bench.engine.makeJob("filter") { _ in try download.result?.get().reduce(0, +) }
    try filter.addPrerequisite(download)
    let seen = Locked<Int?>(nil)
    download.whenEnded { _ in seen.withLock { $0 = try? download.result?.get().count } }
    try filters.add(filter)
    try downloads.add(download)
    #expect(try await filter.value == 6)
    #expect(seen.value == 3)
  }

  @Test("23. The first end decides the value, whatever the body does next", arguments: EngineName.allCases)
  func firstEnd(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name)
    let failed: Job<Int> = bench.engine.makeAsynchronousJob("failed") { _, completion in
      completion.fail(Broken())
      completion.finish(1)
    }
    let finished = bench.engine.makeAsynchronousJob("finished") { _, completion in
      completion.finish(1)
      completion.finish(2)
      completion.cancel()
    }
    let thrown: Job<Int> = bench.engine.makeAsynchronousJob("thrown") { _, completion in
      completion.finish(3)
      throw Broken()
    }
    let cancelled: Job<Int> = bench.engine.makeAsynchronousJob("cancelled") { _, completion in
      completion.cancel()
      completion.finish(1)
    }
    try queue.add([failed, finished, thrown, cancelled])
    await queue.idle()
    #expect(throws: Broken.self) { try failed.result?.get() }
    #expect(try finished.result?.get() == 1)
    #expect(try thrown.result?.get() == 3)
    #expect(throws: CancellationError.self) { try cancelled.result?.get() }
    #expect(queue.counts.all == [0, 0, 0, 2, 1, 1])
  }

  @Test(
    "23. An end that waits for a cancel handler has no result yet, and needs its completion no more",
    arguments: EngineName.parallel)
  func pendingEnd(name: EngineName) async throws {
    let (bench, results) = (Bench(name), Locked<[Int?]>([]))
    let (queue, job, completion) = (bench.queue(), Locked<Job<Int>?>(nil), Locked<JobCompletion<Int>?>(nil))
    let made: Job<Int> = bench.engine.makeAsynchronousJob("job") { running, own in
      completion.withLock { $0 = own }
      running.onCancel {
        completion.value?.finish(1)
        completion.value?.finish(2)
        completion.withLock { $0 = nil }
        let result = try? job.value?.result?.get()
        results.withLock { $0.append(result) }
      }
    }
    job.withLock { $0 = made }
    try queue.add(made)
    // From then on, only the test retains the completion.
    await bench.trace.until { $0.contains { $0.word == "returned" } }
    made.cancel()
    #expect(results.value == [nil])
    #expect(try made.result?.get() == 1)
    job.withLock { $0 = nil }
  }

  @Test("23. A value is kept as long as anyone can ask for it, and no longer", arguments: EngineName.allCases)
  func lifetime(name: EngineName) async throws {
    let (bench, alive) = (Bench(name), Alive())
    let (downloads, filters) = (bench.queue("download"), bench.queue("filter"))
    filters.suspend()
    let filter = bench.job("filter")
    func work() async throws {
      let download = bench.engine.makeAsynchronousJob("download") { _, completion in
        completion.finish(alive.token())
      }
      try filter.addPrerequisite(download)
      try filters.add(filter)
      try downloads.add(download)
      await downloads.idle()
      #expect(alive.count == 1)
      _ = try download.result?.get()
      withExtendedLifetime(download) {}
    }
    try await work()
    downloads.add("nobody's") { _ in alive.token() }
    await downloads.idle()
    // The dependent has not run, and both queues still exist.
    #expect(await alive.left() == 0)
    filters.resume()
    await filters.idle()
  }
}
