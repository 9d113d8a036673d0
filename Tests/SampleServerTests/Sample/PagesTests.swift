import Foundation
import Testing
import WebServer

@testable import SampleServer

@Suite("Searches and other pages")
final class PagesTests: SampleTests {
  private struct Found: Decodable {
    struct Item: Decodable {
      var title: String
      var url: String
      var width: Int
      var height: Int
      var tags: [String]
    }
    var query: String
    var total: Int
    var items: [Item]
  }

  private func search(_ query: String) async throws -> Found {
    let reply = try await server.reply("/search?" + query)
    #expect(reply.headers["content-type"] == "application/json")
    return try JSONDecoder().decode(Found.self, from: Data(reply.body))
  }

  @Test("A search finds the photos that have every word, and says how many there are")
  func searching() async throws {
    let lakes = try await search("q=mountain+lake")
    #expect(lakes.query == "mountain lake")
    #expect(lakes.total >= 5 && lakes.items.count == lakes.total)
    #expect(lakes.items.allSatisfy { $0.tags.contains("lake") && $0.tags.contains("mountain") })
    let first = try #require(lakes.items.first)
    let reply = try await server.reply(String(first.url.dropFirst("http://test".count)))
    #expect(reply.status == 200)

    let two = try await search("q=LAKE%20Mount&count=2")
    #expect(two.items.count == 2 && two.total == lakes.total)
    let none = try await search("q=%22submarine%22")
    #expect(none.total == 0 && none.items.isEmpty && none.query == "\"submarine\"")
    #expect(try await search("count=1000").total == SampleCatalog.photos.count)
  }

  @Test("The front page shows every photo; other paths and methods are refused")
  func others() async throws {
    let front = try await server.reply("/")
    #expect(front.status == 200)
    #expect(SampleCatalog.photos.allSatisfy { front.text.contains($0.path) })
    #expect(try await server.reply("/nowhere").status == 404)
    let post = try await server.reply("/photos.json", method: "POST", headers: "Content-Length: 0\r\n")
    #expect(post.status == 405)
    #expect(post.headers["allow"] == "GET, HEAD")
  }

  @Test("An extra handler is asked first, is spared the faults, and can come and go")
  func handler() async throws {
    server.faults.delay = .seconds(3_600)
    server.handler = { request in
      request.path == "/mine" ? .now(.text("\(request.method)")) : nil
    }
    #expect(try await server.reply("/mine", method: "POST", headers: "Content-Length: 0\r\n").text == "POST")
    server.handler = nil
    server.faults = .none
    #expect(try await server.reply("/mine").status == 404)
  }
}
