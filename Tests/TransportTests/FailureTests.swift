import Foundation
import TestSupport
import Testing
import Transport

@Suite("Failures")
final class FailureTests: TransferTests {
  private func reason(
    _ reply: Reply, _ configuration: TransportSettings = .with { _ in }
  ) async throws -> TransferError.Reason? {
    let server = try servers.start { _ in reply }
    return await Transport(configuration).get(server.url()).reason
  }

  private func isLost(_ reason: TransferError.Reason?) -> Bool {
    if case .connectionLost = reason { true } else { false }
  }

  private func isBadAnswer(_ reason: TransferError.Reason?) -> Bool {
    reason?.description.hasPrefix("not a valid response (") == true
  }

  @Test("A connection that ends or is reset before the answer, or within the body, is lost")
  func lost() async throws {
    #expect(isLost(try await reason(.steps(.close))))
    #expect(isLost(try await reason(.steps(.reset))))
    let head = Reply.head(200, ["Content-Length: 1000"]) + [1, 2, 3]
    let within = try await reason(.steps(.send(head), .reset))
    // The system decides how many bytes had arrived before the reset, but they are never taken for a complete
    // picture.
    #expect(isLost(within) || within == .cutShort(received: 3, expected: 1000))
  }

  @Test("A body shorter than announced is cut short, however it was framed; one that is longer ends there")
  func announced() async throws {
    let announced = Reply.head(200, ["Content-Length: 1000"]) + [1, 2, 3]
    #expect(try await reason(.steps(.send(announced), .close)) == .cutShort(received: 3, expected: 1000))
    let chunked = Reply.head(200, ["Transfer-Encoding: chunked"]) + Array("5\r\nab".utf8)
    #expect(try await reason(.steps(.send(chunked), .close)) == .cutShort(received: 2, expected: nil))
    let server = try servers.start { _ in
      .steps(.send(Reply.head(200, ["Content-Length: 3"]) + Array("abcdef".utf8)), .close)
    }
    #expect(await transport.get(server.url()).text == "abc")
  }

  @Test("A reply that is not HTTP is reported as a bad answer")
  func garbage() async throws {
    for bytes in ["SSH-2.0-nothing\r\n", "\u{0}\u{1}\u{2}garbage\n\n", "HTTP/9.9 200 OK\r\n\r\n"] {
      let reason = try await reason(.steps(.send(Array(bytes.utf8)), .close))
      #expect(reason == .badAnswer("it isn't HTTP"), "\(bytes.debugDescription)")
    }
    for line in ["abc", "Content-Length: -5"] {
      let reason = try await reason(.steps(.send(Array("HTTP/1.1 200 OK\r\n\(line)\r\n\r\n".utf8)), .close))
      #expect(reason == .badAnswer("its headers are malformed"), "\(line)")
    }
  }

  @Test("An answer that begins with a folded line is a bad one, whatever the answer before it")
  func folded() async throws {
    let server = try servers.start { request in
      request.target == "/folded"
        ? .steps(.send(Array("HTTP/1.1 200 OK\r\n folded\r\nContent-Length: 0\r\n\r\n".utf8)), .close)
        : .ok([1], headers: ["X-Last: \(String(repeating: "x", count: 2000))"])
    }
    for _ in 0..<10 {
      #expect(await transport.get(server.url("/plain")).bytes == [1])
      #expect(isBadAnswer(await transport.get(server.url("/folded")).reason))
    }
  }

  @Test("A body over the limit is refused as announced, and as it arrives")
  func tooLarge() async throws {
    let configuration = TransportSettings.with { $0.maxBytes = 1000 }
    let most = [UInt8](repeating: 1, count: 1000)
    #expect(try await reason(.ok(most), configuration) == nil)
    #expect(try await reason(.ok(most + [1]), configuration) == .tooLarge(limit: 1000))
    // If the length is announced, the first byte is enough to refuse the body, without waiting for the rest.
    let announced = Reply.steps(.send(Reply.head(200, ["Content-Length: 999999999999"]) + [1]), .silence)
    #expect(try await reason(announced, configuration) == .tooLarge(limit: 1000))
    let unannounced = Reply.steps(.send(Reply.head(200, []) + most + [1]), .silence)
    #expect(try await reason(unannounced, configuration) == .tooLarge(limit: 1000))
  }

