import NIOCore
import SampleServer
import WebServer

/// A parsed HTTP reply.
struct Reply: Sendable {
  let status: Int
  /// The headers, with names in lower case.
  let headers: [String: String]
  /// The bytes after the head, with chunks joined.
  let body: [UInt8]
  /// Whether the whole body has been received.
  let isWhole: Bool
  /// The number of bytes after the end of the body.
  let excess: Int

  /// Parses a reply. Returns nil until the head is complete.
  init?(_ bytes: [UInt8], isHead: Bool = false) {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
    guard let first = lines.first, let code = Int(first.split(separator: " ")[1]) else { return nil }
    status = code
    headers = Dictionary(
      lines.dropFirst().map { line in
        let sides = line.split(separator: ":", maxSplits: 1)
        return (sides[0].lowercased(), String(sides[1].drop { $0 == " " }))
      }, uniquingKeysWith: { "\($0), \($1)" })
    let rest = bytes[end.upperBound...]
    if headers["transfer-encoding"] == "chunked" {
      (body, isWhole, excess) = Self.joined(rest)
    } else {
      let length = isHead || code == 304 ? 0 : headers["content-length"].flatMap { Int($0) } ?? 0
      body = Array(rest.prefix(length))
      isWhole = body.count == length
      excess = rest.count - body.count
    }
  }

  var text: String { String(decoding: body, as: UTF8.self) }

  private static func joined(_ chunks: ArraySlice<UInt8>) -> (body: [UInt8], isWhole: Bool, excess: Int) {
    var body: [UInt8] = []
    var rest = chunks
    while let lineEnd = rest.firstRange(of: [13, 10]),
      let size = Int(String(decoding: rest[..<lineEnd.lowerBound], as: UTF8.self), radix: 16),
      rest[lineEnd.upperBound...].count >= size + 2
    {
      rest = rest[lineEnd.upperBound...]
      body += rest.prefix(size)
      rest = rest.dropFirst(size + 2)
      if size == 0 { return (body, true, rest.count) }
    }
    return (body, false, 0)
  }
}

extension RawClient {
  /// Requests `target`, and waits for the whole reply or for the end of the connection.
  func reply(_ target: String, method: String = "GET", headers: String = "") async throws -> Reply {
    let isHead = method == "HEAD"
    let before = received.bytes.count
    try await get(target, method: method, headers: headers)
    let (bytes, _) = await wait { Reply(Array($0[before...]), isHead: isHead)?.isWhole == true }
    guard let reply = Reply(Array(bytes[before...]), isHead: isHead) else { throw ChannelError.eof }
    return reply
  }
}

/// A base class for tests of the sample server. Each test has its own.
class SampleTests {
  let server: SampleServer

  init() throws { server = try SampleServer() }
}

protocol Server {
  var port: Int { get }
}

extension WebServer: Server {}
extension SampleServer: Server {}

extension Server {
  /// Sends one request on a new connection, which stays open.
  /// - Parameter reads: Whether the client reads the bytes that arrive.
  func get(_ target: String, headers: String = "", reads: Bool = true) async throws -> RawClient {
    let client = try await RawClient(port: port, reads: reads)
    try await client.get(target, headers: headers)
    return client
  }

  /// Sends one request on a new connection, and closes it after the reply.
  func reply(_ target: String, method: String = "GET", headers: String = "") async throws -> Reply {
    let client = try await RawClient(port: port)
    let reply = try await client.reply(target, method: method, headers: headers)
    try? await client.close()
    return reply
  }
}
