import Foundation
import SampleServer
import Testing

@Suite("The sample list")
final class ListTests: SampleTests {
  private struct Entry: Codable, Equatable {
    var name: String
    var url: String
  }

  /// Reads every form of the list with independent parsers.
  private func read(query: String = "") async throws -> (
    plist: [String: String], json: [String: String], array: [Entry], lines: [Entry], text: [String]
  ) {
    let client = try await RawClient(port: server.port)
    func body(_ path: String) async throws -> Data { Data(try await client.reply(path + query).body) }
    let lines = try await body("/photos.jsonl").split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Entry.self, from: Data($0))
    }
    return (
      try PropertyListDecoder().decode([String: String].self, from: try await body("/photos.plist")),
      try JSONDecoder().decode([String: String].self, from: try await body("/photos.json")),
      try JSONDecoder().decode([Entry].self, from: try await body("/photos-array.json")), lines,
      String(decoding: try await body("/photos.txt"), as: UTF8.self).split(separator: "\n").map(String.init)
    )
  }

  @Test("All forms of a list agree, at any length", arguments: ["", "?count=7", "?count=137", "?count=0"])
  func formsAgree(query: String) async throws {
    let lists = try await read(query: query)
    let expected = Int(query.split(separator: "=").last ?? "") ?? SampleCatalog.entries.count
    #expect(lists.array.count == expected)
    #expect(lists.lines == lists.array)
    #expect(lists.text == lists.array.map(\.url))
    #expect(lists.json == Dictionary(uniqueKeysWithValues: lists.array.map { ($0.name, $0.url) }))
    #expect(lists.plist == lists.json)
    let urls = lists.array.map(\.url)
    #expect(Set(urls).count == urls.count, "every entry has a URL of its own")
  }

  @Test("The broken entries are in the list, and wrong each in its own way")
  func broken() async throws {
    let list = try await read().json
    #expect(SampleCatalog.broken.count == 3)
    var ends: [String] = []
    for name in SampleCatalog.broken {
      let url = try #require(list[name])
      guard URL(string: url) != nil else {
        ends.append("malformed")
        continue
      }
      let reply = try await server.reply(String(url.dropFirst("http://test".count)))
      ends.append(reply.status == 404 ? "missing" : reply.text.hasPrefix("Dear reader") ? "letter" : "?")
    }
    #expect(ends.sorted() == ["letter", "malformed", "missing"])
  }

  @Test("URLs are absolute and name the host that was asked")
  func host() async throws {
    let client = try await RawClient(port: server.port)
    try await client.send("GET /photos.txt?count=1 HTTP/1.1\r\nHost: photos.example:99\r\n\r\n")
    let bytes = await client.wait { Reply($0)?.isWhole == true }.bytes
    #expect(Reply(bytes)?.text == "http://photos.example:99\(SampleCatalog.photos[0].path)\n")
    // Without a Host header, the address of the connection is used.
    let old = try await RawClient(port: server.port)
    try await old.send("GET /photos.txt?count=1 HTTP/1.0\r\n\r\n")
    let text = String(decoding: await old.end().bytes, as: UTF8.self)
    #expect(text.hasSuffix("\r\n\r\n\(server.url)\(SampleCatalog.photos[0].path)\n"))
  }

  @Test("Parameters named photo.… are handed on to the photos, and take effect there")
  func carried() async throws {
    let list = try await read(query: "?count=60&photo.fail=404&photo.delay=0").array
    #expect(list[0].url.hasSuffix(".jpg?fail=404&delay=0"))
    #expect(list[59].url.hasSuffix("?n=2&fail=404&delay=0"))
    let target = String(list[59].url.dropFirst("http://test".count))
    #expect(try await server.reply(target).status == 404)
  }

  @Test("A million entries come, and end")
  func million() async throws {
    let client = try await server.get("/photos.txt?count=1000000")
    let rounds = (1_000_000 - SampleCatalog.entries.count - 1) / SampleCatalog.photos.count + 2
    let end = Array("?n=\(rounds)\n\r\n0\r\n\r\n".utf8)
    let (bytes, ending) = await client.wait { $0.suffix(end.count) == end[...] }
    #expect(ending == .open && bytes.count > 40_000_000)
  }

  @Test("A count that is not a number in range is refused", arguments: ["-1", "x", "99999999999"])
  func badCount(count: String) async throws {
    #expect(try await server.reply("/photos.json?count=\(count)").status == 400)
  }
}
