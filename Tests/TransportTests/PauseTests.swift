import Base
import TestSupport
import Testing
import Transport

@Suite("Pausing")
final class PauseTests: TransferTests {
  private struct Reader {
    var bytes = 0
    var chunks = 0
    var chunksWhilePaused = 0
    var isPaused = false
  }

  @Test("A paused transfer hands out nothing, others go on; resumed, it comes whole")
  func pause() async throws {
    let body = [UInt8](repeating: 7, count: 4 << 20)
    let server = try servers.start { $0.target == "/list" ? .ok(body) : .ok("x") }
    let reader = Locked(Reader())
    let pauses = Counter()
    let (transfer, end) = transport.begin(server.url("/list")) { chunk in
      reader.withLock { reader in
        if reader.isPaused { reader.chunksWhilePaused += 1 }
        reader.bytes += chunk.bytes.count
        reader.chunks += 1
        reader.isPaused = reader.chunks <= 20
        if reader.isPaused { chunk.transfer.pause() }
      }
      pauses.add()
    }
    for round in 1...20 {
      await pauses.reach(round)
      #expect(await transport.get(server.url("/other")).text == "x")
      #expect(!end.isReached)
      reader.withLock { $0.isPaused = false }
      transfer.resume()
    }
    _ = try await end.value.get()
    #expect((reader.value.bytes, reader.value.chunksWhilePaused) == (body.count, 0))
  }

  @Test("A paused transfer does not stall, nor run out of time")
  func noStall() async throws {
    let server = try servers.start { request in
      request.target == "/list"
        ? .ok([UInt8](repeating: 7, count: 1 << 20)) : .steps(.silence)
    }
    // On a busy machine, even a transfer that isn't paused may exceed a short limit.
    let limits = [0.1, 1, 10, 100].map { Duration.seconds($0) }
    for limit in limits where await survivesPause(of: limit, on: server) { return }
    Issue.record("a paused transfer was ended")
  }

  /// Returns whether a transfer succeeds that is paused for longer than its time limits.
  private func survivesPause(of limit: Duration, on server: LoopbackServer) async -> Bool {
    let transport = Transport(.with { ($0.stallTimeout, $0.totalTimeout) = (limit, limit * 1.5) })
    let (paused, end) = (Gate(), End())
    let request = TransferRequest(
      url: server.url("/list"),
      onChunk: { chunk in
        if !paused.isOpen { chunk.transfer.pause() }
        paused.open()
      })
    let transfer = transport.start(request) { outcome in
      end.reach(outcome.map { Received(response: $0, body: []) })
      paused.open()
    }
    await paused.wait()
    // These transfers were started later with the same limits, so their timeouts prove that the time has
    // elapsed.
    for _ in 0..<2 {
      guard case .timedOut = await transport.get(server.url("/silent")).reason else { return false }
    }
    guard !end.isReached else { return false }
    transfer.resume()
    return await end.value.bytes != nil
  }

  @Test("A paused transfer can be cancelled, and shut down")
  func cancel() async throws {
    let server = try servers.start { _ in .ok([UInt8](repeating: 7, count: 1 << 20)) }
    for cancels in [true, false] {
      let paused = Gate()
      let (transfer, end) = transport.begin(server.url()) { chunk in
        chunk.transfer.pause()
        paused.open()
      }
      await paused.wait()
      if cancels { transfer.cancel() } else { transport.shutdown() }
      #expect(await end.value.reason == .cancelled)
    }
  }

  @Test("A transfer can be paused from outside its receiver, too")
  func fromOutside() async throws {
    let server = try servers.start { _ in .ok([UInt8](repeating: 7, count: 1 << 20)) }
    let (transfer, end) = transport.begin(server.url())
    transfer.pause()
    await server.requested.reach(1)
    transfer.resume()
    #expect(await end.value.bytes?.count == 1 << 20)
  }
}
