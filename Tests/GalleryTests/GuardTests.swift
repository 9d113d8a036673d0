import Foundation
import TestSupport
import Testing
import WebServer

@testable import Gallery

@Suite("Access to the page's server")
struct GuardTests {
  private let gate = Guard(token: "secret") { request in
    .now(.text("\(request.method) \(request.target) \(request.body)"))
  }

  private func get(
    _ target: String, hosts: [String] = ["127.0.0.1:8123"], origin: String? = nil, site: String? = nil
  ) -> Int? {
    status(request("/secret" + target, headers(hosts, origin, site)))
  }

  private func post(
    hosts: [String] = ["127.0.0.1:8123"], origin: String? = nil, site: String? = nil
  ) -> Int? {
    status(request("/secret/pages", headers(hosts, origin, site), isPost: true))
  }

  private func request(
    _ target: String, _ headers: Headers, isPost: Bool = false, body: [UInt8] = []
  ) -> Request {
    Request(method: isPost ? .POST : .GET, target: target, headers: headers, port: 8123, body: body)
  }

  private func headers(_ hosts: [String], _ origin: String? = nil, _ site: String? = nil) -> Headers {
    let others = [("Origin", origin), ("Sec-Fetch-Site", site)]
    return Headers(hosts.map { ("Host", $0) } + others.compactMap { name, value in value.map { (name, $0) } })
  }

  private func response(_ gate: Guard, _ request: Request) -> Response? {
    if case .now(let response) = gate.answer(request) { response } else { nil }
  }

  private func status(_ request: Request) -> Int? {
    response(gate, request).map { Int($0.status.code) }
  }

  @Test(
    "This machine's own names are hosts, with the port",
    arguments: ["127.0.0.1", "localhost", "LocalHost", "[::1]"])
  func ownNames(name: String) {
    #expect(get("/", hosts: [name + ":8123"]) == 200)
    for host in [name + ":80", name] { #expect(get("/", hosts: [host]) == 403) }
  }

  @Test(
    "Any other host is refused, as a name can be pointed here, and so is none, and a second one",
    arguments: [
      ["evil.example:8123"], ["127.0.0.1.evil.example:8123"], ["localhost.evil.example:8123"],
      ["10.0.0.1:8123"], [""], [], ["localhost:8123", "evil.example"],
    ])
  func otherNames(hosts: [String]) {
    #expect(get("/", hosts: hosts) == 403)
    #expect(post(hosts: hosts) == 403)
  }

  @Test(
    "A request without the token is refused",
    arguments: ["/", "/pages", "/secret", "/secre/", "/secrets/", "/SECRET/", "/x/secret/", "//secret/", "*"])
  func token(target: String) {
    #expect(status(request(target, headers(["127.0.0.1:8123"]))) == 403)
  }

  @Test("The handler behind the guard sees no token")
  func inside() throws {
    let request = request("/secret/pages?a=b", headers(["127.0.0.1:8123"]), isPost: true, body: [1])
    guard case .slice(let bytes) = try #require(response(gate, request)).body else {
      throw CancellationError()
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "POST /pages?a=b [1]")
  }

  @Test("A token is kept in a file that is the user's alone, and one that others could read is replaced")
  func kept() throws {
    let folder = try Folder()
    let place = URL(fileURLWithPath: folder.path + "/caches")
    let token = PageToken.kept(in: place)
    #expect(token.count == 32 && PageToken.kept(in: place) == token)
    let path = place.path + "/page-token"
    #expect(try Folder.permissions(path) == 0o600 && Folder.permissions(place.path) == 0o700)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let other = PageToken.kept(in: place)
    #expect(other != token && PageToken.kept(in: place) == other)
    #expect(try Folder.permissions(path) == 0o600)
    #expect(PageToken.kept(in: URL(fileURLWithPath: "/dev/null")).count == 32)
  }

  @Test("The port of a host is the one at which the request has arrived; 80 may be left out")
  func port() {
    func status(_ host: String, at port: Int) -> Int? {
      self.status(Request(target: "/secret/", headers: headers([host]), port: port))
    }
    #expect(status("localhost:8123", at: 8124) == 403 && status("localhost:8124", at: 8124) == 200)
    #expect(status("localhost", at: 80) == 200 && status("localhost:80", at: 80) == 200)
    #expect(status("localhost", at: 8123) == 403)
  }

  @Test("Requests from other sites are refused, except for the front page")
  func otherSites() {
    #expect(post(origin: "http://127.0.0.1:8123", site: "same-origin") == 200)
    #expect(post() == 200)
    for origin in ["http://evil.example", "null", "http://127.0.0.1:9", "https://127.0.0.1:8123"] {
      #expect(post(origin: origin) == 403)
      #expect(get("/pages/1/events", origin: origin) == 403)
    }
    for site in ["cross-site", "same-site", "none"] { #expect(post(site: site) == 403) }
    #expect(get("/pages/1/gcd/image?row=1", site: "cross-site") == 403)
    #expect(get("/", site: "cross-site") == 200)
  }
}
