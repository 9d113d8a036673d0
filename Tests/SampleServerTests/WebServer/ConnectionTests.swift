import Foundation
import NIOCore
import NIOPosix
import TestSupport
import Testing
import WebServer

@Suite("Connections")
struct ConnectionTests {
  @Test("A connection is kept alive, and answers requests in their order, even when they come at once")
  func keepAlive() async throws {
    let server = try WebServer { .now(.text($0.path)) }
    defer { server.stop() }
    let client = try await RawClient(port: server.port)
    #expect(try await client.reply("/one").text == "/one")
    #expect(try await client.reply("/two").text == "/two")
    let before = client.received.bytes.count
    try await client.send("GET /3 HTTP/1.1\r\nHost: t\r\n\r\nGET /4 HTTP/1.1\r\nHost: t\r\n\r\n")
    let bytes = await client.wait { String(decoding: $0, as: UTF8.self).hasSuffix("/4") }.bytes
    #expect(String(decoding: bytes[before...], as: UTF8.self).contains("/3HTTP/1.1"))
    #expect((server.counters.connectionsTotal, server.counters.requests) == (1, 4))
  }

  @Test("A client that asks for it, or speaks HTTP/1.0, finds its connection closed after the reply")
  func closing() async throws {
    let server = try WebServer { _ in .now(.text("bye")) }
    defer { server.stop() }
    let client = try await server.get("/", headers: "Connection: close\r\n")
    let (bytes, ending) = await client.end()
    #expect(ending == .closed)
    #expect(Reply(bytes)?.headers["connection"] == "close")

    let old = try await RawClient(port: server.port)
    try await old.send("GET / HTTP/1.0\r\n\r\n")
    #expect(await old.end().ending == .closed)
  }

  @Test("A reply to HEAD has the head of GET, and no body")
  func head() async throws {
    let server = try WebServer { request in
      request.path == "/stream"
        ? .now(Response(body: .stream(length: nil) { { nil } })) : .now(.text("hello"))
    }
    defer { server.stop() }
    let client = try await RawClient(port: server.port)
    for target in ["/text", "/stream", "/text"] {
      let head = try await client.reply(target, method: "HEAD")
      #expect(head.status == 200 && head.excess == 0)
      if target == "/text" { #expect(head.headers["content-length"] == "5") }
    }
  }

  @Test("A small body reaches the handler; a large one, non-HTTP and what no handler answers are refused")
  func bodies() async throws {
    let server = try WebServer { $0.path == "/" ? .now(.text("\($0.body.count)")) : nil }
    defer { server.stop() }
    #expect(try await server.reply("/nowhere").status == 404)
    let client = try await RawClient(port: server.port)
    try await client.send("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 5\r\n\r\nhello")
    #expect(Reply(await client.wait { Reply($0)?.isWhole == true }.bytes)?.text == "5")

    let large = try await RawClient(port: server.port)
    let size = WebServer.largestBody + 1
    try? await large.send(
      "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: \(size)\r\n\r\n" + String(repeating: "x", count: size))
    #expect(Reply(await large.wait { Reply($0)?.isWhole == true }.bytes)?.status == 413)

    let other = try await RawClient(port: server.port)
    try await other.send("this is no request\r\n\r\n")
    let (bytes, ending) = await other.end()
    #expect(Reply(bytes)?.status == 400)
    #expect(ending == .closed)
  }

  @Test("An answer may come later, from any thread; only the first counts")
  func later() async throws {
    let server = try WebServer { _ in
      .later { respond in
        Thread.detachNewThread {
          respond(.text("first"))
          respond(.text("second"))
        }
      }
    }
    defer { server.stop() }
    let client = try await RawClient(port: server.port)
    #expect(try await client.reply("/").text == "first")
    #expect(try await client.reply("/").text == "first")
  }

  @Test("A long body is made no faster than it is read")
  func backpressure() async throws {
    let made = Counter()
    let piece = [UInt8](repeating: 1, count: 64 * 1024)
    let server = try WebServer { request in
      guard request.path == "/long" else { return .now(.text("short")) }
      return .now(
        Response(
          body: .stream(length: nil) {
            {
              made.add()
              return made.count < 1_000 ? piece : nil
            }
          }))
    }
    defer { server.stop() }
    // This client never reads, so the produced bytes have to fit into the buffers of the two sockets.
    let lazy = try await server.get("/long", reads: false)
    let client = try await RawClient(port: server.port)
    var before = -1
    // Each reply is a turn of the same event loop. If nothing was produced between two batches of replies, the producer
    // is being held back.
    while made.count != before || before < 1, made.count < 1_000 {
      before = made.count
      for _ in 0..<100 { _ = try await client.reply("/short") }
    }
    #expect(made.count < 1_000)
    try await lazy.close()
  }

  @Test("A server on loopback cannot be reached through another address, and says where it listens")
  func loopback() async throws {
    let server = try WebServer { _ in nil }
    defer { server.stop() }
    #expect(server.url == "http://127.0.0.1:\(server.port)")
    let others = try System.enumerateDevices().compactMap(\.address).filter {
      $0.protocol == .inet && $0.ipAddress?.hasPrefix("127.") == false
    }
    for other in others {
      guard let ip = other.ipAddress else { continue }
      await #expect(throws: (any Error).self) {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
          .connect(host: ip, port: server.port).get()
      }
    }
  }

  @Test("A taken port is an error that names the port and the cure")
  func takenPort() throws {
    let server = try WebServer { _ in nil }
    defer { server.stop() }
    let error = #expect(throws: WebServerError.self) {
      _ = try WebServer(port: server.port) { _ in nil }
    }
    #expect(error?.description.contains("127.0.0.1:\(server.port)") == true)
    #expect(error?.description.contains("Choose another") == true)
  }

  @Test("A host that doesn't exist is an error that says so")
  func unknownHost() {
    // RFC 6761 guarantees that this name never has an address.
    let error = #expect(throws: WebServerError.self) {
      _ = try WebServer(host: "nohost.invalid") { _ in nil }
    }
    #expect(error?.description == "cannot listen on nohost.invalid:0: there is no such host. Try 127.0.0.1.")
  }
}
