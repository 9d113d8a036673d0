import Engine
import Engines
import Testing

/// Jobs in Swift concurrency, and what jobs know about themselves.
@Suite struct ValueRules {
  @Test("Cancelling the task that awaits the value cancels the job", arguments: EngineName.allCases)
  func cancelling(name: EngineName) async throws {
    let (_, queue, gate) = try await Bench.plugged(name)
    await gate.running().onCancel { gate.end(.cancelled) }
    let task = Task { try await gate.job.value }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(queue.counts.all == [0, 0, 0, 0, 0, 1])
  }

  @Test("Ends are equal when their errors are")
  func equal() {
    struct Numbered: Error, Equatable { let number: Int }
    struct Plain: Error { let number: Int }
    #expect(JobEnd.finished == .finished)
    #expect(JobEnd.cancelled != .finished)
    #expect(JobEnd.failed(Numbered(number: 1)) == .failed(Numbered(number: 1)))
    #expect(JobEnd.failed(Numbered(number: 1)) != .failed(Numbered(number: 2)))
    #expect(JobEnd.failed(Plain(number: 1)) == .failed(Plain(number: 1)))
    #expect(JobEnd.failed(Plain(number: 1)) != .failed(Plain(number: 2)))
    #expect(JobEnd.failed(Plain(number: 1)) != .failed(Numbered(number: 1)))
    #expect(JobState.ended(.finished) == .ended(.finished))
  }

  @Test("A running job knows its name, its number and its queue", arguments: EngineName.allCases)
  func running(name: EngineName) async throws {
    let queue = Bench(name).queue("filter")
    let job = queue.add("photo") { running in "\(running.queueName) \(running.name) \(running.id)" }
    #expect(try await job.value == "filter photo \(job.id)")
  }

  @Test("A job knows what it still waits for, and whether it was cancelled", arguments: EngineName.parallel)
  func asked(name: EngineName) async throws {
    let bench = Bench(name)
    let (queue, gate, job) = (bench.queue(), bench.gate(), bench.job("job"))
    #expect(job.prerequisites.isEmpty && !job.isCancelled)
    try job.addPrerequisite(gate.job)
    #expect(job.prerequisites == [gate.job.id])
    try queue.add([gate.job, job])
    await gate.started()
    #expect(!gate.job.isCancelled)
    gate.job.cancel()
    #expect(gate.job.isCancelled)
    gate.end()
    await queue.idle()
    #expect(gate.job.isCancelled && gate.job.state == .ended(.finished))
    #expect(job.prerequisites.isEmpty && !job.isCancelled)
    let early = bench.job("early")
    early.cancel()
    #expect(early.isCancelled)
  }
}
