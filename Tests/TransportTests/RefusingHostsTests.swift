import Base
import Foundation
import TestSupport
import Testing

@testable import Transport

@Suite("Hosts that refuse connections")
struct RefusingHostsTests {
  private let servers = Servers()

  private let start = ContinuousClock.now
  private let pause = Duration.seconds(10)

  /// - Returns: whether the last one made the host be given up.
  private func refuse(
    _ hosts: inout RefusingHosts, times: Int, isFinal: Bool, after seconds: Int = 0
  ) -> Bool {
    (0..<times).map { _ in hosts.refused("a:80", isFinal: isFinal, at: start + .seconds(seconds)) }.last
      ?? false
  }

  @Test("A host is given up when it has refused several in a row, and a transfer has used up its attempts")
  func givenUp() {
    var hosts = RefusingHosts(pause: pause)
    for _ in 0..<10 {
      #expect(!refuse(&hosts, times: RefusingHosts.several - 1, isFinal: true), "a few are not enough")
      hosts.connected("a:80")
    }
    #expect(!refuse(&hosts, times: 100, isFinal: false))
    #expect(hosts.refusals(by: "a:80", at: start) == nil)
    #expect(refuse(&hosts, times: 1, isFinal: true))
    #expect(hosts.refusals(by: "a:80", at: start) == 101)
    #expect(hosts.refusals(by: "b:80", at: start) == nil)
    #expect(!refuse(&hosts, times: 1, isFinal: true), "it was before")
  }

  @Test("After the pause it is tried again, and its next refusal is enough")
  func later() {
    var hosts = RefusingHosts(pause: pause)
    #expect(refuse(&hosts, times: RefusingHosts.several, isFinal: true))
    #expect(hosts.refusals(by: "a:80", at: start + .seconds(9)) != nil)
    #expect(hosts.refusals(by: "a:80", at: start + .seconds(10)) == nil)
    #expect(refuse(&hosts, times: 1, isFinal: false, after: 11))
    #expect(hosts.refusals(by: "a:80", at: start + .seconds(20)) != nil)
    hosts.connected("a:80")
    #expect(hosts.refusals(by: "a:80", at: start + .seconds(20)) == nil)
  }

  /// Nobody listens there.
  private let deaf = "http://127.0.0.1:1/"

  private func configuration(retries: Int) -> TransportConfiguration {
    .with {
      $0.perHost = 2
      $0.retry = RetryPolicy(retries: retries, first: .milliseconds(2), longest: .seconds(600))
    }
  }

  @Test("Those that wait for a host that was given up end at once, and so do later ones", arguments: [0, 3])
  func others(retries: Int) async throws {
    let transport = Transport(configuration(retries: retries))
    let ends = (0..<100).map { _ in transport.begin(deaf).end }
    var reasons: [TransferError.Reason?] = []
    for end in ends { reasons.append(await end.value.reason) }
    let givenUp = reasons.count { if case .hostGivenUp = $0 { true } else { false } }
    let refused = reasons.count { if case .couldNotConnect = $0 { true } else { false } }
    #expect(givenUp + refused == 100)
    // The two in flight, and those that were before it was given up.
    #expect(refused <= RefusingHosts.several + 2)
    guard case .hostGivenUp("127.0.0.1:1", let refusals) = await transport.get(deaf).reason else {
      Issue.record("it is asked no more")
      return
    }
    #expect(refusals >= RefusingHosts.several)
    // Other hosts are left alone.
    #expect(await transport.get(try servers.start { _ in .ok("well") }.url()).text == "well")
  }

  @Test("A transfer says when it begins to wait before another attempt, and when it waits no more")
  func rests() async {
    let transport = Transport(configuration(retries: 2))
    let rests = Locked<[Bool]>([])
    let request = TransferRequest(url: deaf, onRest: { isResting in rests.withLock { $0.append(isResting) } })
    _ = await transport.get(request)
    #expect(rests.value == [true, false, true, false])
  }

  @Test("A wait that is cancelled is over before its end is reported")
  func cancelledRest() async {
    var configuration = configuration(retries: 1)
    // The rest is drawn from 0 to this, and must not be over before it is cancelled.
    (configuration.retry.first, configuration.retry.longest) = (.seconds(10_000_000), .seconds(10_000_000))
    configuration.totalTimeout = .seconds(20_000_000)
    let transport = Transport(configuration)
    let (rests, isResting) = (Locked<[Bool]>([]), Gate())
    let request = TransferRequest(
      url: deaf,
      onRest: { isNow in
        rests.withLock { $0.append(isNow) }
        isResting.open()
      })
    let (transfer, end) = transport.begin(request)
    await isResting.wait()
    transfer.cancel()
    #expect(await end.value.reason == .cancelled)
    #expect(rests.value == [true, false])
  }
}
