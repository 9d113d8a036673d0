import Base
import TestSupport
import Testing
import Transport

@Suite("Cancelling")
final class CancelTests: TransferTests {
  @Test("A running transfer is aborted: its connection ends, and so does it, once, as cancelled")
  func running() async throws {
    let server = try servers.start { _ in .steps(.silence) }
    let (transfer, end) = transport.begin(server.url())
    await server.requested.reach(1)
    transfer.cancel()
    transfer.cancel()
    #expect(await end.value.reason == .cancelled)
    await server.ended.reach(1)
    transfer.cancel()
    #expect(end.reportCount == 1)
  }

  @Test("A transfer that waits for its turn ends at once, and never reaches the server")
  func waiting() async throws {
    let gate = Gate()
    let server = try servers.start { _ in .steps(.wait(gate), .send(Reply.head(204, []))) }
    let transport = Transport(.with { $0.perHost = 1 })
    let first = transport.begin(server.url("/1"))
    let second = transport.begin(server.url("/2"))
    let third = transport.begin(server.url("/3"))
    await server.requested.reach(1)
    second.transfer.cancel()
    #expect(await second.end.value.reason == .cancelled)
    #expect(!first.end.isReached)
    gate.open()
    #expect(try await third.end.value.get().head.status == 204)
    #expect(server.requests.map(\.target) == ["/1", "/3"])
  }

  @Test("Of twenty thousand transfers, cancelled right after starting or shut down, each ends once")
  func thousands() async throws {
    let server = try servers.start { _ in .steps(.silence) }
    let (ends, others) = (Counter(), Counter())
    for number in 0..<20_000 {
      let transfer = transport.start(TransferRequest(url: server.url("/\(number)"))) { outcome in
        if outcome.reason != .cancelled { others.add() }
        ends.add()
      }
      if number.isMultiple(of: 10) { transfer.cancel() }
    }
    await ends.reach(2_000)
    await server.requested.reach(6)
    #expect(ends.count == 2_000)
    transport.shutdown()
    await ends.reach(20_000)
    #expect(ends.count == 20_000)
    #expect(others.count == 0)
  }

  @Test("A cancel that comes before the end is reported wins over it")
  func race() async throws {
    let server = try servers.start { _ in .ok("x") }
    for _ in 0..<200 {
      let cancelled = Locked(false)
      let outcome = await withCheckedContinuation { continuation in
        let transfer = transport.start(TransferRequest(url: server.url())) { outcome in
          continuation.resume(returning: (outcome, cancelled.value))
        }
        transfer.cancel()
        cancelled.withLock { $0 = true }
      }
      if outcome.1 { #expect(outcome.0.reason == .cancelled) }
    }
  }

  @Test("Cancelling from within the body's receiver ends the transfer, and no more is handed out")
  func fromReceiver() async throws {
    let server = try servers.start { _ in .ok([UInt8](repeating: 0, count: 1 << 20)) }
    let chunks = Counter()
    let outcome = await transport.get(server.url()) { chunk in
      chunks.add()
      chunk.transfer.cancel()
    }
    #expect(outcome.reason == .cancelled)
    #expect(chunks.count == 1)
  }

  @Test("Cancelling after the end changes nothing")
  func afterEnd() async throws {
    let server = try servers.start { _ in .ok("x") }
    let (transfer, end) = transport.begin(server.url())
    #expect(await end.value.text == "x")
    transfer.cancel()
    #expect(await transport.get(server.url()).text == "x")
    #expect(end.reportCount == 1)
  }

  @Test(
    "Shutting a transport down, or letting go of it, ends all transfers as cancelled, wherever they are, and later ones too",
    arguments: [true, false])
  func shutdown(isKept: Bool) async throws {
    let busy = try servers.start { _ in .status(503, headers: ["Retry-After: 200"]) }
    let server = try servers.start { _ in .steps(.silence) }
    var transport: Transport? = Transport(.with { ($0.perHost, $0.retry.retries) = (1, 1) })
    let urls = [busy.url(), server.url("/run"), server.url("/wait")]
    let ends = urls.map { transport?.begin($0).end }
    await busy.requested.reach(1)
    await server.requested.reach(1)
    if isKept {
      transport?.shutdown()
      transport?.shutdown()
    } else {
      transport = nil
    }
    for end in ends { #expect(await end?.value.reason == .cancelled) }
    await server.ended.reach(1)
    if isKept { #expect(await transport?.get(server.url()).reason == .cancelled) }
  }

  @Test("The last reference to a transport may go away on its own thread")
  func letGoFromWithin() async throws {
    let server = try servers.start { _ in .ok("x") }
    let kept = Locked<Transport?>(Transport(.with { _ in }))
    let gone = Gate()
    kept.withLock { transport in
      _ = transport?.start(TransferRequest(url: server.url())) { _ in
        kept.withLock { $0 = nil }
        gone.open()
      }
    }
    await gone.wait()
    await server.ended.reach(1)
    #expect(kept.withLock { $0 } == nil)
    #expect(server.accepted.count == 1)
  }
}
