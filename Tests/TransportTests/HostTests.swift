import Base
import TestSupport
import Testing

@testable import Transport

@Suite("Hosts that are away or overloaded")
struct HostTests {
  private let servers = Servers()

  /// A URL with a port that no server listens on.
  private let deaf = "http://127.0.0.1:1/"

  private func transport(retries: Int, _ change: (inout TransportSettings) -> Void = { _ in }) -> Transport {
    let policy = RetryPolicy(retries: retries, first: .milliseconds(2), longest: .seconds(600))
    var settings = TransportSettings.with { ($0.perHost, $0.retry) = (2, policy) }
    change(&settings)
    return Transport(settings)
  }

  @Test("Those that wait for a host that was given up end at once, and so do later ones", arguments: [0, 3])
  func givenUp(retries: Int) async throws {
    let transport = transport(retries: retries)
    let ends = (0..<100).map { _ in transport.begin(deaf).end }
    var reasons: [TransferError.Reason?] = []
    for end in ends { reasons.append(await end.value.reason) }
    let givenUp = reasons.count { if case .hostGivenUp = $0 { true } else { false } }
    let refused = reasons.count { if case .couldNotConnect = $0 { true } else { false } }
    #expect(givenUp + refused == 100)
    // Without retries, all transfers in flight fail before the host is given up. With retries, only the last
    // probe does.
    #expect(retries == 0 ? refused <= 8 : refused == 1)
    guard case .hostGivenUp("127.0.0.1:1", let attempts, _) = await transport.get(deaf).reason else {
      Issue.record("it is asked no more")
      return
    }
    #expect(attempts == (retries == 0 ? 4 : retries + 2))
    // Other hosts aren't affected.
    #expect(await transport.get(try servers.start { _ in .ok("well") }.url()).text == "well")
  }

  @Test(
    "A proxy that refuses a host is named and isn't asked for it again",
    arguments: [("https", 407), ("https", 403), ("https", 400), ("https", 302), ("http", 407)])
  func proxyRefuses(scheme: String, status: Int) async throws {
    let reply = Reply.status(
      status, headers: ["Proxy-Authenticate: Basic realm=p", "Location: http://photos.test/login"])
    let proxy = try servers.start { _ in reply }
    let transport = transport(retries: 3) { $0.proxy = "http://me:wrong@127.0.0.1:\(proxy.port)" }
    let ends = (0..<20).map { transport.begin("\(scheme)://photos.test/\($0)").end }
    let refusal = status == 407 ? TransferError.Reason.proxyUnauthorized : .proxyRefused(status: status)
    for end in ends {
      switch await end.value.reason {
      case refusal, .hostGivenUp(_, _, "\(refusal)"): break
      case let reason: Issue.record("\(reason.debugDescription)")
      }
    }
    // Only the transfers that were in flight together have asked.
    let asked = proxy.requested.count
    #expect((1...2).contains(asked))
    // A password is wrong for every host, but other refusals may be for one of them.
    #expect(await transport.get("\(scheme)://other.test/").reason == refusal)
    #expect(proxy.requested.count == asked + (status == 407 ? 0 : 1))
  }

  @Test("A host that a proxy can't reach is tried again")
  func proxyCannotConnect() async throws {
    let proxy = try servers.start { _ in .status(502) }
    let transport = transport(retries: 1) { $0.proxy = proxy.url("") }
    let reason = await transport.get("https://photos.test/").reason
    #expect(reason == .couldNotConnect("the proxy answered 502"))
    #expect(proxy.requested.count == 3)
  }

