import Testing

@testable import Transport

@Suite("The clock of transfers")
struct TransferClockTests {
  private let start = ContinuousClock.now

  @Test("Time while the process did not run does not count, and time that it waited or worked does")
  func stops() {
    var clock = TransferClock(at: start)
    func turn(after seconds: Double, waiting wait: Double) -> Double {
      let time = start + .seconds(seconds)
      clock.turned(waiting: .seconds(wait), at: time)
      return (clock.now(at: time) - start) / .seconds(1)
    }
    #expect(turn(after: 1, waiting: 1) == 1)
    // A busy machine doesn't count as a stop.
    #expect(turn(after: 2.5, waiting: 1) == 2.5)
    // The process was stopped for 30 s while it waited for a second.
    #expect(turn(after: 33.5, waiting: 1) == 3.5)
    #expect(turn(after: 34.5, waiting: 1) == 4.5)
    // The process was stopped while it worked.
    #expect(turn(after: 94.5, waiting: 0) == 4.5)
  }
}
