import SampleServer
import Testing

@Suite("Faults on purpose")
final class FaultTests: SampleTests {
  private let path = SampleCatalog.photos[0].path

  /// Returns the photo as it is served without faults.
  private func whole() async throws -> [UInt8] { try await server.reply(path).body }

  @Test("A status is replied with, and 429 and 503 say how long to wait", arguments: [404, 429, 500, 503])
  func statuses(status: Int) async throws {
    let reply = try await server.reply("\(path)?fail=\(status)&retry-after=7")
    #expect(reply.status == status)
    #expect(reply.headers["retry-after"] == ([429, 503].contains(status) ? "7" : nil))
    #expect(reply.headers["cache-control"] == "no-store")
  }

  @Test("A reset connection is reset, without a byte")
  func reset() async throws {
    let client = try await server.get(path + "?fail=reset")
    let (bytes, ending) = await client.end()
    #expect(ending == .reset)
    #expect(bytes.isEmpty)
  }

  @Test("A connection closes amid the body, or after twice what was announced", arguments: ["cut", "length"])
  func halves(fault: String) async throws {
    let photo = try await whole()
    let half = photo.count / 2
    let client = try await server.get("\(path)?fail=\(fault)")
    let (bytes, ending) = await client.end()
    let reply = try #require(Reply(bytes))
    #expect(ending == .closed)
    #expect(reply.headers["content-length"] == "\(fault == "cut" ? photo.count : half)")
    #expect(reply.body == Array(photo.prefix(half)))
    #expect(reply.excess == (fault == "cut" ? 0 : photo.count - half))
  }

  @Test("A stalled reply stops in the middle and leaves the connection open")
  func stall() async throws {
    let photo = try await whole()
    let client = try await server.get(path + "?fail=stall")
    await client.wait { Reply($0)?.body.count == photo.count / 2 }
    // A whole reply on another connection gives the server time to send more, if it were to.
    _ = try await whole()
    let (bytes, ending) = client.received
    #expect(ending == .open)
    #expect(Reply(bytes)?.body.count == photo.count / 2)
  }

  @Test("Garbage has the photo's length and type, but is not a photo")
  func garbage() async throws {
    let photo = try await whole()
    let reply = try await server.reply(path + "?fail=garbage")
    #expect(reply.status == 200)
    #expect(reply.headers["content-type"] == SampleCatalog.photos[0].type)
    #expect(reply.body.count == photo.count)
    #expect(reply.body.prefix(2) != photo.prefix(2))
    #expect(reply.headers["etag"] == nil)
    let again = try await server.reply(path + "?fail=garbage")
    #expect(again.body == reply.body)
  }

  @Test("A delay and a rate are kept to")
  func pace() async throws {
    let photo = try await whole()
    let clock = ContinuousClock()
    let delayed = try await clock.measure {
      _ = try await server.reply(path + "?delay=0.2")
    }
    #expect(delayed >= .seconds(0.2))
    let limited = try await clock.measure {
      let reply = try await server.reply(path + "?rate=\(photo.count * 4)")
      #expect(reply.body == photo)
    }
    #expect(limited >= .seconds(0.2))
  }

  @Test(
    "A parameter that cannot be read is refused, and the refusal names it",
    arguments: [
      "delay=soon", "delay=-1", "jitter=inf", "rate=0", "fail=fire", "fail-rate=2", "retry-after=x",
      "seed=-1",
    ])
  func unreadable(query: String) async throws {
    let reply = try await server.reply(path + "?" + query)
    #expect(reply.status == 400)
    #expect(reply.text.contains(query))
  }

  @Test("The server's own faults strike photos, not lists, and can be changed while it runs")
  func common() async throws {
    server.faults = Faults(failureRate: 1, kinds: [.serverError])
    #expect(try await server.reply(path).status == 500)
    #expect(try await server.reply("/photos.txt").status == 200)
    #expect(try await server.reply("/photos.txt?fail=404").status == 404)
    server.faults = .none
    #expect(try await server.reply(path).status == 200)
  }

  @Test("As many requests fail as is set; which ones follows from seed, target and the client's attempts")
  func repeats() async throws {
    let targets = (0..<100).map { "/photos/none-\($0).jpg" }
    let connection = try await RawClient(port: server.port)
    /// Returns the statuses of each target's attempts, in order.
    func statuses(_ targets: [String], of client: String = "one") async throws -> [String: [Int]] {
      var statuses: [String: [Int]] = [:]
      for target in targets {
        let reply = try await connection.reply(target, headers: "User-Agent: \(client)\r\n")
        statuses[target, default: []].append(reply.status)
      }
      return statuses
    }
    server.faults = Faults(failureRate: 0.4, kinds: [.tooManyRequests, .serverError, .unavailable], seed: 42)
    let first = try await statuses(targets + targets)
    // There are no such photos, so a request without a fault gets 404.
    for attempt in 0...1 { #expect((25...55).contains(first.values.count { $0[attempt] != 404 })) }
    #expect(first.values.contains { $0[0] != $0[1] }, "a second attempt may fare otherwise")
    #expect(try await statuses(targets.reversed() + targets.shuffled(), of: "two") == first)
    #expect(try await statuses(targets + targets) != first, "these are its third and fourth attempts")
    // Setting the faults restarts the count of attempts.
    server.faults.seed = 43
    #expect(try await statuses(targets + targets) != first)
    server.faults.seed = 42
    #expect(try await statuses(targets + targets) == first)
  }
}
