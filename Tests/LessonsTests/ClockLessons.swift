import Foundation
import LessonKit
import Testing

extension LessonRuns {
  /// Tests of lesson 22's statements about clocks and leeway.
  @Suite struct ClockLessons {
    @Test("22. What is past is due at once, by each clock")
    func past() async {
      let queue = DispatchQueue(label: "clocks")
      await expectDue { come in queue.asyncAfter(deadline: .now() - 3_600, execute: come) }
      await expectDue { come in queue.asyncAfter(wallDeadline: .now() - 3_600, execute: come) }
      await expectDue { come in
        Task {
          try await Task.sleep(until: .now - .seconds(3_600), clock: .continuous)
          try await Task.sleep(until: .now - .seconds(3_600), clock: .suspending)
          come()
        }
      }
    }

    private func expectDue(_ submit: (@escaping @Sendable () -> Void) -> Void) async {
      let isDue = Gate()
      submit { isDue.open() }
      #expect(await onOwnThread { isDue.wait(milliseconds: 60_000) })
    }

    @Test("22. With a leeway or a tolerance, none comes before its time")
    func notEarly() async throws {
      let due = ContinuousClock.now + .milliseconds(10)
      let (timer, fired) = (timer(in: 10, leeway: 10), Gate())
      timer.setEventHandler { fired.open() }
      timer.activate()
      await withCheckedContinuation { go in
        DispatchQueue(label: "later").asyncAfter(deadline: .now() + .milliseconds(10)) { go.resume() }
      }
      #expect(ContinuousClock.now >= due)
      await fired.opened()
      #expect(ContinuousClock.now >= due)
      timer.cancel()
      let next = ContinuousClock.now + .milliseconds(10)
      try await Task.sleep(until: next, tolerance: .milliseconds(10), clock: .continuous)
      #expect(ContinuousClock.now >= next)
    }

    @Test("22. The ticks that a timer misses while its queue is busy are one event, and counted")
    func missedTicks() async {
      let queue = DispatchQueue(label: "timer")
      let timer = DispatchSource.makeTimerSource(queue: queue)
      let (events, ticks, fired) = (Locked<[UInt]>([]), 5, Gate())
      timer.schedule(deadline: .now(), repeating: .milliseconds(1))
      timer.setEventHandler {
        events.withLock { $0.append(timer.data) }
        fired.open()
      }
      queue.sync {
        timer.activate()
        compute(milliseconds: 10)
      }
      await fired.opened()
      timer.cancel()
      #expect(events.withLock { $0[0] } >= ticks)
    }

    @Test("22, on Linux. The timer that is due first comes first, whatever its leeway", .enabled(if: isLinux))
    func leewayIgnored() async {
      let (late, strict) = (timer(in: 5, leeway: 3_600_000), timer(in: 20, leeway: 0))
      let (names, both) = (Locked<[String]>([]), Gate())
      late.setEventHandler { names.withLock { $0.append("late") } }
      strict.setEventHandler {
        names.withLock { $0.append("strict") }
        both.open()
      }
      // Activated in this order, because a busy machine may take longer between the two calls than the strict timer
      // waits.
      late.activate()
      strict.activate()
      await both.opened()
      #expect(names.withLock { $0 } == ["late", "strict"])
    }

    /// Creates a timer on a queue that all timers share. Times are in milliseconds.
    private func timer(in delay: Int, leeway: Int) -> DispatchSourceTimer {
      let timer = DispatchSource.makeTimerSource(queue: Self.queue)
      timer.schedule(deadline: .now() + .milliseconds(delay), leeway: .milliseconds(leeway))
      return timer
    }
    private static let queue = DispatchQueue(label: "timers")
  }
}
