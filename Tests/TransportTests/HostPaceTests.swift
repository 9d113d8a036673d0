import Testing

@testable import Transport

@Suite("The pace of a host")
struct HostPaceTests {
  private typealias Instant = ContinuousClock.Instant
  private typealias Setback = HostPace.Setback

  private let start = ContinuousClock.now
  /// Gives delays their maximum length.
  private var generator = Fixed()
  private let policy = RetryPolicy(
    retries: 3, first: .seconds(1), longest: .seconds(10), longestRetryAfter: .seconds(60))
  private let away = Setback(kind: .away, reason: .couldNotConnect("refused"))

  private func overloaded(_ seconds: Int) -> Setback {
    Setback(kind: .overloaded, reason: .http(status: 429), retryAfter: .seconds(seconds))
  }

  private func after(_ seconds: Double) -> Instant { start + .seconds(seconds) }

  @Test(
    "A host that is away is left alone longer each time, then asked by one transfer, and given up after the last delay",
    arguments: [(false, [1.0, 2, 4, 8]), (true, [1, 2, 4, 8, 10])])
  mutating func away(hasAnswered: Bool, delays: [Double]) {
    var pace = HostPace(policy)
    if hasAnswered {
      pace.begin(at: start)
      pace.answered(start, at: start)
    }
    var now = start
    for delay in delays {
      #expect(pace.turn(at: now) == .now)
      pace.begin(at: now)
      #expect(pace.failed(now, away, at: now, using: &generator))
      #expect(pace.givenUp == nil)
      #expect(pace.turn(at: now) == .at(now + .seconds(delay)))
      now += .seconds(delay)
    }
    pace.begin(at: now)
    #expect(pace.turn(at: now) == .afterProbe)
    #expect(pace.failed(now, away, at: now, using: &generator))
    #expect(pace.givenUp?.attempts == delays.count + 1)
    // After a while, one more transfer may try. Its failure is enough to give up the host again.
    #expect(pace.turn(at: now) == .at(now + .seconds(10)))
    now += .seconds(10)
    pace.begin(at: now)
    #expect(pace.failed(now, away, at: now, using: &generator))
    #expect(pace.givenUp?.until == now + .seconds(10))
    now += .seconds(10)
    pace.begin(at: now)
    pace.connected(now)
    #expect(pace.turn(at: now) == .now)
    pace.answered(now, at: now)
    #expect(pace.givenUp == nil && pace.reason == nil)
  }

  @Test("Attempts that fail together are one failure of the host, and a connection ends the wait for others")
  mutating func together() {
    var pace = HostPace(policy)
    for _ in 0..<8 { pace.begin(at: start) }
    for _ in 0..<8 { #expect(pace.failed(start, away, at: after(0.125), using: &generator)) }
    #expect(pace.turn(at: after(0.2)) == .at(after(1.125)))
    pace.begin(at: after(1.125))
    #expect(pace.turn(at: after(1.2)) == .afterProbe)
    pace.connected(after(1.125))
    #expect(pace.turn(at: after(1.2)) == .now)
  }

  @Test("A probe that says nothing about the host leaves the next one to another transfer")
  mutating func probe() {
    var pace = HostPace(policy)
    pace.begin(at: start)
    _ = pace.failed(start, away, at: start, using: &generator)
    pace.begin(at: after(1))
    #expect(pace.turn(at: after(2)) == .afterProbe)
    pace.leave(after(1))
    #expect(pace.turn(at: after(2)) == .now)
  }

  @Test("What may be the fault of one URL is blamed on the host when it happens twice in a row")
  mutating func doubtful() {
    let lost = Setback(kind: .away, isDoubtful: true, reason: .connectionLost("reset"))
    var pace = HostPace(policy)
    for second in 0..<10 {
      let now = after(Double(second))
      pace.begin(at: now)
      #expect(!pace.failed(now, lost, at: now, using: &generator))
      #expect(pace.turn(at: now) == .now)
      pace.answered(now, at: now)
    }
    #expect(!pace.failed(after(20), lost, at: after(20), using: &generator))
    #expect(pace.failed(after(20), lost, at: after(20), using: &generator))
    #expect(pace.turn(at: after(20)) == .at(after(21)))
  }

  @Test("Retry-After holds the host for all, the longest counts, and too long a one gives it up at once")
  mutating func retryAfter() {
    var pace = HostPace(policy)
    pace.begin(at: start)
    #expect(pace.failed(start, overloaded(5), at: start, using: &generator))
    #expect(pace.turn(at: after(1)) == .at(after(5)))
    _ = pace.failed(start, overloaded(7), at: after(1), using: &generator)
    #expect(pace.turn(at: after(1)) == .at(after(8)))
    _ = pace.failed(start, overloaded(1), at: after(1), using: &generator)
    #expect(pace.turn(at: after(1)) == .at(after(8)))
    for _ in 0..<2 { pace.begin(at: after(8)) }
    _ = pace.failed(after(8), overloaded(5), at: after(8), using: &generator)
    // Both attempts were in flight, and the second response asks for more than is honored.
    _ = pace.failed(after(8), overloaded(3600), at: after(9), using: &generator)
    #expect(pace.givenUp?.until == after(3609))
    #expect(
      pace.givenUp?.why == "too many requests, according to the server (429); it asks to wait for 3600 s")
  }

