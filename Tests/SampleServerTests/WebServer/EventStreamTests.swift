import Base
import TestSupport
import Testing
import WebServer

@Suite("Server-sent events")
struct EventStreamTests {
  @Test("Events arrive as sent, a data line for each line; nothing comes after a close, nor of a second one")
  func sending() async throws {
    let server = try WebServer { _ in
      .now(
        .events { stream in
          stream.send("one\ntwo", event: "rows")
          stream.send("")
          stream.close()
          stream.send("too late")
          stream.close()
        })
    }
    defer { server.stop() }
    for _ in 1...2 {
      let reply = try await server.reply("/")
      #expect(reply.headers["content-type"] == "text/event-stream")
      #expect(reply.text == "event: rows\ndata: one\ndata: two\n\ndata: \n\n")
    }
  }

  @Test("A client that leaves is noticed, once")
  func leaving() async throws {
    let closed = Counter()
    let streams = Locked<[EventStream]>([])
    let server = try WebServer { _ in
      .now(
        .events { stream in
          stream.onClose { closed.add() }
          stream.send("hello")
          streams.withLock { $0.append(stream) }
        })
    }
    defer { server.stop() }
    let client = try await server.get("/")
    await client.wait { String(decoding: $0, as: UTF8.self).contains("hello") }
    try await client.close()
    await closed.reach(1)
    #expect(closed.count == 1)
    #expect(streams.value.map { $0.send("too late") } == [false])
  }

  @Test("A client that doesn't read is dropped when too much waits for it")
  func backlog() async throws {
    let line = String(repeating: "x", count: 256 * 1024)
    let (gone, sent) = (Gate(), Counter())
    let server = try WebServer { _ in
      .now(
        .events { stream in
          stream.onClose { gone.open() }
          while stream.send(line) { sent.add() }
        })
    }
    defer { server.stop() }
    let lazy = try await server.get("/", reads: false)
    await gone.wait()
    withExtendedLifetime(lazy) {}
    #expect(sent.count > 0)
  }
}
