import Measurement
import TestSupport
import Testing
import Transport
import WebServer

@Suite("Connections and limits", .serialized)
final class LimitTests: TransferTests {
  @Test("A host gets no more connections than its limit, and all of them when there is enough to do")
  func perHost() async throws {
    let gate = Gate()
    let server = try servers.start { _ in .steps(.wait(gate), .send(Reply.head(204, []))) }
    let transport = Transport(.with { $0.perHost = 3 })
    let ends = (0..<30).map { transport.begin(server.url("/\($0)")).end }
    await server.requested.reach(3)
    // This transfer was started after the others and has ended, so the transport has seen the others.
    #expect(await transport.get("nothing").reason != nil)
    #expect(server.requested.count == 3)
    gate.open()
    for end in ends { #expect(try await end.value.get().head.status == 204) }
    #expect(server.accepted.count == 3)
    #expect(server.mostOpen == 3)
  }

  @Test("Together they hold no more than the total, and a host that stalls holds up no other")
  func total() async throws {
    let gate = Gate()
    let stalling = try (0..<3).map { _ in
      try servers.start { _ in .steps(.wait(gate), .send(Reply.head(204, []))) }
    }
    let quick = try servers.start { _ in .ok("x") }
    let transport = Transport(.with { ($0.perHost, $0.inFlight) = (3, 7) })
    var ends: [End] = []
    for (server, most) in zip(stalling, [3, 3, 1]) {
      #expect(await transport.get(quick.url()).text == "x")
      ends += (0..<50).map { transport.begin(server.url("/\($0)")).end }
      await server.requested.reach(most)
    }
    // This transfer was started after the others and has ended, so the transport has seen the others.
    #expect(await transport.get("nothing").reason != nil)
    #expect(stalling.map(\.requested.count) == [3, 3, 1])
    gate.open()
    for end in ends { #expect(try await end.value.get().head.status == 204) }
  }

  /// Runs in its own process, where no other suite starts threads.
  @Test("A thousand transfers in flight hold one thread")
  func thousandInFlight() async {
    await #expect(processExitsWith: .success) {
      // Each connection has an end in the transport and one in the server.
      try #require(OpenFiles.raiseLimit() > 2_000)
      let gate = Gate()
      let server = try LoopbackServer { _ in .steps(.wait(gate), .send(Reply.head(204, []))) }
      defer { server.stop() }
      let transport = Transport(.with { ($0.perHost, $0.inFlight) = (1000, 1000) })
      // Count on one blocking thread, so that Swift starts none of its own threads in between.
      let (first, rest, threads) = await onThread {
        let before = threadCount()
        let first = transport.begin(server.url("/first")).end
        server.requested.blockUntil(1)
        let withOne = threadCount()
        let rest = (1..<1000).map { transport.begin(server.url("/\($0)")).end }
        server.requested.blockUntil(1000)
        return (first, rest, (before: before, withOne: withOne, withAll: threadCount()))
      }
      // An idle thread of Swift's pool may end.
      #expect(threads.withOne <= threads.before + 1)
      #expect(threads.withAll <= threads.withOne)
      #expect(server.mostOpen == 1000)
      gate.open()
      for end in [first] + rest { #expect(try await end.value.get().head.status == 204) }
    }
  }

  @Test("A transport that has nothing to do closes its connections, and opens new ones when it has")
  func idle() async throws {
    let server = try servers.start { _ in .ok("x") }
    let transport = Transport(.with { $0.idleTimeout = .milliseconds(5) })
    for round in 1...3 {
      #expect(await transport.get(server.url()).text == "x")
      await server.ended.reach(round)
    }
    #expect(server.accepted.count == 3)
  }
}