  @Test("A name that is not resolved is tried again, as long as a host that refuses connections")
  func unresolved() async {
    // RFC 6761 guarantees that this name never has an address.
    let transport = transport(retries: 2)
    let ends = (0..<20).map { transport.begin("http://photos.invalid/\($0).png").end }
    var reasons: [TransferError.Reason] = []
    for end in ends { if let reason = await end.value.reason { reasons.append(reason) } }
    #expect(reasons.count == 20)
    // The last probe tells its own reason. So does the other transfer in flight if the name server keeps it
    // waiting until the host has been given up.
    let givenUp = reasons.count { reason in
      if case .hostGivenUp("photos.invalid:80", 4, _) = reason { true } else { false }
    }
    #expect((18...19).contains(givenUp), "\(reasons)")
  }

  @Test("A restarting server loses nothing, though transfers break and later ones get no answer for a while")
  func restart() async throws {
    let gate = Gate()
    let count = Counter()
    let server = try servers.start { _ in
      switch count.add() {
      // Eight responses break off in their heads together.
      case 2...9: .steps(.send(Array("HTTP/1.1 200 OK\r\nContent-Le".utf8)), .wait(gate), .close)
      case 10...13: .steps(.reset)
      default: .ok("well")
      }
    }
    let transport = transport(retries: 3) { ($0.perHost, $0.retry.first) = (8, .milliseconds(20)) }
    #expect(await transport.get(server.url()).text == "well")
    let ends = (1...50).map { transport.begin(server.url("/\($0)")).end }
    await server.requested.reach(9)
    gate.open()
    for end in ends { #expect(await end.value.text == "well") }
  }

  @Test("A host that asks for a pause is asked again after it, also with 403", arguments: [403, 429, 503])
  func retryAfter(status: Int) async throws {
    let count = Counter()
    let server = try servers.start { _ in
      count.add() == 1 ? .status(status, headers: ["Retry-After: 1"]) : .ok("well")
    }
    let transport = Transport(.with { ($0.perHost, $0.retry) = (1, RetryPolicy(retries: 2)) })
    let ends = (0..<2).map { transport.begin(server.url("/\($0)")).end }
    for end in ends { #expect(await end.value.text == "well") }
    #expect(count.count == 3)
  }

  @Test(
    "A host that was given up fails the transfers that were running then and would ask it again",
    arguments: ["/redirected", "/broken", "/from-elsewhere"])
  func joinsLater(path: String) async throws {
    let (isGivenUp, other) = (Gate(), Locked(""))
    let server = try servers.start { request in
      switch request.target {
      case "/redirected": Reply(steps: [.wait(isGivenUp)] + Reply.redirect(to: "/more").steps)
      case "/broken": Reply(steps: [.wait(isGivenUp)] + Reply.status(500).steps)
      default: .status(429, headers: ["Retry-After: 3600"])
      }
    }
    let elsewhere = try servers.start { _ in
      Reply(steps: [.wait(isGivenUp)] + Reply.redirect(to: other.value).steps)
    }
    other.withLock { $0 = server.url("/more") }
    let transport = transport(retries: 3)
    let origin = path == "/from-elsewhere" ? elsewhere : server
    let late = transport.begin(origin.url(path)).end
    await origin.requested.reach(1)
    let pause = TransferError.Reason.asksToWait(status: 429, for: .seconds(3600))
    #expect(await transport.get(server.url("/first")).reason == pause)
    let asked = server.requested.count
    isGivenUp.open()
    let reason = await late.value.reason
    if path == "/broken" {
      #expect(reason == .http(status: 500))
    } else {
      #expect(reason == .hostGivenUp(host: "127.0.0.1:\(server.port)", attempts: 1, why: "\(pause)"))
    }
    #expect(server.requested.count == asked)
  }

  @Test("A pause beyond the total timeout fails those in line for the host, and those that join it")
  func pauseBeyondTimeout() async throws {
    let server = try servers.start { _ in .status(429, headers: ["Retry-After: 200"]) }
    let transport = Transport(
      .with {
        ($0.perHost, $0.retry.retries, $0.totalTimeout) = (1, 3, .seconds(60))
      })
    let ends = (0..<3).map { transport.begin(server.url("/\($0)")).end }
    for end in ends { #expect(await end.value.reason == .http(status: 429)) }
    #expect(await transport.get(server.url("/later")).reason == .http(status: 429))
    #expect(server.requested.count == 1)
  }

  @Test("Waiting for a turn at the user's rate doesn't count toward the total timeout")
  func turnBeyondTimeout() async throws {
    let server = try servers.start { $0.target == "/0" ? .redirect(to: "/1") : .ok("well") }
    // The redirect's turn comes later than the timeout.
    let transport = Transport(.with { ($0.requestRate, $0.totalTimeout) = (1, .milliseconds(900)) })
    #expect(await transport.get(server.url("/0")).text == "well")
  }

  @Test("A limit of requests makes the next one to the same host wait for its turn, and none to another host")
  func requestRate() async throws {
    let (limited, other) = (try servers.start { _ in .ok("well") }, try servers.start { _ in .ok("well") })
    // The second request's turn doesn't come during the test.
    let transport = Transport(.with { $0.requestRate = 1e-6 })
    let isWaiting = Gate()
    #expect(await transport.get(limited.url()).text == "well")
    let (transfer, end) = transport.begin(
      TransferRequest(
        url: limited.url(), onWait: { wait in if let wait, wait.reason == nil { isWaiting.open() } }))
    await isWaiting.wait()
    #expect(await transport.get(other.url()).text == "well")
    transfer.cancel()
    #expect(await end.value.reason == .cancelled)
    #expect(limited.requested.count == 1)
  }

  @Test("A transfer says when and why it begins to wait before another attempt, and when it waits no more")
  func waits() async throws {
    let count = Counter()
    let server = try servers.start { _ in count.add() < 3 ? .status(500) : .ok("well") }
    let waits = Locked<[TransferError.Reason?]>([])
    let request = TransferRequest(
      url: server.url(), onWait: { wait in waits.withLock { $0.append(wait?.reason) } })
    #expect(await transport(retries: 2).get(request).text == "well")
    #expect(waits.value == [.http(status: 500), nil, .http(status: 500), nil])
  }

  @Test("Those in line for a host that is held are told, too, and those for other hosts are not")
  func others() async throws {
    let server = try servers.start { _ in .status(429, headers: ["Retry-After: 86400"]) }
    let transport = Transport(
      .with {
        ($0.perHost, $0.retry.retries) = (1, 3)
        ($0.retry.longestRetryAfter, $0.totalTimeout) = (.seconds(86_400), .seconds(200_000))
      })
    let (told, waits) = (Counter(), Locked<[TransferWait?]>([]))
    let transfers = (0..<3).map { number in
      transport.begin(
        TransferRequest(
          url: server.url("/\(number)"),
          onWait: { wait in
            if number == 0 { waits.withLock { $0.append(wait) } }
            if wait?.reason == .http(status: 429) { told.add() }
          }))
    }
    await told.reach(3)
    #expect(server.requested.count == 1)
    for (transfer, _) in transfers { transfer.cancel() }
    for (_, end) in transfers { #expect(await end.value.reason == .cancelled) }
    // Each wait is reported once.
    #expect(waits.value.map { $0?.reason } == [.http(status: 429), nil])
  }

  @Test("A wait that is cancelled is over before its end is reported")
  func cancelledWait() async {
    // The rest must not end before it is cancelled.
    let transport = transport(retries: 1) {
      ($0.retry.first, $0.retry.longest) = (.seconds(10_000_000), .seconds(10_000_000))
      $0.totalTimeout = .seconds(20_000_000)
    }
    let (waits, isDelayed) = (Locked<[Bool]>([]), Gate())
    let request = TransferRequest(
      url: deaf,
      onWait: { wait in
        waits.withLock { $0.append(wait != nil) }
        if wait?.until != nil { isDelayed.open() }
      })
    let (transfer, end) = transport.begin(request)
    await isDelayed.wait()
    transfer.cancel()
    #expect(await end.value.reason == .cancelled)
    #expect(waits.value.last == false)
  }
}
