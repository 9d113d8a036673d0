import Base
import Foundation
import TestSupport
import Testing

@testable import Transport

@Suite("How servers are asked")
final class NetworkTests: TransferTests {
  @Test("Each request has its own headers and the user's, which go to no other server by a redirect")
  func headers() async throws {
    let other = try servers.start { _ in .ok("there") }
    let server = try servers.start { [there = other.url("/there")] request in
      switch request.target {
      case "/away?a=b": .redirect(to: there)
      case "/on": .redirect(to: "/here", status: 307)
      default: .ok("here")
      }
    }
    let transport = Transport(
      .with {
        $0.headers = [("X-Key", "secret"), ("Authorization", "Bearer secret")]
        $0.userAgent = "me/1"
      })
    let own = [("Range", "bytes=0-"), ("X-Two", "2")]
    #expect(await transport.get(TransferRequest(url: server.url("/away?a=b"), headers: own)).text == "there")
    #expect(await transport.get(server.url("/on")).text == "here")
    #expect(server.requests.map(\.target) == ["/away?a=b", "/on", "/here"])
    #expect(server.requests.allSatisfy { $0.headers["x-key"] == "secret" })
    #expect(server.requests.allSatisfy { $0.headers["user-agent"] == "me/1" })
    #expect(server.requests.map { $0.headers["x-two"] } == ["2", nil, nil], "a reused handle kept a header")
    #expect(other.requests[0].headers["x-key"] == nil)
    #expect(other.requests[0].headers["authorization"] == nil)
    #expect(other.requests[0].headers["range"] == "bytes=0-")
  }

  @Test("Cookies that redirects set are sent back in that transfer alone, to the hosts they are for")
  func cookies() async throws {
    let there = Locked("")
    let other = try servers.start { _ in .ok("well") }
    let server = try servers.start { request in
      switch request.target {
      case "/1": .status(302, headers: ["Location: /2", "Set-Cookie: a=1; Path=/; HttpOnly"])
      case "/2":
        .status(302, headers: ["Location: /3/x", "Set-Cookie: b=2; Path=/3", "Set-Cookie: c=3; Path=/4"])
      case "/3/x": .status(302, headers: ["Location: \(there.value)", "Set-Cookie: a=; Max-Age=0; Path=/"])
      default: .ok(Array("well".utf8), headers: ["Set-Cookie: d=4; Path=/"])
      }
    }
    // Cookies don't depend on the port, but on the host's name.
    there.withLock { $0 = "http://localhost:\(other.port)/" }
    var request = TransferRequest(url: server.url("/1"), headers: [("Cookie", "own=0")])
    #expect(await transport.get(request).text == "well")
    #expect(server.requests.map { $0.headers["cookie"] } == ["own=0", "a=1; own=0", "b=2; a=1; own=0"])
    #expect(other.requests.map { $0.headers["cookie"] } == ["own=0"])
    there.withLock { $0 = "/5" }
    request.headers = []
    #expect(await transport.get(request).text == "well")
    #expect(await transport.get(server.url("/6")).text == "well")
    #expect(server.requests.dropFirst(3).map { $0.headers["cookie"] } == [nil, "a=1", "b=2; a=1", nil, nil])
  }

  @Test("A retry after a redirect asks the first server again")
  func retry() async throws {
    let tries = Counter()
    let server = try servers.start { request in
      if request.target == "/first" { return .redirect(to: "/second") }
      tries.add()
      return tries.count == 1 ? .status(503) : .ok("well")
    }
    let policy = RetryPolicy(retries: 1, first: .milliseconds(1))
    let transport = Transport(.with { ($0.headers, $0.retry) = ([("X", "y")], policy) })
    #expect(await transport.get(server.url("/first")).text == "well")
    #expect(server.requests.map(\.target) == ["/first", "/second", "/first", "/second"])
  }

  @Test("Names and passwords come from a netrc file, each for its host")
  func netrc() async throws {
    let folder = try Folder()
    let file = folder.path + "/netrc"
    try folder.write(
      "machine 127.0.0.1 login me password secret\nmachine other.test login x password y\n", to: "netrc")
    let server = try servers.start(Self.asking(for: ["Basic realm=r"]))
    #expect(await Transport(.with { $0.netrc = file }).get(server.url()).text == "well")
    let refused = await Transport(.with { $0.netrc = file }).get("http://localhost:\(server.port)/").reason
    #expect(refused == .unauthorized(schemes: ["Basic"]))
    let expected = "Basic " + Data("me:secret".utf8).base64EncodedString()
    #expect(server.requests.map { $0.headers["authorization"] } == [nil, expected, nil])
  }

  /// Returns the answers of a server that asks for a name and password, and checks only that they are sent.
  private static func asking(
    for challenges: [String]
  ) -> @Sendable (LoopbackServer.Request) -> Reply {
    { request in
      request.headers["authorization"] != nil
        ? .ok("well") : .status(401, headers: challenges.map { "WWW-Authenticate: \($0)" })
    }
  }

