import Base
import Foundation

/// Finishes the complete files of a batch: writes and closes them, and gives them their names.
///
/// The transport's thread drives all transfers, and a batch of small files waits for nothing else: a third of its time goes
/// into what is done here. So while many files end, a thread of their own does it. While few do, the transport's thread has
/// the time, and to wake another would cost more than it saves.
///
/// That thread takes all that wait for it, and reports their ends together, after the last: a report wakes the threads that
/// it is for, and the next one finds them awake.
final class FileFinisher: @unchecked Sendable {
  // Safe: mutable state is accessed only under `condition`.

  /// Finishes a file, and returns what reports its end.
  typealias Work = () -> () -> Void

  private let condition = NSCondition()
  private let lend: (Int) -> Void
  private var work: [Work] = []
  /// The files that have ended since then.
  private var recent = (count: 0, since: UInt64(0))
  private var isCrowded = false
  private var state = State.none

  /// What the thread does.
  private enum State { case none, waiting, working, closed }

  /// From this many files in this many nanoseconds on, the thread is used: finishing a small file takes about 25 µs.
  private static let many = (count: 10, time: UInt64(2_000_000))

  /// - Parameter lend: called with the number of files that the thread begins to finish together, as they hold no transfer
  ///   any more, and with the same number below zero before their ends are reported; on that thread.
  init(lend: @escaping (Int) -> Void = { _ in }) { self.lend = lend }

  /// Finishes a file now, or soon on another thread, after those that came before. Called on the transport's thread.
  /// - Parameter now: on a clock of nanoseconds.
  func run(at now: UInt64 = monotonicNanoseconds(), _ finish: @escaping Work) {
    condition.lock()
    count(at: now)
    if state == .closed || !isCrowded && work.isEmpty && state != .working {
      condition.unlock()
      return finish()()
    }
    work.append(finish)
    let before = state
    state = .working
    condition.unlock()
    switch before {
    case .none: start()
    case .waiting: condition.signal()
    case .working, .closed: break
    }
  }

  private func count(at now: UInt64) {
    // Two threads may come in another order than they have looked at the clock.
    let time = now - min(now, recent.since)
    if time > Self.many.time {
      isCrowded = recent.count >= Self.many.count && time < 2 * Self.many.time
      recent = (0, now)
    }
    recent.count += 1
  }

  /// Lets the thread go. Whatever comes later runs on the caller's.
  func close() {
    condition.lock()
    state = .closed
    condition.unlock()
    condition.signal()
  }

  private func start() {
    let thread = Thread { [self] in while finishWaiting() {} }
    thread.name = "files"
    thread.start()
  }

  /// Waits for work, and does all that there is; false where there will be none any more.
  private func finishWaiting() -> Bool {
    condition.lock()
    while work.isEmpty, state != .closed {
      state = .waiting
      condition.wait()
      // Where every core is busy, the transport's thread goes on first, and brings more.
      condition.unlock()
      sched_yield()
      condition.lock()
    }
    let next = work
    work = []
    condition.unlock()
    guard !next.isEmpty else { return false }
    lend(next.count)
    let ends = next.map { finish in finish() }
    lend(-next.count)
    for end in ends { end() }
    return true
  }
}
