import TestSupport
import Testing

@testable import Transport

@Suite("Compressed bodies")
struct EncodingTests {
  private let servers = Servers()
  private let transport = Transport(.with { $0.maxBytes = 10_000 })
  private static let body = Array("a photo".utf8)

  // MARK: Bodies in stored blocks (RFC 1951, section 3.2.4)

  private static func deflate(_ bytes: [UInt8]) -> [UInt8] {
    let (low, high) = (UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8))
    return [1, low, high, ~low, ~high] + bytes
  }

  private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var (a, b) = (1, 0)
    for byte in bytes {
      a = (a + Int(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return [0x78, 0x01] + deflate(bytes) + [b >> 8, b & 0xFF, a >> 8, a & 0xFF].map(UInt8.init)
  }

  private static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + deflate(bytes) + word(~sum) + word(UInt32(bytes.count))
  }

  @Test(
    "A body that is compressed without being asked for is decompressed, and one that only claims it is taken as it is",
    arguments: [
      ("gzip", gzip(body)), ("x-gzip", gzip(body)), ("deflate", zlib(body)), ("deflate", deflate(body)),
      ("gzip", body), ("identity", body), ("", body), ("utf-8", body), ("binary", body),
    ])
  func unasked(encoding: String, bytes: [UInt8]) async throws {
    let server = try servers.start { _ in .ok(bytes, headers: ["Content-Encoding: \(encoding)"]) }
    let response = try await transport.get(server.url()).get()
    #expect(response.body == Self.body)
    #expect(server.requests.allSatisfy { $0.headers["accept-encoding"] == nil })
  }

  @Test("Bytes after the end of a compressed photo are ignored, but those of a list are an error")
  func padded() async throws {
    let server = try servers.start { _ in
      .ok(Self.gzip(Self.body) + [0, 0, 0, 0], headers: ["Content-Encoding: gzip"])
    }
    #expect(await transport.get(server.url()).bytes == Self.body)
    let list = await transport.get(TransferRequest(server.url()) { $0.acceptsCompression = true })
    #expect(list.reason == .badAnswer("there are bytes after the end of its compressed body"))
  }

  @Test(
    "The limit for bodies holds for what comes out, and the length that was announced is not that of the body"
  )
  func limit() async throws {
    let server = try servers.start { request in
      let body = [UInt8](repeating: 7, count: request.target == "/large" ? 10_001 : 10_000)
      return .ok(Self.gzip(body), headers: ["Content-Encoding: gzip"])
    }
    let response = try await transport.get(server.url()).get()
    #expect(response.head.contentLength == nil && response.head.contentEncoding == "gzip")
    #expect(response.body.count == 10_000)
    #expect(await transport.get(server.url("/large")).reason == .tooLarge(limit: 10_000))
  }

  @Test(
    "A part that was not asked for is refused, but not the whole that is called one",
    arguments: [
      ("Content-Range: bytes 0-6/7", true), ("X-Range: none", true), ("Content-Range: bytes 0-6/*", true),
      ("Content-Range: bytes 0-6/70", false), ("Content-Range: bytes 63-69/70", false),
    ])
  func part(header: String, isWhole: Bool) async throws {
    for status in [200, 206] {
      let server = try servers.start { _ in .status(status, Self.body, headers: [header]) }
      let outcome = await transport.get(server.url())
      #expect(outcome.bytes == (isWhole ? Self.body : nil))
      let refusal = TransferError.Reason.badAnswer("a part of the body that was not requested (\(status))")
      #expect(outcome.reason == (isWhole ? nil : refusal))
    }
  }
}