  @Test(
    "A password is sent when the server asks for it, with the strongest scheme that it offers",
    arguments: [
      (["Basic realm=r", #"Digest realm="r", nonce="n", qop="auth""#], "Digest"),
      ([#"Digest realm="r", nonce="n", algorithm=SHA-256"#], "Digest"),
      (["Bearer", "Basic realm=r"], "Basic"),
    ])
  func schemes(challenges: [String], chosen: String) async throws {
    let server = try servers.start(Self.asking(for: challenges))
    let address = "127.0.0.1:\(server.port)/a/"
    #expect(await transport.get("http://me:secret@\(address)1").text == "well")
    let sent = server.requests.map { $0.headers["authorization"]?.split(separator: " ").first }
    #expect(sent == [nil, Substring(chosen)])
    guard case .unauthorized(let schemes) = await transport.get("http://\(address)2").reason else {
      Issue.record("the schemes are named")
      return
    }
    #expect(schemes.contains(chosen) && schemes.count == challenges.count)
  }

  @Test("Where a server accepts only Basic, later requests for the same folder don't wait to be asked")
  func basicFolder() async throws {
    let server = try servers.start(Self.asking(for: ["Basic realm=r"]))
    for path in ["a/1", "a/2", "b/1", "a/3?x=/y"] {
      #expect(await transport.get("http://me:secret@127.0.0.1:\(server.port)/\(path)").text == "well")
    }
    #expect(server.requests.map(\.target) == ["/a/1", "/a/1", "/a/2", "/b/1", "/b/1", "/a/3?x=/y"])
  }

  @Test("The user's own authorization is sent in place of the URL's")
  func ownAuthorization() async throws {
    let server = try servers.start { request in
      request.headers["authorization"] == "Bearer t" ? .ok("well") : .status(400)
    }
    let transport = Transport(.with { $0.headers = [("Authorization", "Bearer t")] })
    #expect(await transport.get("http://me:secret@127.0.0.1:\(server.port)/").text == "well")
    #expect(server.requested.count == 1)
  }

  @Test("A proxy that the user names is asked for every host")
  func proxy() async throws {
    let proxy = try servers.start { _ in .ok("by proxy") }
    let server = try servers.start { _ in .ok("directly") }
    let transport = Transport(.with { $0.proxy = proxy.url("") })
    #expect(await transport.get("http://photos.test/1.png").text == "by proxy")
    #expect(await transport.get(server.url("/x")).text == "by proxy")
    #expect(proxy.requests.map(\.target) == ["http://photos.test/1.png", server.url("/x")])
    #expect(server.requests.isEmpty)
  }

  @Test("Servers are reached over IPv6")
  func ipv6() async throws {
    // A machine may have no IPv6 loopback address.
    guard let server = try? servers.start(isIPv6: true, { _ in .ok("six") }) else { return }
    #expect(await transport.get(server.url()).text == "six")
    let refused = await Transport(.with { $0.blockPrivate = true }).get(server.url()).reason
    #expect(refused == .refusedAddress("::1 is the loopback address"))
  }

  @Test("What was received is paid off by time, in which nothing more is taken")
  func debt() {
    let start = ContinuousClock.now
    var limit = RateLimit(1000, at: start)
    #expect(!limit.isInDebt(start))
    limit.spend(500, start)
    limit.spend(1500, start)
    #expect(limit.isInDebt(start + .milliseconds(1999)))
    #expect(!limit.isInDebt(start + .seconds(2)))
    // Unused time isn't saved up.
    limit.spend(1000, start + .seconds(10))
    #expect(limit.isInDebt(start + .milliseconds(10_999)))
  }

  @Test("A limit of the rate holds for the network, and not for files on this machine")
  func rateOfFiles() async throws {
    let folder = try Folder()
    let body = [UInt8](repeating: 7, count: 300_000)
    try Data(body).write(to: URL(fileURLWithPath: "\(folder.path)/a"))
    let transport = Transport(.with { $0.rateLimit = 1 })
    let request = TransferRequest("file://\(folder.path)/a") { $0.allowsFile = true }
    for _ in 0..<3 { #expect(await transport.get(request).bytes == body) }
  }

  @Test("Transfers keep to a common rate, and come whole")
  func rate() async throws {
    let body = [UInt8](repeating: 7, count: 300_000)
    let server = try servers.start { _ in .ok(body) }
    let transport = Transport(.with { $0.rateLimit = 10_000_000 })
    let start = ContinuousClock.now
    let ends = (0..<10).map { _ in transport.begin(server.url()).end }
    for end in ends { #expect(await end.value.bytes == body) }
    // By then, everything but the last piece was paid off.
    #expect(ContinuousClock.now - start >= .milliseconds(290))
  }
}
