import TestSupport
import Testing
import Transport
import WebServer

@testable import PhotoLists

@Suite("Lists: over HTTP")
struct ListFetchTests {
  private let transport = Transport(.patient)

  private func fetch(_ url: String) async -> Outcome {
    let reader = PhotoListReader(.url(url), transport: transport)
    return await onThread { outcome(of: reader, atMost: 64) }
  }

  @Test("Relative URLs are relative to where redirects led")
  func redirected() async throws {
    let server = try WebServer { request in
      guard request.path != "/old" else {
        return .now(Response(.found, headers: ["Location": "/new/list.txt"]))
      }
      return .now(.text("a.png\n/b.png\nfile:///etc/passwd\n"))
    }
    defer { server.stop() }
    let read = await fetch(server.url + "/old")
    #expect(read.urls == ["\(server.url)/new/a.png", "\(server.url)/b.png", nil])
  }

  @Test("A list that is not found is reported with its address and the server's answer")
  func notFound() async throws {
    let server = try WebServer { _ in nil }
    defer { server.stop() }
    let read = await fetch(server.url + "/photos.plist")
    #expect(read.reason == .notFetched("not found (404)"))
    let error = ListError(source: .url(server.url + "/x"), reason: .notFetched("not found (404)"))
    #expect(error.description.hasPrefix("\(server.url)/x cannot be fetched: not found (404). "))
  }

  @Test("A reply without a byte is reported as an empty list")
  func nothing() async throws {
    let server = try WebServer { _ in .now(Response()) }
    defer { server.stop() }
    #expect(await fetch(server.url).reason == .empty)
  }

  @Test("Cancelling ends the wait for a server that does not answer")
  func cancelled() async throws {
    let asked = Gate()
    let server = try WebServer { _ in .later { _ in asked.open() } }
    defer { server.stop() }
    let reader = PhotoListReader(.url(server.url), transport: transport)
    async let waiting = onThread { outcome(of: reader) }
    await asked.wait()
    reader.cancel()
    #expect(await waiting == Outcome(entries: [], reason: .cancelled))
  }

  @Test("A list that is not read is held back at the server, and comes whole in the end")
  func heldBack() async throws {
    let total = 32 << 20
    let server = try WebServer { _ in
      .now(
        Response(
          body: .stream(length: total) {
            var left = total
            return {
              let piece = min(left, 32 << 10)
              left -= piece
              return piece > 0 ? [UInt8](repeating: 0x61, count: piece) : nil
            }
          }))
    }
    defer { server.stop() }
    let isPaused = Gate()
    let source = TransferSource(server.url, transport: transport) { isPaused.open() }
    @Sendable func read() -> Int {
      withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { (try? source.read(into: $0)) ?? -1 }
    }
    source.whenReady {}
    // Nothing has been read yet, so enough bytes arrive to cause a pause.
    await isPaused.wait()
    #expect(source.bytesHeld >= TransferSource.limit)
    let (count, most) = await onThread {
      var count = 0
      var most = source.bytesHeld
      while case let more = read(), more > 0 {
        count += more
        most = max(most, source.bytesHeld)
      }
      return (count, most)
    }
    #expect(count == total)
    // One piece more than the limit may arrive. curl's pieces have at most 16 KiB.
    #expect(most <= TransferSource.limit + 16 << 10)
  }
}
