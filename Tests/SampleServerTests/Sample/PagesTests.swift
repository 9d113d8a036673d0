import Foundation
import Imaging
import Painting
import Testing
import WebServer

@testable import SampleServer

@Suite("Searches, monarchs, and other pages")
struct PagesTests {
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

  private func search(_ server: SampleServer, _ query: String) async throws -> Found {
    let reply = try await RawClient.reply(port: server.port, "/search?" + query)
    #expect(reply.headers["content-type"] == "application/json")
    return try JSONDecoder().decode(Found.self, from: Data(reply.body))
  }

  @Test("A search finds the photos that have every word, and says how many there are")
  func searching() async throws {
    let server = try SampleServer.start()
    defer { server.stop() }
    let lakes = try await search(server, "q=mountain+lake")
    #expect(lakes.query == "mountain lake")
    #expect(lakes.total >= 5 && lakes.items.count == lakes.total)
    #expect(lakes.items.allSatisfy { $0.tags.contains("lake") && $0.tags.contains("mountain") })
    let first = try #require(lakes.items.first)
    let reply = try await RawClient.reply(port: server.port, String(first.url.dropFirst("http://test".count)))
    #expect(reply.status == 200)

    let two = try await search(server, "q=LAKE%20Mount&count=2")
    #expect(two.items.count == 2 && two.total == lakes.total)
    let none = try await search(server, "q=%22submarine%22")
    #expect(none.total == 0 && none.items.isEmpty && none.query == "\"submarine\"")
    #expect(try await search(server, "count=1000").total == SampleCatalog.photos.count)
  }

  private struct Group: Decodable {
    struct Person: Decodable {
      var name: String
      var years: String
      var thumbnail: String
    }
    var house: String
    var monarchs: [Person]
  }

  @Test("The monarchs come by house, each with a thumbnail that differs from the others'")
  func monarchs() async throws {
    let server = try SampleServer.start()
    defer { server.stop() }
    let reply = try await RawClient.reply(port: server.port, "/monarchs.json")
    let houses = try JSONDecoder().decode([Group].self, from: Data(reply.body))
    #expect(houses.map(\.house) == SampleCatalog.houses.map(\.name))
    let everyone = houses.flatMap(\.monarchs)
    #expect(everyone.count > 35)
    #expect(everyone.contains { $0.name == "Henry VIII" && $0.years == "1509–1547" })
    var seen: Set<[UInt8]> = []
    for monarch in everyone {
      let target = String(monarch.thumbnail.dropFirst("http://test".count))
      let thumbnail = try await RawClient.reply(port: server.port, target)
      let picture = try decode(thumbnail.body)
      #expect(picture.width == Blazon.width && picture.height == Blazon.height)
      #expect(seen.insert(thumbnail.body).inserted, "\(monarch.name) looks like another")
    }
  }

  @Test("The front page shows every photo; other paths and methods are refused")
  func others() async throws {
    let server = try SampleServer.start()
    defer { server.stop() }
    let front = try await RawClient.reply(port: server.port, "/")
    #expect(front.status == 200)
    #expect(SampleCatalog.photos.allSatisfy { front.text.contains($0.path) })
    #expect(try await RawClient.reply(port: server.port, "/nowhere").status == 404)
    let post = try await RawClient.reply(
      port: server.port, "/photos.json", method: "POST", headers: "Content-Length: 0\r\n")
    #expect(post.status == 405)
    #expect(post.headers["allow"] == "GET, HEAD")
  }

  @Test("An extra handler is asked first, is spared the faults, and can come and go")
  func handler() async throws {
    let server = try SampleServer.start(faults: Faults(delay: .seconds(3_600)))
    defer { server.stop() }
    server.handler = { request in
      request.path == "/mine" ? .now(.text(request.method == .POST ? "posted" : "got")) : nil
    }
    #expect(try await RawClient.reply(port: server.port, "/mine").text == "got")
    let post = try await RawClient.reply(
      port: server.port, "/mine", method: "POST", headers: "Content-Length: 0\r\n")
    #expect(post.text == "posted")
    server.handler = nil
    server.faults = .none
    #expect(try await RawClient.reply(port: server.port, "/mine").status == 404)
  }
}
