import Base
import Testing
import WebServer

@Suite("Conditions and ranges")
struct RangeTests {
  /// Replies with ten bytes that have validators.
  private let server: WebServer

  init() throws {
    server = try WebServer { _ in
      var response = Response.text("0123456789")
      response.setValidators(etag: "\"v1\"", lastModified: HTTPDate(seconds: 784_111_777))
      return .now(response)
    }
  }

  @Test(
    "A range comes alone, with its place; one beyond the end is refused; several, and what makes no sense, are ignored",
    arguments: [
      ("bytes=0-3", 206, "0123", "bytes 0-3/10"), ("bytes=7-", 206, "789", "bytes 7-9/10"),
      ("bytes=-2", 206, "89", "bytes 8-9/10"), ("bytes=8-99", 206, "89", "bytes 8-9/10"),
      ("bytes=-99", 206, "0123456789", "bytes 0-9/10"), ("bytes=10-", 416, nil, "bytes */10"),
      ("bytes=99-100", 416, nil, "bytes */10"), ("bytes=-0", 416, nil, "bytes */10"),
      ("bytes=5-2", 200, "0123456789", nil), ("bytes=a-b", 200, "0123456789", nil),
      ("bytes=-", 200, "0123456789", nil), ("bytes=0-1,3-4", 200, "0123456789", nil),
      ("lines=1-2", 200, "0123456789", nil), ("bytes=+1-2", 200, "0123456789", nil),
    ] as [(String, Int, String?, String?)])
  func ranges(range: String, status: Int, body: String?, place: String?) async throws {
    let reply = try await server.reply("/", headers: "Range: \(range)\r\n")
    #expect(reply.status == status)
    #expect(reply.headers["content-range"] == place)
    if let body { #expect(reply.text == body && reply.headers["etag"] == "\"v1\"") }
    if status == 200 { #expect(reply.headers["accept-ranges"] == "bytes") }
  }

  @Test(
    "A client that holds the same copy gets 304 and no body, or the part that it lacks; else it gets the whole",
    arguments: [
      ("If-None-Match: \"v1\"", 304), ("If-None-Match: W/\"v1\"", 304), ("If-None-Match: *", 304),
      ("If-None-Match: \"v0\", \"v1\"", 304), ("If-None-Match: \"v2\"", 200),
      ("If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT", 304),
      ("If-Modified-Since: Sun, 06 Nov 1994 08:49:36 GMT", 200),
      ("Range: bytes=1-2\r\nIf-Range: \"v1\"", 206), ("Range: bytes=1-2\r\nIf-Range: \"v0\"", 200),
      ("Range: bytes=1-2\r\nIf-Range: W/\"v1\"", 200),
      ("Range: bytes=1-2\r\nIf-Range: Sun, 06 Nov 1994 08:49:37 GMT", 206),
    ])
  func conditions(headers: String, status: Int) async throws {
    let reply = try await server.reply("/", headers: headers + "\r\n")
    #expect(reply.status == status)
    #expect(reply.excess == 0)
    #expect(reply.headers["etag"] == "\"v1\"")
  }

  @Test("Dates are written and read as RFC 9110 says")
  func dates() {
    // The example from the RFC.
    #expect(HTTPDate(seconds: 784_111_777).description == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(HTTPDate(seconds: 0).description == "Thu, 01 Jan 1970 00:00:00 GMT")
    #expect(HTTPDate(seconds: 1_709_164_800).description == "Thu, 29 Feb 2024 00:00:00 GMT")
    for seconds in stride(from: 0, to: 4_102_444_800, by: 86_399 * 37) {
      #expect(HTTPDate(HTTPDate(seconds: seconds).description)?.seconds == seconds)
    }
    #expect(HTTPDate("yesterday") == nil)
    #expect(HTTPDate("Sun, 99 Nov 1994 08:49:37 GMT") == nil)
  }
}
