import Base
import TestSupport
import Testing

@testable import Transport

@Suite("Trying again")
struct RetryTests {
  private let servers = Servers()

  /// Starts a server that sends the replies in order, and then repeats the last one.
  private func server(_ replies: Reply...) throws -> LoopbackServer {
    let count = Locked(0)
    return try servers.start { _ in
      count.withLock { count in
        defer { count += 1 }
        return replies[min(count, replies.count - 1)]
      }
    }
  }

  private func transport(_ change: (inout TransportSettings) -> Void = { _ in }) -> Transport {
    let policy = RetryPolicy(retries: 3, first: .milliseconds(2), longest: .milliseconds(5))
    var settings = TransportSettings.with { $0.retry = policy }
    change(&settings)
    return Transport(settings)
  }

  @Test("What may pass is tried again, and the answer tells how often")
  func passing() async throws {
    let cutHead = Reply.steps(.send(Array("HTTP/1.1 200 OK\r\nContent-Le".utf8)), .close)
    for failure in [Reply.status(503), .status(429), .status(408), .steps(.reset), cutHead] {
      let server = try server(failure, failure, .ok("well"))
      let outcome = await transport().get(server.url())
      #expect(outcome.text == "well", "the first attempts' bytes are not part of it")
      #expect(try outcome.get().attempts == 3)
      #expect(server.requested.count == 3)
    }
  }

  @Test("A silent server is tried again, too")
  func silent() async throws {
    let server = try server(.steps(.silence), .ok("well"))
    // On a busy machine, even the good server may sometimes be silent for that long.
    let transport = transport { ($0.stallTimeout, $0.retry.retries) = (.milliseconds(100), 1_000) }
    #expect(await transport.get(server.url()).text == "well")
  }

  @Test(
    "What will not pass is not tried again, and what may pass is reported after the last retry",
    arguments: [(400, 1), (401, 1), (403, 1), (404, 1), (410, 1), (502, 4)])
  func lasting(status: Int, attempts: Int) async throws {
    let server = try server(.status(status))
    #expect(await transport().get(server.url()).reason == .http(status: status))
    #expect(server.requested.count == attempts)
  }

  @Test(
    "A delay longer than the time that is left is not begun; a Retry-After that is past or says nothing asks for none",
    arguments: [
      ("5000", 1), ("999999999999", 1), ("9223372036854775807", 1), ("Fri, 31 Dec 2100 23:59:59 GMT", 1),
      ("99999999999999999999", 1), ("5000.5", 1), ("", 2), ("soon", 2), ("-3", 2), ("0", 2), ("0.001", 2),
      ("Sun, 06 Nov 1994 08:49:37 GMT", 2), ("9999-12-31T23:59:59Z", 2), ("9999s", 2),
    ])
  func retryAfter(value: String, attempts: Int) async throws {
    let server = try server(.status(503, headers: ["Retry-After: \(value)"]), .ok("well"))
    let transport = transport {
      ($0.retry.longestRetryAfter, $0.totalTimeout) = (.seconds(5_000), .seconds(4_000))
    }
    let outcome = await transport.get(server.url())
    switch outcome.reason {
    case nil: #expect(attempts == 2)
    case .http(status: 503): #expect(value == "5000")
    case .asksToWait(status: 503, let pause): #expect(attempts == 1 && pause > .seconds(5_000))
    case let reason: Issue.record("\(reason.debugDescription)")
    }
    #expect(server.requested.count == attempts)
  }

  @Test("Retry-After delays an attempt, and a delayed transfer holds no slot; cancelling it ends it at once")
  func delayed() async throws {
    let later = try server(.status(503, headers: ["Retry-After: 86400"]))
    let now = try server(.ok("now"))
    let transport = transport {
      $0.inFlight = 1
      ($0.retry.longestRetryAfter, $0.totalTimeout) = (.seconds(86_400), .seconds(200_000))
    }
    let (transfer, end) = transport.begin(later.url())
    await later.requested.reach(1)
    // With one slot, this transfer can only finish after the other one has begun to wait.
    #expect(await transport.get(now.url()).text == "now")
    #expect(!end.isReached)
    transfer.cancel()
    #expect(await end.value.reason == .cancelled)
    #expect(later.requested.count == 1)
  }

  @Test("What was handed out piece by piece is not tried again; with nothing handed out yet, it is")
  func handedOut() async throws {
    let cut = Reply.steps(.send(Reply.head(200, ["Content-Length: 9"]) + [1, 2]), .close)
    for (failure, bytes, attempts) in [
      (cut, [1, 2], 1), (.status(500, Array("sorry".utf8)), Array("well".utf8), 2),
    ] {
      let server = try server(failure, .ok("well"))
      let received = Locked<[UInt8]>([])
      let outcome = await transport().get(server.url()) { chunk in received.withLock { $0 += chunk.bytes } }
      #expect(outcome.reason == (attempts == 1 ? .cutShort(received: 2, expected: 9) : nil))
      #expect(received.value == bytes)
      #expect(server.requested.count == attempts)
    }
  }
}
