import Base
import NIOConcurrencyHelpers
import TestSupport
import Testing
import WebServer

@Suite("Server-sent events")
struct EventStreamTests {
  @Test("Events arrive as they are sent, a line of data for each line")
  func sending() async throws {
    let server = try WebServer.start { _ in
      .now(
        .events { stream in
          stream.send("one\ntwo", event: "rows", id: "7")
          stream.send("")
          stream.close()
        })
    }
    defer { server.stop() }
    let reply = try await RawClient.reply(port: server.port, "/")
    #expect(reply.headers["content-type"] == "text/event-stream")
    #expect(reply.text == "event: rows\nid: 7\ndata: one\ndata: two\n\ndata: \n\n")
  }

  @Test("After a stream was closed nothing more is sent, and closing it again is harmless")
  func sendingAfterTheClose() async throws {
    let server = try WebServer.start { _ in
      .now(
        .events { stream in
          stream.send("last")
          stream.close()
          stream.send("too late")
          stream.close()
        })
    }
    defer { server.stop() }
    for _ in 1...2 {
      #expect(try await RawClient.reply(port: server.port, "/").text == "data: last\n\n")
    }
  }

  @Test("A client that leaves is noticed, once")
  func leaving() async throws {
    let closed = Counter()
    let (gone, tell) = AsyncStream.makeStream(of: Void.self)
    let streams = NIOLockedValueBox<[EventStream]>([])
    let server = try WebServer.start { _ in
      .now(
        .events { stream in
          stream.onClose {
            closed.add()
            tell.finish()
          }
          stream.send("hello")
          streams.withLockedValue { $0.append(stream) }
        })
    }
    defer { server.stop() }
    let client = try await RawClient.connect(port: server.port)
    try await client.get("/")
    await client.wait { String(decoding: $0, as: UTF8.self).contains("hello") }
    try await client.close()
    for await _ in gone {}
    #expect(closed.count == 1)
    let stream = try #require(streams.withLockedValue { $0.first })
    #expect(!stream.isOpen)
    #expect(!stream.send("too late"))
  }

  @Test("A client that doesn't read is dropped when too much waits for it")
  func backlog() async throws {
    let (gone, tell) = AsyncStream.makeStream(of: Void.self)
    let line = String(repeating: "x", count: 256 * 1024)
    let (sent, streams) = (Counter(), Locked<[EventStream]>([]))
    let server = try WebServer.start { _ in
      .now(
        .events { stream in
          stream.onClose { tell.finish() }
          streams.withLock { $0.append(stream) }
          while stream.send(line) { sent.add() }
        })
    }
    defer { server.stop() }
    let lazy = try await RawClient.connect(port: server.port, reads: false)
    try await lazy.get("/")
    for await _ in gone {}
    #expect(sent.count > 0)
    #expect(streams.value.map(\.isOpen) == [false])
  }
}