  @Test("Headers and trailers without end are refused, and not kept")
  func endlessHeaders() async throws {
    let lines = Array(
      String(repeating: "X-Line: \(String(repeating: "x", count: 1000))\r\n", count: 400).utf8)
    let head = Array("HTTP/1.1 200 X\r\n".utf8) + lines + Array("Content-Length: 0\r\n\r\n".utf8)
    let trailers =
      Reply.head(200, ["Transfer-Encoding: chunked"]) + Array("1\r\nx\r\n0\r\n".utf8) + lines + [13, 10]
    for bytes in [head, trailers] {
      let reason = try await reason(.steps(.send(bytes), .close))
      #expect(isBadAnswer(reason) && reason?.description.contains("headers") == true)
    }
  }

  @Test("Connecting, a silent server and a transfer as a whole each have a time limit, which is named")
  func timeLimits() async throws {
    let limit = Duration.milliseconds(60)
    let stalls = TransportSettings.with { $0.stallTimeout = limit }
    let stalled = TransferError.Reason.timedOut(.stalled, after: limit)
    #expect("\(stalled)" == "the server sent nothing for 0.06 s")
    #expect(try await reason(.steps(.silence), stalls) == stalled)
    let started = Reply.steps(.send(Reply.head(200, ["Content-Length: 9"]) + [1]), .silence)
    #expect(try await reason(started, stalls) == stalled)
    let total = TransportSettings.with { $0.totalTimeout = limit }
    #expect(try await reason(.steps(.silence), total) == .timedOut(.total, after: limit))
    // The handshake never ends.
    let server = try servers.start { _ in .steps(.silence) }
    let transport = Transport(.with { $0.connectTimeout = limit })
    let outcome = await transport.get("https://127.0.0.1:\(server.port)/")
    #expect(outcome.reason == .timedOut(.connecting, after: limit))
  }

  @Test("No URL, a host without an address and a port where nobody listens are told apart")
  func unreachable() async throws {
    #expect(await transport.get("").reason == .badURL("it is empty"))
    #expect(await transport.get("ftp://host/x").reason == .other("unsupported URL scheme 'ftp'"))
    // RFC 6761 guarantees that this name never has an address.
    #expect(await transport.get("http://photos.invalid/1.png").reason == .couldNotResolve("photos.invalid"))
    // Don't use the port of a server that has just stopped, because another test's server might get it.
    #expect(await transport.get("http://127.0.0.1:1/").reason == .couldNotConnect("Connection refused"))
  }

  @Test("Private addresses are refused when asked to be, by name, by number and after a redirect")
  func blockPrivate() async throws {
    let server = try servers.start { _ in .ok("inside") }
    let transport = Transport(.with { $0.blockPrivate = true })
    for host in ["127.0.0.1", "localhost", "0x7f.1", "2130706433", "[::ffff:127.0.0.1]"] {
      let reason = await transport.get("http://\(host):\(server.port)/").reason
      #expect(reason?.description.contains("loopback address") == true, "\(host)")
    }
    #expect(server.accepted.count == 0)
    #expect(await self.transport.get(server.url()).text == "inside")
  }

  @Test("An error names its URL and status; its body is not handed out, nor does it cost the connection")
  func errorBodies() async throws {
    let server = try servers.start { request in
      switch request.target {
      case "/404": .status(404, Array("a page about nothing".utf8))
      case "/endless": .steps(.send(Reply.head(500, []) + [UInt8](repeating: 1, count: 100_000)), .silence)
      default: .ok("x")
      }
    }
    let handedOut = Counter()
    let missing = await transport.get(server.url("/404")) { _ in handedOut.add() }
    let error = #expect(throws: TransferError.self) { try missing.get() }
    #expect(error?.reason == .http(status: 404))
    #expect(error?.url == server.url("/404") && error?.description == "not found (404)")
    #expect(handedOut.count == 0)
    #expect(try await transport.get(server.url("/ok")).get().newConnections == 0)
    #expect(await transport.get(server.url("/endless")).reason == .http(status: 500))
  }

  @Test(
    "A receiver that throws ends the transfer with its words, also when it refuses what a pause held back",
    arguments: [false, true])
  func receiverThrows(pauses: Bool) async throws {
    struct NoRoom: Error, CustomStringConvertible { let description = "no room on the disk" }
    let server = try servers.start { _ in .ok([UInt8](repeating: 7, count: 1 << 20)) }
    let paused = Gate()
    let (transfer, end) = transport.begin(server.url()) { chunk in
      guard pauses, !paused.isOpen else { throw NoRoom() }
      chunk.transfer.pause()
      paused.open()
    }
    if pauses { await paused.wait() }
    transfer.resume()
    #expect(await end.value.reason == .other("no room on the disk"))
  }
}
