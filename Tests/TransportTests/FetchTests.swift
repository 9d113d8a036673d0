import Foundation
import Testing
import Transport

@Suite("Fetching")
struct FetchTests {
  @Test("A body arrives whole, with what the server said of it")
  func body() async throws {
    let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let server = try LoopbackServer { _ in
      .ok(
        body,
        headers: [
          "Content-Type: image/png", "ETag: \"v1\"", "Last-Modified: Sat, 01 Jan 2022 00:00:00 GMT",
          "Accept-Ranges: bytes",
        ])
    }
    defer { server.stop() }
    let outcome = await Transport(.with { _ in }).get(server.url("/photo.png"))
    let response = try outcome.get()
    #expect(response.status == 200)
    #expect(outcome.bytes == body)
    #expect(Array(response.body.data) == body)
    #expect(response.head.effectiveURL == server.url("/photo.png"))
    #expect(response.head.contentType == "image/png")
    #expect(response.head.etag == "\"v1\"")
    #expect(response.head.lastModified == "Sat, 01 Jan 2022 00:00:00 GMT")
    #expect(response.head.acceptRanges == "bytes")
    #expect(response.head.contentLength == 300_000)
    #expect(response.bytesOnWire > 300_000 && response.bytesOnWire < 301_000)
    #expect(response.attempts == 1)
    #expect(response.newConnections == 1)
    #expect(response.timings.total >= response.timings.firstByte && response.timings.firstByte > 0)
  }

  @Test("A missing photo is not found, and names its URL")
  func notFound() async throws {
    let server = try LoopbackServer { _ in .status(404, Array("no".utf8)) }
    defer { server.stop() }
    let outcome = await Transport(.with { _ in }).get(server.url("/none.png"))
    #expect(outcome.reason == .http(status: 404))
    #expect(throws: TransferError.self) { try outcome.get() }
    if case .failure(let error) = outcome {
      #expect(error.description == "\(server.url("/none.png")): not found (404)")
      #expect(!error.isRetryable)
    }
  }
}
