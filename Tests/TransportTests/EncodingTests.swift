import Foundation
import TestSupport
import Testing

@testable import Transport

@Suite("Compressed bodies")
struct EncodingTests {
  private let servers = Servers()
  private let transport = Transport(.with { $0.maxBytes = 10_000 })
  private static let body = Array("a photo".utf8)
  /// The body as gzip, zlib and deflate compress it.
  private static let gzip = packed("H4sIAAAAAAAC/0tUKMjIL8kHABzulGUHAAAA")
  private static let zlib = packed("eNpLVCjIyC/JBwAJ4gKs")
  private static let deflate = packed("S1QoyMgvyQcA")

  private static func packed(_ base64: String) -> [UInt8] {
    Data(base64Encoded: base64).map(Array.init) ?? []
  }

  @Test(
    "A body that is compressed without being asked for is decompressed, and one that only claims it is taken as it is",
    arguments: [
      ("gzip", gzip), ("x-gzip", gzip), ("deflate", zlib), ("deflate", deflate),
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
      .ok(Self.gzip + [0, 0, 0, 0], headers: ["Content-Encoding: gzip"])
    }
    #expect(await transport.get(server.url()).bytes == Self.body)
    let list = await transport.get(TransferRequest(server.url()) { $0.acceptsCompression = true })
    #expect(list.reason == .badAnswer("there are bytes after the end of its compressed body"))
  }

  @Test(
    "The limit for bodies holds for what comes out, and the length that was announced is not that of the body",
    arguments: [false, true])
  func limit(isAsked: Bool) async throws {
    // The same byte 10,000 and 10,001 times, compressed by gzip.
    let server = try servers.start { request in
      let text =
        request.target == "/large"
        ? "H4sIAAAAAAAC/+3BMQ0AAADDoLP+Hc/HAhQAAAAAAAAAAAAcGCI1tA4RJwAA"
        : "H4sIAAAAAAAC/+3BMQ0AAADDoLP+HU/HEqAAAAAAAAAAAADg3wApYNdgECcAAA=="
      return .ok(Self.packed(text), headers: ["Content-Encoding: gzip"])
    }
    // A list asks for compression, and has its own limit.
    let transport = isAsked ? Transport(.with { _ in }) : self.transport
    func get(_ path: String) async -> Outcome {
      await transport.get(
        TransferRequest(server.url(path)) {
          if isAsked { ($0.acceptsCompression, $0.maxBytes) = (true, 10_000) }
        })
    }
    let response = try await get("/").get()
    #expect(response.head.contentLength == nil && response.head.contentEncoding == "gzip")
    #expect(response.body.count == 10_000)
    #expect(await get("/large").reason == .tooLarge(limit: 10_000))
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
