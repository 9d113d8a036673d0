import Base
import TestSupport
import Testing
import WebServer

@Suite("Stopping and holding many")
struct StopTests {
  @Test("1,000 connections are open at once, and each is answered twice")
  func thousandConnections() async {
    // Runs in a separate process. If more than a thousand files are open, Foundation's `Process`, which other tests
    // use, reads past the end of the directory entries of /proc/self/fd and may crash (Process.swift,
    // swift-6.3.1-RELEASE, line 86).
    await #expect(processExitsWith: .success) {
      OpenFiles.raiseLimit()
      let server = try WebServer { .now(.text($0.path)) }
      defer { server.stop() }
      let clients = try await withThrowingTaskGroup(of: RawClient.self) { group in
        for number in 0..<1_000 {
          group.addTask {
            let client = try await RawClient(port: server.port)
            #expect(try await client.reply("/\(number)").text == "/\(number)")
            return client
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(server.counters.connectionsOpen == 1_000)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for client in clients {
          group.addTask {
            let reply = try await client.reply("/again")
            #expect(reply.text == "/again")
          }
        }
        try await group.waitForAll()
      }
      #expect((server.counters.connectionsTotal, server.counters.requests) == (1_000, 2_000))
    }
  }

  @Test("Stopping ends idle, delayed, stalled and streaming connections, and frees the port")
  func stopWithOpenConnections() async throws {
    // Another process may have taken the port in the meantime, but hardly six times in a row.
    for _ in 0..<6 {
      let port = try await portOfServerStopped()
      guard let next = try? WebServer(port: port, handler: { _ in nil }) else { continue }
      return await next.stop()
    }
    Issue.record("the port is still taken")
  }

  /// Stops a server with open connections of all kinds.
  private func portOfServerStopped() async throws -> Int {
    let server = try WebServer { request in
      var response = Response.text("hello")
      switch request.path {
      case "/delayed": response.delivery.delay = .seconds(3_600)
      case "/stalled": response.delivery.ending = .stall
      case "/slow": response.delivery.rate = 1
      case "/events": response = .events { $0.send("hello") }
      case "/never": return .later { _ in }
      default: break
      }
      return .now(response)
    }
    var clients: [RawClient] = []
    for target in ["/idle", "/delayed", "/stalled", "/slow", "/events", "/never"] {
      clients.append(try await server.get(target))
    }
    // When another connection gets its reply, the event loop has processed everything before it.
    _ = try await server.reply("/last")
    await server.stop()
    for client in clients { #expect(await client.end().ending != .open) }
    #expect(server.counters.connectionsOpen == 0)
    return server.port
  }

  @Test("Stopping may be done twice, by blocking, and from the server's own thread")
  func stopTwice() async throws {
    let server = try WebServer { _ in .now(.text("hello")) }
    await onThread {
      server.stop()
      server.stop()
    }
    await server.stop()

    let box = Locked<WebServer?>(nil)
    let other = try WebServer { _ in
      box.value?.stop()
      return nil
    }
    box.withLock { $0 = other }
    let client = try await other.get("/")
    #expect(await client.end().ending != .open)
  }

  @Test("Letting go of a server stops it")
  func letGo() async throws {
    var server: WebServer? = try WebServer { _ in .now(.text("hello")) }
    let client = try await RawClient(port: try #require(server).port)
    _ = try await client.reply("/")
    server = nil
    #expect(await client.end().ending != .open)
  }
}