  @Test("A pause of any length is named as asked for", arguments: [172_800, 1e11, .greatestFiniteMagnitude])
  mutating func longestPause(seconds: Double) throws {
    var pace = HostPace(policy)
    let setback = try #require(Setback(.http(status: 403), hasAnswer: true, retryAfter: seconds))
    pace.begin(at: start)
    _ = pace.failed(start, setback, at: start, using: &generator)
    // The last one is the longest that is noted, because larger ones could overflow.
    let noted = Int(min(seconds, 1e12))
    #expect(pace.givenUp?.why == "the server denied access (403); it asks to wait for \(noted) s")
  }

  @Test("A 403 says something about its host only if it asks to wait")
  func denied() {
    func setback(_ status: Int, _ retryAfter: Double) -> Setback? {
      Setback(.http(status: status), hasAnswer: true, retryAfter: retryAfter)
    }
    #expect(setback(403, 5)?.kind == .overloaded)
    #expect(setback(403, 0) == nil)
    #expect(setback(403, 5)?.lastReason(by: policy) == .asksToWait(status: 403, for: .seconds(5)))
    #expect(setback(429, 5)?.lastReason(by: policy) == .http(status: 429))
    for status in [401, 404, 410] { #expect(setback(status, 5) == nil) }
  }

  @Test("Holds and outages count as time on hold, and waiting for a turn doesn't")
  mutating func timeOnHold() {
    var pace = HostPace(policy, limit: 0.01)
    pace.begin(at: start)
    #expect(pace.timeOnHold(at: after(50)) == .zero)
    _ = pace.failed(start, overloaded(5), at: after(50), using: &generator)
    #expect(pace.timeOnHold(at: after(52)) == .seconds(2))
    #expect(pace.timeOnHold(at: after(90)) == .seconds(5))
    pace.begin(at: after(90))
    _ = pace.failed(after(90), away, at: after(91), using: &generator)
    // An outage lasts until a probe finds the host.
    #expect(pace.timeOnHold(at: after(101)) == .seconds(15))
    pace.begin(at: after(101))
    pace.connected(after(101))
    #expect(pace.timeOnHold(at: after(200)) == .seconds(7))
  }

  @Test("With a limit of the user's, requests keep their distance from the first")
  mutating func limit() {
    var pace = HostPace(policy, limit: 4)
    #expect(pace.isSlowed && pace.turn(at: start) == .now)
    pace.begin(at: start)
    #expect(pace.turn(at: start) == .at(after(0.25)))
    pace.begin(at: after(0.25))
    #expect(pace.turn(at: after(0.4)) == .at(after(0.5)))
  }

  /// A server that allows `rate` requests per second plus a burst. It is used over several connections, and
  /// its replies take some time.
  private struct Simulation {
    var pace: HostPace
    var tokens: Double
    let rate: Double
    let burst: Double
    let retryAfter: Int
    let latency: Double
    var time = 0.0
    var served = 0
    var refused = 0
    /// The requests in flight, sorted by the time of their reply.
    var underWay: [(began: Double, ends: Double)] = []

    mutating func run(photos: Int, from start: Instant, connections: Int = 8) {
      var generator = Fixed()
      func at(_ time: Double) -> Instant { start + .seconds(time) }
      while served < photos {
        var opening = Double.infinity
        while underWay.count < min(connections, photos - served) {
          guard case .at(let open) = pace.turn(at: at(time)) else {
            pace.begin(at: at(time))
            underWay.append((time, time + latency))
            continue
          }
          // Keeps rounding from stopping the simulated time.
          opening = max((open - start) / .seconds(1), time + 1e-6)
          break
        }
        let next = underWay.first?.ends ?? .infinity
        let now = min(next, opening)
        tokens = min(burst, tokens + (now - time) * rate)
        time = now
        guard next <= opening else { continue }
        let (began, _) = underWay.removeFirst()
        if tokens >= 1 {
          (tokens, served) = (tokens - 1, served + 1)
          pace.answered(at(began), at: at(time))
        } else {
          refused += 1
          let setback = HostPace.Setback(
            kind: .overloaded, reason: .http(status: 429), retryAfter: .seconds(retryAfter))
          _ = pace.failed(at(began), setback, at: at(time), using: &generator)
        }
        if pace.givenUp != nil { return }
      }
    }
  }

  @Test(
    "A thousand photos come from a server that limits requests, with few refusals and in at most twice the time that it takes",
    arguments: [
      (20.0, 20.0, 1, 0.002), (20, 1, 1, 0.002), (20, 100, 5, 0.05), (5, 5, 1, 0.1), (2, 10, 30, 0.1),
      (20, 20, 0, 0.002), (20, 5, 60, 0.02), (100, 200, 1, 0.02), (1, 1, 1, 0.01),
    ])
  func limited(rate: Double, burst: Double, retryAfter: Int, latency: Double) {
    var simulation = Simulation(
      pace: HostPace(RetryPolicy()), tokens: burst, rate: rate, burst: burst, retryAfter: retryAfter,
      latency: latency)
    simulation.run(photos: 1_000, from: start)
    #expect(simulation.served == 1_000)
    #expect(simulation.refused < 50, "\(simulation.refused) refused")
    #expect(simulation.time < 2 * 1_000 / rate + 10 * Double(retryAfter) + 20, "\(simulation.time) s")
  }

  @Test("The pace of a host without Retry-After is found in less than the time that a hundred photos take")
  func foundSoon() {
    var simulation = Simulation(
      pace: HostPace(RetryPolicy()), tokens: 1, rate: 20, burst: 1, retryAfter: 0, latency: 0.002)
    simulation.run(photos: 100, from: start)
    #expect(simulation.time < 11, "\(simulation.time) s")
  }

  @Test("A host that refuses twice in the same second isn't taken for one that serves nothing")
  mutating func refusedTwice() {
    var pace = HostPace(policy)
    for _ in 0..<20 {
      pace.begin(at: start)
      pace.answered(start, at: start)
    }
    for (second, rest) in [(0.0, 1), (1, 2)] {
      pace.begin(at: after(second))
      _ = pace.failed(after(second), overloaded(0), at: after(second), using: &generator)
      #expect(pace.turn(at: after(second)) == .at(after(second + Double(rest))))
    }
    pace.begin(at: after(3))
    // Twenty requests in three seconds, less an eighth.
    let gap = 3.0 / 20 * 8 / 7
    guard case .at(let next) = pace.turn(at: after(3)), abs((next - after(3)) / .seconds(gap) - 1) < 0.001
    else {
      Issue.record("\(pace.turn(at: after(3)))")
      return
    }
  }

  @Test("A host that has refused once is soon asked as fast as before, when it refuses no more")
  mutating func faster() {
    var pace = HostPace(RetryPolicy())
    pace.begin(at: start)
    _ = pace.failed(start, overloaded(1), at: start, using: &generator)
    var (time, count) = (start, 0)
    while pace.isSlowed, count < 100_000 {
      if case .at(let open) = pace.turn(at: time) { time = open }
      pace.begin(at: time)
      pace.answered(time, at: time)
      count += 1
    }
    #expect(time - start < .seconds(240))
  }
}
