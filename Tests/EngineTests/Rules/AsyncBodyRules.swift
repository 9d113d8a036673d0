import Engine
import Engines
import Foundation
import TestSupport
import Testing

/// Jobs whose body is an asynchronous function.
@Suite struct AsyncBodyRules {
  @Test("4. An asynchronous body ends its job with its value or its error", arguments: EngineName.allCases)
  func ends(name: EngineName) async throws {
    let queue = Bench(name).queue()
    let value = queue.add("value") { _ in await number() }
    let broken = queue.add("broken") { _ in
      _ = await number()
      throw Broken()
    }
    let cancelled = queue.add("cancelled") { _ in
      _ = await number()
      throw CancellationError()
    }
    #expect(try await value.value == 42)
    await #expect(throws: Broken.self) { try await broken.value }
    #expect(await cancelled.end == .cancelled)
  }

  @Test("3. A job whose body awaits holds its slot until the body ends", arguments: EngineName.parallel)
  func slot(name: EngineName) async throws {
    let queue = Bench(name).queue()
    let (stream, gate) = AsyncStream<Void>.makeStream()
    let waiting = queue.add("waiting") { _ in for await _ in stream {} }
    let next = queue.add("next") { _ in }
    await withCheckedContinuation { go in waiting.whenStarted { go.resume() } }
    #expect(next.state == .ready)
    gate.finish()
    await next.ended()
    #expect(waiting.state == .ended(.finished))
  }

  @Test("8. Cancelling the job cancels the task of its body", arguments: EngineName.parallel)
  func cancelling(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name)
    let (stream, gate) = AsyncStream<Void>.makeStream()
    let job = queue.add("job") { running in
      // A stream ends when its task is cancelled.
      for await _ in stream {}
      return (running.isCancelled, Task.isCancelled)
    }
    // The thread is given back once the job's cancellation reaches the task.
    await bench.trace.until { $0.contains { $0.word == "returned" } }
    job.cancel()
    gate.finish()
    #expect(try await job.value == (true, true))
  }

  @Test("A body runs off the main thread; its end reaches the main actor", arguments: EngineName.allCases)
  @MainActor func places(name: EngineName) async throws {
    let queue = name.makeEngine(reporting: .main).makeQueue("queue", width: 1)
    let job = queue.add("job") { _ in
      await Task.yield()
      return isOnMainThread()
    }
    let end = await withCheckedContinuation { go in
      job.whenEndedOnMain { end in
        MainActor.assertIsolated()
        go.resume(returning: end)
      }
    }
    #expect(end == .finished)
    #expect(try await job.value == false)
  }

  @Test("A handler for the main actor is refused if the engine reports elsewhere")
  func otherReports() async {
    await #expect(processExitsWith: .failure) {
      EngineName.gcd.makeEngine(reporting: .serial("reports")).makeJob("job") { _ in }.whenEndedOnMain { _ in
      }
    }
  }
}

private func number() async -> Int { 42 }

private func isOnMainThread() -> Bool { Thread.isMainThread }
