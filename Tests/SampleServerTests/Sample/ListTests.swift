import Foundation
import SampleServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The sample list")
struct ListTests {
  @Test("The same names and URLs come in every form")
  func formsAgree() async throws {
    let server = try SampleServer.start()
    defer { server.stop() }
    let plist = try PropertyListDecoder().decode(
      [String: String].self, from: try await fetch(server, "/photos.plist"))
    let json = try JSONDecoder().decode([String: String].self, from: try await fetch(server, "/photos.json"))
    #expect(plist == json)
    #expect(plist.count == SampleCatalog.entries.count)
  }

  private func fetch(_ server: SampleServer, _ path: String) async throws -> Data {
    let url = try #require(URL(string: server.url + path))
    return try await URLSession.shared.data(from: url).0
  }
}
