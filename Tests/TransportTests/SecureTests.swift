import Base
import Foundation
import TestSupport
import Testing

@testable import Transport

/// The suite has a time limit because another version of a tool may never print the expected line.
@Suite(
  "Secure connections", .enabled(if: Tool.openssl.isHere, "OpenSSL is needed to make a certificate"),
  .timeLimit(.minutes(10)))
struct SecureTests {
  @Test("A certificate that nobody vouches for is refused, and accepted from the bundle that holds it")
  func verified() async throws {
    let server = try await SecureServer()
    defer { server.stop() }
    let refused = await Transport(.with { _ in }).get(server.url).reason
    #expect(refused == .tls("the server's certificate is self-signed"))
    let transport = Transport(.with { $0.caBundle = server.certificate.certificate })
    #expect(try await transport.get(server.url).get().head.status == 200)
    // The certificate is valid for one name, but not for the other.
    let misnamed = await transport.get("https://localhost:\(server.port)/").reason
    #expect(misnamed == .tls("the server's certificate is for another name"))
    let plain = try LoopbackServer { _ in .ok("") }
    defer { plain.stop() }
    let mistaken = await transport.get("https://127.0.0.1:\(plain.port)/").reason
    #expect(mistaken == .tls("the server doesn't use TLS on this port"))
  }

  @Test("A later connection to the same host resumes the TLS session of an earlier one")
  func resumed() async throws {
    let server = try await SecureServer()
    defer { server.stop() }
    let (url, certificate) = (server.url, server.certificate)
    let transport = Transport(.with { $0.caBundle = certificate.certificate })
    #expect(await transport.get(url).text?.contains("\nNew, TLS") == true)
    let second = await transport.get(url)
    #expect(try second.get().newConnections == 1)
    #expect(second.text?.contains("\nReused, TLS") == true)
  }

  @Test(
    "Bodies that go to a function share connections one after the other, and hold up no other when paused",
    .enabled(if: Tool.nginx.isHere, "nginx is needed, which speaks HTTP/1.1 and HTTP/2"))
  func chunksReuse() async throws {
    let body = [UInt8](repeating: 9, count: 2 << 20)
    let (certificate, tool, url) = try await serve(body)
    defer { tool.stop() }
    let transport = Transport(.with { ($0.caBundle, $0.perHost) = (certificate.certificate, 4) })
    // Opens an HTTP/2 connection first. An old libcurl doesn't reuse it for the transfers below, even if it is
    // free.
    #expect(try await transport.get(url).get().isMultiplexed)
    let received = Locked(0)
    @Sendable func count(_ chunk: BodyChunk) { received.withLock { $0 += chunk.bytes.count } }
    let ends = (0..<40).map { _ in transport.begin(url) { count($0) }.end }
    var made = 0
    for end in ends { made += try await end.value.get().newConnections }
    #expect(received.value == 40 * body.count)
    #expect(made <= 4)

    let paused = Counter()
    let (transfer, end) = transport.begin(url) { chunk in
      count(chunk)
      if paused.count < 3 { chunk.transfer.pause() }
      paused.add()
    }
    for round in 1...3 {
      await paused.reach(round)
      for _ in 0..<3 { #expect(await transport.get(url).bytes == body) }
      _ = try await transport.get(url) { count($0) }.get()
      transfer.resume()
    }
    _ = try await end.value.get()
    #expect(received.value == 44 * body.count)
  }

  @Test(
    "Over HTTP/2, many transfers share one connection, also where their bodies go to a function that never pauses",
    .enabled(if: Tool.nginx.isHere, "nginx is needed, which speaks HTTP/1.1 and HTTP/2"),
    arguments: [false, true])
  func multiplexed(inChunks: Bool) async throws {
    let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
    let (certificate, tool, url) = try await serve(body)
    defer { tool.stop() }
    let received = Locked(0)
    var chunks = TransferRequest(
      url: url, onChunk: { chunk in received.withLock { $0 += chunk.bytes.count } })
    chunks.isNeverPaused = true
    // One connection can carry this many streams, so no second connection is needed.
    let transport = Transport(.with { ($0.caBundle, $0.inFlight) = (certificate.certificate, 60) })
    let ends = (0..<200).map { _ in transport.begin(inChunks ? chunks : TransferRequest(url: url)).end }
    var made = 0
    for end in ends {
      let outcome = await end.value
      if !inChunks { #expect(outcome.bytes == body) }
      #expect(try outcome.get().isMultiplexed)
      made += try outcome.get().newConnections
    }
    #expect(made == 1)
    #expect(received.value == (inChunks ? 200 * body.count : 0))
    #expect(await transport.get(url + "/none").reason == .http(status: 404))
    // A rate limit pauses transfers that arrive too fast.
    let limited = Transport(.with { ($0.caBundle, $0.rateLimit) = (certificate.certificate, 1 << 30) })
    #expect(try await limited.get(chunks).get().isMultiplexed == !OldStreams.areHere)
  }

  /// Starts nginx with a file to serve.
  private func serve(_ body: [UInt8]) async throws -> (Certificate, RunningTool, url: String) {
    let (certificate, port) = (try await Certificate(), try await freePort())
    let folder = certificate.folder
    try Data(body).write(to: URL(fileURLWithPath: folder + "/photo"))
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
      "\($0)_temp_path \(folder)/\($0);"
    }
    let configuration = """
      daemon off; master_process off; pid \(folder)/pid; error_log stderr notice; events {}
      http {
        access_log off; \(temporary.joined(separator: " "))
        server {
          listen 127.0.0.1:\(port) ssl http2; root \(folder);
          ssl_certificate \(certificate.certificate); ssl_certificate_key \(certificate.key);
        }
      }
      """
    try Data(configuration.utf8).write(to: URL(fileURLWithPath: folder + "/nginx.conf"))
    let tool = try RunningTool(.nginx, ["-c", folder + "/nginx.conf", "-e", "stderr"])
    // nginx prints this line when it listens.
    _ = try #require(await tool.line(after: "event method"))
    return (certificate, tool, "https://127.0.0.1:\(port)/photo")
  }

  /// Returns a port that was free a moment ago, for a tool that doesn't report which port it has taken.
  private func freePort() async throws -> UInt16 {
    let server = try LoopbackServer { _ in .ok("") }
    server.stop()
    await server.stopped.wait()
    return server.port
  }
}
