import Testing
import WebServer

@testable import Gallery

@Suite("Who may speak to the page's server")
struct GuardTests {
  private let gate = Guard(port: 8123)

  private func get(
    _ target: String, host: String? = "127.0.0.1:8123", origin: String? = nil, site: String? = nil
  ) -> Int {
    status(Request(target: target, headers: headers(host, origin, site)))
  }

  private func post(host: String? = "127.0.0.1:8123", origin: String? = nil, site: String? = nil) -> Int {
    status(Request(method: .POST, target: "/pages", headers: headers(host, origin, site)))
  }

  private func status(_ request: Request) -> Int { Int(gate.refusal(of: request)?.status.code ?? 200) }

  private func headers(_ host: String?, _ origin: String?, _ site: String?) -> Headers {
    let all = [("Host", host), ("Origin", origin), ("Sec-Fetch-Site", site)]
    return Headers(all.compactMap { name, value in value.map { (name, $0) } })
  }

  @Test(
    "This machine's own names are hosts, with the port",
    arguments: ["127.0.0.1", "localhost", "LocalHost", "[::1]"])
  func ownNames(name: String) {
    #expect(get("/", host: name + ":8123") == 200)
    #expect(get("/", host: name + ":80") == 403)
    #expect(get("/", host: name) == 403)
  }

  @Test(
    "Any other host is refused, as a name can be pointed here",
    arguments: [
      "evil.example:8123", "127.0.0.1.evil.example:8123", "localhost.evil.example:8123", "10.0.0.1:8123", "",
    ])
  func otherNames(name: String) {
    #expect(get("/", host: name) == 403)
    #expect(post(host: name) == 403)
  }

  @Test("A request without a host, or with two, is refused")
  func hostCount() {
    #expect(get("/", host: nil) == 403)
    let headers: Headers = ["Host": "localhost:8123", "host": "evil.example"]
    #expect(gate.refusal(of: Request(target: "/", headers: headers))?.status == .forbidden)
  }

  @Test("Until the port is known nobody is let through, not even to the front page")
  func notYet() {
    let gate = Gate()
    let request = Request(target: "/", headers: ["Host": "127.0.0.1:8123"])
    #expect(gate.refusal(of: request)?.status == .serviceUnavailable)
    gate.open(for: 8123)
    #expect(gate.refusal(of: request) == nil)
    #expect(gate.refusal(of: Request(target: "/", headers: ["Host": "evil.example"]))?.status == .forbidden)
  }

  @Test("What another site asks for is refused, but for the way to the front page")
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
